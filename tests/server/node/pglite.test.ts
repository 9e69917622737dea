import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import { DatabaseUnavailable, uniqueViolation } from '../../../src/server/database/errors'
import { anyTables, inTransaction } from '../../../src/server/database/transaction'
import { openDatabase } from '../../../src/server/node/database'
import { openStore } from '../../../src/server/node/open-store'
import { readSettings } from '../../../src/server/node/settings/settings'
import { putCluster } from '../../support/database/embedded-folders'

// Only the embedded engine writes to the disk itself; one engine's run is enough.
const embedded = test.skipIf(inject('databaseUrl') !== '')
const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'))
const lock = join(dataDir, 'database.lock')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

embedded(
  'only statements of requests are kept prepared, because background work fills tables for which kept plans are wrong',
  async () => {
    const { db, backgroundDb, close } = await openDatabase()
    for (const database of [db, backgroundDb])
      for (let round = 0; round < 3; round++)
        await sql`select ${round}::int as ${sql.id(database === db ? 'request' : 'background')}`.execute(database)
    const { rows } = await sql<{
      text: string
    }>`select statement as text from pg_prepared_statements where name <> ''`.execute(db)
    expect(rows).toEqual([{ text: 'select $1::int as "request"' }])
    await close()
  },
)

embedded('data on disk are there again after a clean stop, and the lock is gone', async () => {
  const first = await openDatabase({ dataDir })
  expect(first.engine).toBe('pglite')
  await sql`create table kept (no bigint, day date, moment timestamptz)`.execute(first.db)
  await sql`create unique index kept_no_key on kept (no)`.execute(first.db)
  await sql`insert into kept values (1, '2026-11-20', '2026-11-20T01:15:30.123456Z')`.execute(first.db)
  expect(existsSync(lock)).toBe(true)
  await first.close()
  expect(existsSync(lock)).toBe(false)

  const second = await openDatabase({ dataDir })
  expect(await anyTables(second.db).selectFrom('kept').selectAll().execute()).toEqual([
    { no: 1, day: '2026-11-20', moment: '2026-11-20T01:15:30.123456Z' },
  ])
  const error = await sql`insert into kept values (1)`.execute(second.db).catch((reason: unknown) => reason)
  expect(uniqueViolation(error)).toBe('kept_no_key')
  await expect(
    inTransaction(second.db, async (trx) => {
      await sql`insert into kept values (2)`.execute(trx)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect((await anyTables(second.db).selectFrom('kept').selectAll().execute()).length).toBe(1)
  await second.close()
})

embedded('the main thread stays free while a query runs', async () => {
  const { db, close } = await openDatabase({ dataDir })
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await sql`select count(*) from generate_series(1, 2000000)`.execute(db)
  clearInterval(timer)
  await close()
  expect(ticks).toBeGreaterThan(3)
})

embedded('what a start does to the tables has no limit of time; statements after it have', async () => {
  const folder = join(dataDir, 'limited')
  putCluster(join(folder, 'database'))
  const { settings } = readSettings({ DATA_DIR: folder, NODE_ENV: 'test' })
  const { db, close } = await openStore({ ...settings, statementMs: 1 }, () => {}, { modules })
  await expect(sql`select count(*) from generate_series(1, 2000000000)`.execute(db)).rejects.toThrow(
    DatabaseUnavailable,
  )
  await close()
})

embedded('a second opener is refused with the number of the first', async () => {
  const { close } = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
  await close()
})
