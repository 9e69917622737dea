import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { migrations } from '../../../src/server/database/migrations/index'
import type { Db } from '../../../src/server/ports'
import { testDatabase } from '../../support/database'
import { testSchemas } from '../../support/schemas'

const emptyDatabase = async (): Promise<Db> => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  return db
}

const migrationsOf = async (db: Db) =>
  (await sql<{ name: string; timestamp: string }>`select name, timestamp from kysely_migration order by name`.execute(db)).rows

test('an empty database gets every migration at its first start, and a second start runs none', async () => {
  const db = await emptyDatabase()
  expect(await ensureTables(db, testSchemas())).toEqual([])
  const first = await migrationsOf(db)
  expect(first.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(await ensureTables(db, testSchemas())).toEqual([])
  expect(await migrationsOf(db)).toEqual(first)
})

test('a database of a newer portal is refused before anything is changed', async () => {
  const db = await emptyDatabase()
  const schemas = testSchemas()
  await ensureTables(db, schemas)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(db)
  await sql`drop table fee`.execute(db)
  await expect(ensureTables(db, schemas)).rejects.toThrow(/written by a newer portal \(this program does not know its migration 9999-later\)/)
  await expect(sql`select 1 from fee`.execute(db)).rejects.toThrow()
  expect((await migrationsOf(db)).at(-1)?.name).toBe('9999-later')
})

test('a portal from before the migrations refuses a database that has them', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  const { rows } = await sql<{ version: number }>`select max(version) as version from data_version`.execute(db)
  expect(rows, 'such a portal knows version 1').toEqual([{ version: 2 }])
})

test('the tables of a portal from before the migrations, restored over those of this one, are migrated again', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`delete from data_version`.execute(db)
  await sql`insert into data_version (version) values (1)`.execute(db)
  await sql`alter table job drop column result`.execute(db)
  await sql`insert into staged_row (stage, row_no, record) values ('bill/57', 1, '{}')`.execute(db)
  await ensureTables(db, testSchemas())
  expect((await sql`select result from job`.execute(db)).rows).toEqual([])
  expect((await sql`select 1 from staged_row`.execute(db)).rows).toEqual([])
  expect((await sql`select max(version) as version from data_version`.execute(db)).rows).toEqual([{ version: 2 }])
})

test('a lock from before locks were kept by address holds for all addresses', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`alter table portal_user_secret drop column other_wrong_count, drop column other_lock_count, drop column other_locked_until`.execute(db)
  await sql`delete from kysely_migration where name = '0003-locks-by-address'`.execute(db)
  await sql`insert into portal_user_secret (user_id, password_hash, wrong_count, lock_count, locked_until) values (1, '', 5, 2, '2026-11-20T02:30:00Z')`.execute(
    db,
  )
  await ensureTables(db, testSchemas())
  const { rows } = await sql`
    select wrong_count, other_wrong_count, lock_count, other_lock_count, locked_until = other_locked_until as same from portal_user_secret`.execute(db)
  expect(rows).toEqual([{ wrong_count: 5, other_wrong_count: 5, lock_count: 2, other_lock_count: 2, same: true }])
})

test('migrations that a clock set back has put out of order hinder no start', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z' where name = '0001-baseline'`.execute(db)
  expect(await ensureTables(db, testSchemas())).toEqual([])
})

test('the migrations of another program in the same database are not those of the portal', async () => {
  const db = await emptyDatabase()
  await sql`create schema other`.execute(db)
  await sql`create table other.kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  await sql`insert into other.kysely_migration values ('0001-theirs', '')`.execute(db)
  expect(await ensureTables(db, testSchemas())).toEqual([])
  expect((await migrationsOf(db)).map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test('several processes that start on an empty database at once all find its tables', async () => {
  const db = await emptyDatabase()
  const schemas = testSchemas()
  expect(await Promise.all([1, 2, 3, 4].map(() => ensureTables(db, schemas)))).toEqual([[], [], [], []])
})
