import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { loadSchemas } from '../../../src/schema/load/load'
import { fieldParts, findCheckedParts, recordCheckedParts } from '../../../src/server/database/checked-parts'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { migrate, migrations } from '../../../src/server/database/migrations/index'
import { internalTables, reservedTableNames } from '../../../src/server/database/migrations/reserved-names'
import type { Db } from '../../../src/server/ports'
import { recomputeTables } from '../../../src/server/records/recompute'
import { testDatabase } from '../../support/database/database'
import { testSchemas } from '../../support/schemas/schemas'

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

test('a first start that was interrupted after the table of the migrations is completed by the next one', async () => {
  const db = await emptyDatabase()
  // The migrator creates its own tables before the transaction of the migrations begins; a second process that starts at this moment sees them, too.
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  expect(await ensureTables(db, testSchemas())).toEqual([])
  expect((await migrationsOf(db)).map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test('a portal without migrations refuses a database that has them', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  const { rows } = await sql<{ version: number }>`select max(version) as version from data_version`.execute(db)
  expect(rows, 'such a portal knows version 1').toEqual([{ version: 2 }])
})

test('tables of a portal without migrations, restored over those of this one, are migrated again', async () => {
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

test('data that an older backup has replaced are checked again', async () => {
  const db = await emptyDatabase()
  const schemas = testSchemas()
  const parts = fieldParts(schemas)
  await ensureTables(db, schemas)
  await recordCheckedParts(db, parts)
  expect(await findCheckedParts(db, parts)).toHaveLength(parts.length)
  await sql`delete from kysely_migration where name = '0005-accepted-rules'`.execute(db)
  await ensureTables(db, schemas)
  expect(await findCheckedParts(db, parts)).toEqual([])
})

test('a lock that was stored before locks were separated by address applies to all addresses', async () => {
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

test('migrations that are out of order because the clock was set back do not prevent a start', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z' where name = '0001-baseline'`.execute(db)
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
  const listed = [...readFileSync('src/server/README.md', 'utf8').matchAll(/^\| `(\d{4}-[\w-]+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(migrations))
})

test('bills stored before closed terms released their accounts keep them, except those of closed terms', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  // Dropping the column drops the index that has it in its condition.
  await sql`alter table bill drop column account_state`.execute(db)
  await sql`create unique index bill_vac_account_key on bill (vac_account) where bill_state = 'Active'`.execute(db)
  await sql`delete from kysely_migration where name = '0004-account-state'`.execute(db)
  await sql`
    insert into bill_term (apply_code, bill_term_id, term_status, create_user, create_time, update_user, update_time)
    values ('77001', 'old', 'Closed', '', now(), '', now())`.execute(db)
  const insert = (term: string) =>
    sql`
    insert into bill (apply_code, bill_term_id, vac_account, bill_state, create_user, create_time, update_user, update_time)
    values ('77001', ${term}, ${`1${term}`}, 'Active', '', now(), '', now())`.execute(db)
  await insert('old')
  await insert('new')
  const placeOfNew = async () => (await sql`select ctid from bill where bill_term_id = 'new'`.execute(db)).rows
  const before = await placeOfNew()
  await migrate(db)
  expect(await placeOfNew(), 'not written again').toEqual(before)
  const { rows: indexes } = await sql<{ definition: string }>`select indexdef as definition from pg_indexes where indexname = 'bill_vac_account_key'`.execute(
    db,
  )
  expect(indexes).toEqual([{ definition: expect.stringMatching(/^CREATE UNIQUE INDEX .*bill_state.*account_state/) }])
  expect(await ensureTables(db, testSchemas())).toEqual([])
  const { rows } = await sql`select bill_term_id, account_state from bill order by serial_id`.execute(db)
  expect(rows).toEqual([
    { bill_term_id: 'old', account_state: 'Released' },
    { bill_term_id: 'new', account_state: 'InUse' },
  ])
  await sql`update bill set vac_account = '1old' where bill_term_id = 'new'`.execute(db)
  await expect(sql`update bill set account_state = 'InUse'`.execute(db)).rejects.toThrow(/bill_vac_account_key/)
})

test('bills that a previous version voided release their accounts', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`
    insert into bill (apply_code, bill_term_id, vac_account, bill_state, account_state, create_user, create_time, update_user, update_time)
    select '77001', '', no, state, 'InUse', '', now(), '', now() from (values ('1', 'Void'), ('2', 'Active')) b (no, state)`.execute(db)
  await sql`delete from kysely_migration where name = '0007-voided-accounts'`.execute(db)
  await migrate(db)
  const { rows } = await sql`select bill_state, account_state from bill order by vac_account`.execute(db)
  expect(rows).toEqual([
    { bill_state: 'Void', account_state: 'Released' },
    { bill_state: 'Active', account_state: 'InUse' },
  ])
})

test('bills whose items do not add up to their amount keep it, with an item for the difference', async () => {
  const db = await emptyDatabase()
  const schemas = testSchemas()
  await ensureTables(db, schemas)
  await sql`
    insert into bill (apply_code, bill_term_id, vac_account, should_pay_amount, fee_items, create_user, create_time, update_user, update_time)
    select '77001', '', no, 1000, items::jsonb, '', now(), '', now()
    from (values ('1', null), ('2', '[]'), ('3', '[{"FeeName":"管理費","Amount":900}]'), ('4', '[{"FeeName":"管理費","Amount":1000}]')) b (no, items)`.execute(
    db,
  )
  await sql`delete from kysely_migration where name = '0008-bill-items'`.execute(db)
  await migrate(db)
  await recomputeTables({ db, schemas, clock: () => new Date('2026-11-20T02:00:00Z'), isStopped: () => false })
  const { rows } = await sql<{ amount: number; items: readonly { FeeName: string; Amount: number }[] }>`
    select should_pay_amount as amount, fee_items as items from bill order by vac_account`.execute(db)
  expect(rows.map(({ amount, items }) => [amount, ...items.map(({ FeeName, Amount }) => `${FeeName} ${Amount}`)])).toEqual([
    [1000, '其他 1000'],
    [1000, '其他 1000'],
    [1000, '管理費 900', '其他 100'],
    [1000, '管理費 1000'],
  ])
})

test('counts that concurrent changes left wrong before payments locked their bills are right after the update', async () => {
  const db = await emptyDatabase()
  await ensureTables(db, testSchemas())
  await sql`delete from kysely_migration where name = '0013-payment-tally-locks'`.execute(db)
  await sql`insert into payment_tally (apply_code, bill_term_id, payment_count, amount) values ('77001', '2026-11', 1, 1000)`.execute(db)
  await ensureTables(db, testSchemas())
  expect((await sql`select * from payment_tally`.execute(db)).rows).toEqual([])
  const { rows } = await sql`select tgname from pg_trigger where tgname like '%\\_tally\\_%'`.execute(db)
  expect(rows).toHaveLength(8)
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
  const text = JSON.stringify({ label: '試', page: false, tenant: 'shared', table, fields: { Name: { type: 'string', label: '名', max: 9 } } })
  return loadSchemas([{ file: 'schemas/guest.json', text }], { reservedTables: reservedTableNames }).problems.map(({ id }) => id)
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
