import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
import { DatabaseUnavailable } from '../../../src/server/database/errors'
import { openDatabase } from '../../../src/server/node/database'
import { openStore } from '../../../src/server/node/open-store'
import type { DatabaseTls } from '../../../src/server/node/postgres'
import { readSettings } from '../../../src/server/node/settings/settings'
import { runBackup } from '../../../src/tools/backup/run'
import { databaseAddress, testDatabase } from '../../support/database/database'
import { certificate, tlsLink } from '../../support/database/tls-link'

test.runIf(inject('databaseUrl') !== '')(
  'long work on a server has its own plans and connections: while it uses all of its connections, a request still gets one',
  async () => {
    const { db, backgroundDb, close, pools } = await openDatabase({
      databaseUrl: inject('databaseUrl'),
      pool: { requests: 2, background: 2 },
    })
    try {
      const plans = async (one: typeof db) =>
        (await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(one)).rows[0]?.plan_cache_mode
      expect([await plans(db), await plans(backgroundDb)]).toEqual(['auto', 'force_custom_plan'])
      const lock = sql.lit(crypto.getRandomValues(new Int32Array(1))[0])
      const long = await db.transaction().execute(async (holder) => {
        await sql`select pg_advisory_xact_lock(${lock})`.execute(holder)
        const waiting = Promise.all(
          Array.from({ length: 10 }, () => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(backgroundDb)),
        )
        waiting.catch(() => {})
        await expect.poll(pools).toMatchObject({ background: { open: 2, idle: 0, waiting: 8 } })
        await sql`select 1`.execute(db)
        expect(pools()).toMatchObject({ background: { open: 2, idle: 0, waiting: 8 } })
        return { waiting }
      })
      await long.waiting
    } finally {
      await close()
    }
  },
)

const onServer = test.runIf(inject('databaseUrl') !== '')

onServer('the number of connections is a setting, and the database tells how many are used and who waits', async () => {
  const { db, close, pools } = await openDatabase({
    databaseUrl: inject('databaseUrl'),
    pool: { requests: 2, background: 1 },
  })
  onTestFinished(close)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const both = [1, 2].map(() =>
    db.connection().execute((connection) => sql`select 1`.execute(connection).then(() => held)),
  )
  await expect.poll(pools).toMatchObject({ requests: { open: 2, idle: 0, waiting: 0 }, background: { open: 0 } })
  const third = sql`select 1`.execute(db)
  await expect.poll(pools).toMatchObject({ requests: { open: 2, idle: 0, waiting: 1 } })
  release()
  await Promise.all([...both, third])
  await expect.poll(pools).toMatchObject({ requests: { open: 2, idle: 2, waiting: 0 } })
})

onServer('the server cancels a statement that takes too long; the connection is used again', async () => {
  const { db, close } = await openDatabase({
    databaseUrl: inject('databaseUrl'),
    pool: { requests: 1, background: 1 },
    timeouts: { connect: 10_000, statement: 1_000 },
  })
  onTestFinished(close)
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await pid()
  await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toThrow(DatabaseUnavailable)
  expect(await pid()).toBe(before)
})

onServer('what a start does to the tables has no limit of time', async () => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { settings } = readSettings({ DATABASE_URL: await databaseAddress(db), NODE_ENV: 'test', DATA_DIR: dataDir })
  await (await openStore(settings, () => {}, { modules })).close()
  // The start reads whether an orphaned column has data, and waits for the lock of its table.
  await sql`alter table fee add column gone text`.execute(db)
  const limit = 1_000
  const waitsLongEnough = sql<{ found: boolean }>`
    select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and now() - query_start > make_interval(secs => ${(limit / 1000) * 2})) as found`
  const opening = await db.transaction().execute(async (trx) => {
    await sql`lock table fee in access exclusive mode`.execute(trx)
    const store = openStore({ ...settings, statementMs: limit }, () => {}, { modules })
    store.catch(() => {})
    await expect.poll(async () => (await waitsLongEnough.execute(db)).rows[0]?.found).toBe(true)
    return { store }
  })
  await (await opening.store).close()
})

onServer('connections are encrypted, to a server whose certificate and name are right', async () => {
  const link = await tlsLink(inject('databaseUrl'))
  onTestFinished(link.close)
  const caFile = join(mkdtempSync(join(tmpdir(), 'portal-')), 'ca.pem')
  writeFileSync(caFile, certificate)
  onTestFinished(() => rmSync(dirname(caFile), { recursive: true }))
  const one = async (databaseUrl: string, databaseTls: DatabaseTls) => {
    const { db, close } = await openDatabase({ databaseUrl, databaseTls })
    return sql<{ one: number }>`select 1 as one`.execute(db).finally(close)
  }
  expect((await one(link.url, { caFile })).rows).toEqual([{ one: 1 }])
  expect(link.connections()).toBe(1)
  await expect(one(link.url, { caFile: undefined })).rejects.toThrow(/self-signed certificate/)
  await expect(one(link.url.replace('localhost', '127.0.0.1'), { caFile })).rejects.toThrow(
    /does not match certificate/,
  )
  await expect(one(inject('databaseUrl'), { caFile })).rejects.toThrow(/does not support SSL/)

  const file = join(dirname(caFile), 'backup')
  const said: string[] = []
  expect(
    await runBackup(['backup', file], {
      env: { DATABASE_URL: link.url, DATABASE_CA_FILE: caFile },
      print: (line) => said.push(line),
    }),
    said.join(),
  ).toBe(0)
  expect(link.connections()).toBe(2)
})
