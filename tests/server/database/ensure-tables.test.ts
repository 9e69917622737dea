import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { databaseFacts } from '../../../src/server/database/database-facts'
import { ensureTables, orphanedColumns } from '../../../src/server/database/ensure-tables'
import { coupon } from '../../support/coupon'
import { testDatabase } from '../../support/database'
import { testSchemas } from '../../support/schemas'

const { db, close } = await testDatabase()
afterAll(close)

const locker = (fields: object) => ({
  label: '置物櫃',
  page: false,
  display: '{LockerNo}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    LockerNo: { type: 'string', label: '櫃號', max: 10 },
    ...fields,
  },
})
const columns = async () =>
  Object.fromEntries(
    (
      await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'locker'::regclass and attnum > 0`.execute(db)
    ).rows.map(({ name, type }) => [name, type]),
  )
const indexes = async () =>
  (await sql<{ indexdef: string }>`select indexdef from pg_indexes where tablename = 'locker' order by indexname`.execute(db)).rows.map((row) => row.indexdef)

test('a schema becomes a table with the trail, and its indexes', async () => {
  expect(await ensureTables(db, testSchemas({ locker: locker({}) }))).toEqual([])
  expect(await columns()).toEqual({
    serial_id: 'bigint',
    apply_code: 'text',
    locker_no: 'text',
    create_user: 'text',
    create_time: 'timestamp with time zone',
    update_user: 'text',
    update_time: 'timestamp with time zone',
  })
  expect((await indexes()).join('\n')).toContain('(apply_code, serial_id)')
})

test('a second start changes nothing', async () => {
  const before = [await columns(), await indexes()]
  expect(await ensureTables(db, testSchemas({ locker: locker({}) }))).toEqual([])
  expect([await columns(), await indexes()]).toEqual(before)
})

test('a field that comes later gets its column, and rows stay', async () => {
  await sql`insert into locker (apply_code, locker_no, create_user, create_time, update_user, update_time) values ('77001', 'L1', 'x', now(), 'x', now())`.execute(
    db,
  )
  expect(
    await ensureTables(
      db,
      testSchemas({ locker: locker({ Price: { type: 'money', label: '月租' }, Kinds: { type: 'enumList', options: { A: '甲' }, label: '區' } }) }),
    ),
  ).toEqual([])
  expect(await columns()).toMatchObject({ price: 'bigint', kinds: 'jsonb' })
  expect((await db.selectFrom('locker').select(['locker_no', 'price']).execute())[0]).toEqual({ locker_no: 'L1', price: null })
})

test('a field that leaves keeps its column; a changed type is left to a person, with the SQL', async () => {
  const left = await ensureTables(db, testSchemas({ locker: locker({ Price: { type: 'date', label: '起日' } }) }))
  expect(left).toEqual([expect.stringContaining('alter table "locker" alter column "price" type date')])
  expect(await columns()).toMatchObject({ price: 'bigint', kinds: 'jsonb' })
})

test('a column that holds data and that no field keeps is named, an empty one is not', async () => {
  expect(await orphanedColumns(db, testSchemas())).toEqual([])
  expect(await orphanedColumns(db, testSchemas({ locker: locker({}) }))).toEqual([])
  await sql`update locker set price = 300`.execute(db)
  expect(await orphanedColumns(db, testSchemas({ locker: locker({}) }))).toEqual(['"price" of the table "locker"'])
  expect(await orphanedColumns(db, testSchemas({ locker: locker({ Price: { type: 'money', label: '月租' } }) }))).toEqual([])
  await sql`update locker set price = null`.execute(db)
})

test('an index that the rows forbid is left to a person', async () => {
  await sql`insert into locker (apply_code, locker_no, create_user, create_time, update_user, update_time) values ('77001', 'L1', 'x', now(), 'x', now())`.execute(
    db,
  )
  const twice = locker({ LockerNo: { type: 'string', label: '櫃號', max: 10, unique: true } })
  expect(await ensureTables(db, testSchemas({ locker: twice }))).toEqual([
    expect.stringMatching(/^create unique index if not exists "locker_apply_code_locker_no_key"/),
  ])
})

const keyed = (key: object) => testSchemas({ cabinet: { ...locker({}), label: '櫃', ...key } })
const byNumber = { key: ['ApplyCode', 'LockerNo'] }
const cabinets = (...numbers: readonly (string | null)[]) =>
  sql`
    insert into cabinet (apply_code, locker_no, create_user, create_time, update_user, update_time)
    select '77001', no, 'x', now(), 'x', now() from unnest(${numbers}::text[]) as no`.execute(db)

test('a key that the records do not keep is no key: their number is told, and the index is made once they do', async () => {
  await ensureTables(db, keyed({}))
  await cabinets('C1', 'C1', 'C1', 'C2', 'C2', null)
  const facts = { table: 'cabinet', key: byNumber.key, repeated: 2, records: 5, empty: 1 }
  await expect(ensureTables(db, keyed(byNumber))).rejects.toMatchObject({ name: 'NonUniqueKeys', keys: [facts] })
  expect((await databaseFacts(db, keyed(byNumber))).keys).toEqual([facts])
  await sql`delete from cabinet where serial_id in (1, 2, 4, 6)`.execute(db)
  expect((await databaseFacts(db, keyed(byNumber))).keys).toEqual([])
  expect(await ensureTables(db, keyed(byNumber))).toEqual([])
  await expect(cabinets('C1')).rejects.toThrow('cabinet_apply_code_locker_no_key')
})

test('an index that only bears the name of the key does not keep it', async () => {
  await sql`drop index cabinet_apply_code_locker_no_key`.execute(db)
  await sql`create index cabinet_apply_code_locker_no_key on cabinet (apply_code)`.execute(db)
  await expect(ensureTables(db, keyed(byNumber))).rejects.toMatchObject({ keys: [{ repeated: 0, records: 0, empty: 0 }] })
  await sql`drop table cabinet`.execute(db)
})

test('a table whose key becomes a number gets its numbers', async () => {
  await ensureTables(db, keyed(byNumber))
  await cabinets('C1', 'C2')
  expect((await databaseFacts(db, keyed({}))).keys).toEqual([])
  expect(await ensureTables(db, keyed({}))).toEqual([])
  await cabinets('C3')
  expect((await sql`select serial_id, locker_no from cabinet order by 2`.execute(db)).rows).toEqual([
    { serial_id: 1, locker_no: 'C1' },
    { serial_id: 2, locker_no: 'C2' },
    { serial_id: 3, locker_no: 'C3' },
  ])
  expect(await ensureTables(db, keyed({}))).toEqual([])
  await sql`drop table cabinet`.execute(db)
})

test('a resource that is numbered from now on has a series of numbers, which rows that wait for the end of an import are given', async () => {
  await ensureTables(db, testSchemas({ coupon }))
  const { key: _, ...numbered } = coupon
  expect(await ensureTables(db, testSchemas({ coupon: numbered }))).toEqual([])
  const { rows } = await sql`
    select table_name, is_identity, nextval(pg_get_serial_sequence(table_name, column_name)) as next
    from information_schema.columns where column_name = 'serial_id' and table_name like 'coupon%' order by 1`.execute(db)
  expect(rows).toEqual([{ table_name: 'coupon', is_identity: 'YES', next: 1 }])
})

test('a field that has got another name keeps its data; its indexes are renamed with it', async () => {
  const key = { LockerNo: { type: 'string', label: '櫃號', max: 10, unique: true, index: true } }
  const { LockerNo: _, ...rest } = locker({}).fields
  expect(await ensureTables(db, testSchemas({ shelf: { ...locker(key), label: '架位' } }))).toEqual([])
  await sql`insert into shelf (apply_code, locker_no, create_user, create_time, update_user, update_time) values ('77001', 'S1', 'x', now(), 'x', now())`.execute(
    db,
  )
  const renamed = { ...locker({}), label: '架位', display: '{ShelfNo}', fields: { ...rest, ShelfNo: { ...key.LockerNo, was: 'LockerNo' } } }
  expect(await ensureTables(db, testSchemas({ shelf: renamed }))).toEqual([])
  expect(await sql`select shelf_no from shelf`.execute(db)).toMatchObject({ rows: [{ shelf_no: 'S1' }] })
  const names = async () =>
    (await sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'shelf'`.execute(db)).rows.map(({ name }) => name)
  expect((await names()).filter((name) => name.includes('no'))).toEqual(
    expect.arrayContaining(['shelf_apply_code_shelf_no_key', 'shelf_apply_code_shelf_no_idx']),
  )
  expect((await names()).filter((name) => name.includes('locker'))).toEqual([])
  expect(await ensureTables(db, testSchemas({ shelf: renamed }))).toEqual([])
})

test('two that start together do not hinder each other', async () => {
  const schemas = testSchemas({ otherLocker: locker({}) })
  expect(await Promise.all([ensureTables(db, schemas), ensureTables(db, schemas)])).toEqual([[], []])
})
