import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type PGliteClient, startPGlite } from '../../src/server/node/pglite/client'
import { putCluster } from '../support/database/embedded-folders'

// A risk that only the embedded engine has.
const home = mkdtempSync(join(tmpdir(), 'pglite-crash-'))
const template = join(home, 'template')
afterAll(() => rmSync(home, { recursive: true, force: true }))

beforeAll(async () => {
  putCluster(template)
  const client = await startPGlite(template, { timeoutMs: 0, report: () => {} })
  await query(client, 'create table number (no integer primary key)')
  await client.close()
})

let folders = 0

const patience = 500

/** A database whose statements may take half a second; a longer one ends its engine, as a crash does. Only `runOutOf` lets that time pass. */
const open = async (restMs = 50): Promise<{ readonly client: PGliteClient; readonly said: string[] }> => {
  const folder = join(home, `data-${++folders}`)
  cpSync(template, folder, { recursive: true })
  const said: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = await startPGlite(folder, { timeoutMs: patience, retryDelayMs: restMs, report: (sentence) => said.push(sentence) })
  onTestFinished(() => client.close())
  return { client, said }
}

const ready = (client: PGliteClient) =>
  expect.poll(() => query(client, 'select 1 as one').catch(String), { timeout: 60_000, interval: 50 }).toMatchObject([{ one: 1 }])
const numbers = async (client: PGliteClient) => {
  await ready(client)
  return query(client, 'select no from number order by no')
}
const endless = 'select count(*) from generate_series(1, 2000000000)'

/** Returns the rows of a statement that is sent alone. */
const query = async (client: PGliteClient, sql: string) => (await client.send([{ sql, parameters: [] }]))[0]?.rows

/** The outcome of statements that are still running when their time is over. */
const runOutOf = async (client: PGliteClient, ...statements: readonly string[]): Promise<unknown[]> => {
  const reasons = statements.map((statement) => query(client, statement).catch((reason: unknown) => reason))
  await vi.advanceTimersByTimeAsync(patience)
  return Promise.all(reasons)
}
const unavailable = { name: 'DatabaseUnavailable' }

test('a statement that takes too long is rejected, and acknowledged changes are there when the engine is open again', async () => {
  const { client, said } = await open(2000)
  await query(client, 'insert into number values (1)')
  expect(await runOutOf(client, endless)).toMatchObject([{ ...unavailable, message: 'a statement took longer than 0.5 s' }])
  await expect(query(client, 'select 1')).rejects.toMatchObject(unavailable)
  expect(said.join()).toContain('The embedded database stopped: a statement took longer than 0.5 s. Nothing that it acknowledged is lost')
  expect(await numbers(client)).toEqual([{ no: 1 }])
})

test('a transaction that a crash interrupted has no effect, not even by its remaining statements', async () => {
  const { client } = await open()
  await query(client, 'begin')
  await query(client, 'insert into number values (2)')
  expect(await runOutOf(client, endless)).toMatchObject([unavailable])
  await expect(query(client, 'insert into number values (3)')).rejects.toMatchObject({ message: 'the transaction was interrupted' })
  await expect(query(client, 'commit')).rejects.toMatchObject({ message: 'the transaction was interrupted' })
  expect(await numbers(client)).toEqual([])

  await query(client, 'begin')
  expect(await runOutOf(client, endless)).toMatchObject([unavailable])
  await query(client, 'rollback')
  expect(await numbers(client)).toEqual([])
})

test('a crash at the beginning or the end of a transaction does not affect later ones', async () => {
  const { client } = await open()
  // The engine is busy with other work than the transaction, such as a checkpoint.
  expect(await runOutOf(client, endless, 'begin')).toMatchObject([unavailable, unavailable])
  await query(client, 'rollback')
  expect(await numbers(client)).toEqual([])

  await query(client, 'begin')
  await query(client, 'insert into number values (4)')
  expect(await runOutOf(client, endless, 'rollback')).toMatchObject([unavailable, unavailable])
  expect(await numbers(client)).toEqual([])
})

test('a database that is closed while its engine is down stays closed', async () => {
  const { client } = await open()
  expect(await runOutOf(client, endless)).toMatchObject([unavailable])
  await client.close()
  await expect(query(client, 'select 1')).rejects.toThrow('The database is closed.')
})
