import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startPGlite } from '../../src/server/node/pglite/client'
import { embeddedConnections } from '../../src/server/node/pglite/connections'
import type { Db } from '../../src/server/ports'
import { putCluster } from '../support/database/embedded-folders'

// A risk that only the embedded engine has.
const home = mkdtempSync(join(tmpdir(), 'pglite-crash-'))
const template = join(home, 'template')
afterAll(() => rmSync(home, { recursive: true, force: true }))

beforeAll(async () => {
  putCluster(template)
  const client = await startPGlite(template, { timeoutMs: 0, report: () => {} })
  await query(embeddedConnections(client).db, 'create table number (no integer primary key)')
  await client.close()
})

let folders = 0

const patience = 500

interface OpenedDatabase {
  readonly db: Db
  readonly said: string[]
  close(): Promise<void>
}

/**
 * A database whose statements may take half a second; a longer one ends its engine, as a crash does.
 * Only `runOutOf` lets that time pass.
 */
const open = async (restMs = 50): Promise<OpenedDatabase> => {
  const folder = join(home, `data-${++folders}`)
  cpSync(template, folder, { recursive: true })
  const said: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = await startPGlite(folder, {
    timeoutMs: patience,
    retryDelayMs: restMs,
    report: (sentence) => said.push(sentence),
  })
  onTestFinished(() => client.close())
  const { db } = embeddedConnections(client)
  // Connects, so that the next statement reaches the engine at once.
  await query(db, 'select 1')
  return { db, said, close: client.close }
}

const ready = (db: Db) =>
  expect
    .poll(() => query(db, 'select 1 as one').catch(String), { timeout: 60_000, interval: 50 })
    .toMatchObject([{ one: 1 }])
const numbers = async (db: Db) => {
  await ready(db)
  return query(db, 'select no from number order by no')
}
const endless = 'select count(*) from generate_series(1, 2000000000)'

const query = async (db: Db, text: string) => (await sql.raw(text).execute(db)).rows

/** Returns the reasons why work fails that is still running when its time is over. */
const runOutOf = async (...works: readonly Promise<unknown>[]): Promise<unknown[]> => {
  const reasons = works.map((work) => work.catch((reason: unknown) => reason))
  // The statement reaches the engine before the time passes.
  await setImmediate()
  await vi.advanceTimersByTimeAsync(patience)
  return Promise.all(reasons)
}
const unavailable = { name: 'DatabaseUnavailable' }

test('a statement that takes too long is rejected, and acknowledged changes are there when the engine is open again', async () => {
  const { db, said } = await open(2000)
  await query(db, 'insert into number values (1)')
  expect(await runOutOf(query(db, endless))).toMatchObject([
    { ...unavailable, message: 'a statement took longer than 0.5 s' },
  ])
  await expect(query(db, 'select 1')).rejects.toMatchObject(unavailable)
  expect(said.join()).toContain(
    'The embedded database stopped: a statement took longer than 0.5 s. Nothing that it acknowledged is lost',
  )
  expect(await numbers(db)).toEqual([{ no: 1 }])
})

test('a transaction that a crash interrupted has no effect, not even by its remaining statements', async () => {
  const { db } = await open()
  const interrupted = db.transaction().execute(async (trx) => {
    await query(trx, 'insert into number values (2)')
    expect(await runOutOf(query(trx, endless))).toMatchObject([unavailable])
    await expect(query(trx, 'insert into number values (3)')).rejects.toMatchObject(unavailable)
  })
  await expect(interrupted).rejects.toMatchObject(unavailable)
  expect(await numbers(db)).toEqual([])

  const failing = db.transaction().execute((trx) => query(trx, endless))
  expect(await runOutOf(failing)).toMatchObject([unavailable])
  expect(await numbers(db)).toEqual([])
})

test('a transaction that waits behind a crash fails as a whole, and later ones are complete', async () => {
  const { db } = await open()
  const crashing = query(db, endless)
  const waiting = db.transaction().execute((trx) => query(trx, 'insert into number values (4)'))
  expect(await runOutOf(crashing, waiting)).toMatchObject([unavailable, unavailable])
  expect(await numbers(db)).toEqual([])
  await db.transaction().execute((trx) => query(trx, 'insert into number values (5)'))
  expect(await numbers(db)).toEqual([{ no: 5 }])
})

test('statements that the engine before the crash had prepared are prepared again', async () => {
  const { db } = await open()
  const add = (no: number) => sql`insert into number values (${no})`.execute(db)
  for (const no of [6, 7, 8]) await add(no)
  expect(await runOutOf(query(db, endless))).toMatchObject([unavailable])
  await ready(db)
  await add(9)
  expect(await numbers(db)).toEqual([6, 7, 8, 9].map((no) => ({ no })))
})

test('a database that is closed while its engine is down stays closed', async () => {
  const { db, close } = await open()
  expect(await runOutOf(query(db, endless))).toMatchObject([unavailable])
  await close()
  await expect(query(db, 'select 1')).rejects.toThrow('The database is closed.')
})

test('closing a database has no time limit, although the statement before it has one', async () => {
  const { db, said, close } = await open()
  const last = query(db, 'select pg_sleep(0.1)')
  await setImmediate()
  const closing = close()
  await last
  await vi.advanceTimersByTimeAsync(patience)
  await closing
  expect(said).toEqual([])
})
