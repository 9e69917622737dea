import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { loadSchemas } from '../../../src/schema/load/load'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { migrate, migrations } from '../../../src/server/database/migrations/index'
import { internalTables, reservedTableNames } from '../../../src/server/database/migrations/reserved-names'
import type { Db } from '../../../src/server/ports'
import { testDatabase } from '../../support/database/database'
import { testSchemas } from '../../support/schemas/schemas'

const emptyDatabase = async (): Promise<Db> => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  return db
}

const migrationsOf = async (db: Db) =>
  (
    await sql<{ name: string; timestamp: string }>`select name, timestamp from kysely_migration order by name`.execute(
      db,
    )
  ).rows

test('an empty database gets every migration at its first start, and a second start runs none', async () => {
  const db = await emptyDatabase()
  expect(await ensureTables(db, testSchemas())).toEqual([])
  const first = await migrationsOf(db)
  expect(first.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(await ensureTables(db, testSchemas())).toEqual([])
  expect(await migrationsOf(db)).toEqual(first)
})

test('a first start that was interrupted after the table of the migrations is completed by the next one', async () => {
  const db = await emptyDatabase()
  // The migrator creates its own tables before the transaction of the migrations begins; a second process that starts
  // at this moment sees them, too.
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  expect(await ensureTables(db, testSchemas())).toEqual([])
  expect((await migrationsOf(db)).map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test('a database of version 0.1 is refused with what to do, and stays as it is', async () => {
  const db = await emptyDatabase()
  await sql`create table data_version (version integer primary key)`.execute(db)
  await expect(ensureTables(db, testSchemas())).rejects.toThrow(
    /written by version 0\.1 .* Start with an empty data folder or database; version 0\.1 still reads the old one\./,
  )
  expect(await relationsOf(db, ['r'])).toEqual(['data_version'])
})

test('migrations that are out of order because the clock was set back do not prevent a start', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z' where name = '0001-tables'`.execute(db)
  expect(await ensureTables(db, testSchemas())).toEqual([])
})

test('the migrations of another program in the same database are ignored', async () => {
  const db = await emptyDatabase()
  await sql`create schema other`.execute(db)
  await sql`create table other.kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  await sql`insert into other.kysely_migration values ('0001-theirs', '')`.execute(db)
  expect(await ensureTables(db, testSchemas())).toEqual([])
  expect((await migrationsOf(db)).map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test('several processes that start on an empty database together all find its tables', async () => {
  const db = await emptyDatabase()
  const schemas = testSchemas()
  expect(await Promise.all([1, 2, 3, 4].map(() => ensureTables(db, schemas)))).toEqual([[], [], [], []])
})

test('the handbook of the server lists the migrations, and whether an upgrade can be rolled back without a restore', () => {
  const listed = [...readFileSync('src/server/README.md', 'utf8').matchAll(/^\| `(\d{4}-[\w-]+)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(listed).toEqual(Object.keys(migrations))
})

/** The names of the tables, indexes and sequences in a database. */
const relationsOf = async (db: Db, kinds: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = any(${kinds}::"char"[])
    order by relname collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** The findings of the check for a resource with a table. */
const findingsOfTable = (table: string) => {
  const text = JSON.stringify({
    label: '試',
    page: false,
    tenant: 'shared',
    table,
    fields: { Name: { type: 'string', label: '名', max: 9 } },
  })
  return loadSchemas([{ file: 'schemas/guest.json', text }], { reservedTables: reservedTableNames }).problems.map(
    ({ id }) => id,
  )
}

test('no schema file may have a table with the name of a table, index or sequence that migrations create', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  const tables = await relationsOf(db, ['r'])
  expect([...internalTables]).toEqual(tables.filter((name) => !/^(internal|kysely)_/.test(name)))
  for (const name of await relationsOf(db, ['r', 'i', 'S'])) expect(findingsOfTable(name), name).toEqual(['S134'])
  expect(findingsOfTable('guest')).toEqual([])
})

test('the indexes that code creates on tables of schema files have reserved names, too', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  const byCode = (await relationsOf(db, ['i'])).filter((name) => !/_(idx|key|prefix|suffix|parts|pkey)$/.test(name))
  expect(byCode.filter((name) => !reservedTableNames.includes(name))).toEqual([])
})
