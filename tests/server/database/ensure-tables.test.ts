import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { databaseFacts } from '../../../src/server/database/database-facts'
import { ensureTables, missingChanges } from '../../../src/server/database/ensure-tables'
import { testDatabase } from '../../support/database/database'
import { coupon } from '../../support/schemas/coupon'
import { testSchemas } from '../../support/schemas/schemas'

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
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'locker'::regclass and attnum > 0`.execute(
        db,
      )
    ).rows.map(({ name, type }) => [name, type]),
  )
const indexes = async () =>
  (
    await sql<{
      indexdef: string
    }>`select indexdef from pg_indexes where tablename = 'locker' order by indexname`.execute(db)
  ).rows.map((row) => row.indexdef)

test('a schema becomes a table with audit columns, and its indexes', async () => {
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

test('a new field gets its column, and the rows are kept', async () => {
  await sql`insert into locker (apply_code, locker_no, create_user, create_time, update_user, update_time) values ('77001', 'L1', 'x', now(), 'x', now())`.execute(
    db,
  )
  expect(
    await ensureTables(
      db,
      testSchemas({
        locker: locker({
          Price: { type: 'money', label: '月租' },
          Kinds: { type: 'enumList', options: { A: '甲' }, label: '區' },
        }),
      }),
    ),
  ).toEqual([])
  expect(await columns()).toMatchObject({ price: 'bigint', kinds: 'jsonb' })
  expect((await db.selectFrom('locker').select(['locker_no', 'price']).execute())[0]).toEqual({
    locker_no: 'L1',
    price: null,
  })
})

test('a removed field keeps its column, and no start changes a type', async () => {
  expect(await ensureTables(db, testSchemas({ locker: locker({ Price: { type: 'date', label: '起日' } }) }))).toEqual(
    [],
  )
  expect(await columns()).toMatchObject({ price: 'bigint', kinds: 'jsonb' })
})

test('a table that fulfils its schema needs no change, whatever texts of the schema change', async () => {
  const schemas = (label: string) =>
    testSchemas({ locker: { ...locker({ Price: { type: 'money', label, help: label } }), label } })
  await ensureTables(db, schemas('月租'))
  expect(await missingChanges(db, schemas('每月租金'))).toEqual([])
  const added = testSchemas({
    locker: locker({ Price: { type: 'money', label: '月租', index: true }, Since: { type: 'date', label: '起日' } }),
  })
  expect(await missingChanges(db, added)).toEqual([
    { statement: 'alter table "locker" add column if not exists "since" date' },
    {
      statement: expect.stringMatching(/^create index if not exists "locker_apply_code_price_serial_id_idx"/),
      creates: 'index',
    },
  ])
})

test('an index that the rows violate is left to the operator', async () => {
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

test('a key that some records violate has no index: their number is reported, and the index is created once none does', async () => {
  await ensureTables(db, keyed({}))
  await cabinets('C1', 'C1', 'C1', 'C2', 'C2', null)
  const facts = {
    table: 'cabinet',
    key: byNumber.key,
    repeatedKeyCount: 2,
    recordCountWithRepeatedKey: 5,
    recordCountWithoutKey: 1,
  }
  await expect(ensureTables(db, keyed(byNumber))).rejects.toMatchObject({ name: 'NonUniqueKeys', keys: [facts] })
  expect((await databaseFacts(db, keyed(byNumber))).keys).toEqual([facts])
  await sql`delete from cabinet where serial_id in (1, 2, 4, 6)`.execute(db)
  expect((await databaseFacts(db, keyed(byNumber))).keys).toEqual([])
  expect(await ensureTables(db, keyed(byNumber))).toEqual([])
  await expect(cabinets('C1')).rejects.toThrow('cabinet_apply_code_locker_no_key')
})

test("an index that only has the name of the key's does not enforce it", async () => {
  await sql`drop index cabinet_apply_code_locker_no_key`.execute(db)
  await sql`create index cabinet_apply_code_locker_no_key on cabinet (apply_code)`.execute(db)
  await expect(ensureTables(db, keyed(byNumber))).rejects.toMatchObject({
    keys: [{ repeatedKeyCount: 0, recordCountWithRepeatedKey: 0, recordCountWithoutKey: 0 }],
  })
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

test('a resource that becomes numbered gets a sequence, from which staged rows of an import get numbers', async () => {
  await ensureTables(db, testSchemas({ coupon }))
  const { key: _, ...numbered } = coupon
  expect(await ensureTables(db, testSchemas({ coupon: numbered }))).toEqual([])
  const { rows } = await sql`
    select table_name, is_identity, nextval(pg_get_serial_sequence(table_name, column_name)) as next
    from information_schema.columns where column_name = 'serial_id' and table_name like 'coupon%' order by 1`.execute(
    db,
  )
  expect(rows).toEqual([{ table_name: 'coupon', is_identity: 'YES', next: 1 }])
})

test('a renamed field keeps its data; its indexes are renamed with it', async () => {
  const key = {
    LockerNo: { type: 'string', label: '櫃號', max: 10, unique: true },
    LockerFloor: { type: 'string', label: '樓層', max: 10, index: true },
  }
  const { LockerNo: _, ...rest } = locker({}).fields
  expect(await ensureTables(db, testSchemas({ shelf: { ...locker(key), label: '架位' } }))).toEqual([])
  await sql`insert into shelf (apply_code, locker_no, create_user, create_time, update_user, update_time) values ('77001', 'S1', 'x', now(), 'x', now())`.execute(
    db,
  )
  const renamed = {
    ...locker({}),
    label: '架位',
    display: '{ShelfNo}',
    fields: {
      ...rest,
      ShelfNo: { ...key.LockerNo, was: 'LockerNo' },
      ShelfFloor: { ...key.LockerFloor, was: 'LockerFloor' },
    },
  }
  expect(await ensureTables(db, testSchemas({ shelf: renamed }))).toEqual([])
  expect(await sql`select shelf_no from shelf`.execute(db)).toMatchObject({ rows: [{ shelf_no: 'S1' }] })
  const names = async () =>
    (
      await sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'shelf'`.execute(db)
    ).rows.map(({ name }) => name)
  expect(await names()).toEqual(
    expect.arrayContaining(['shelf_apply_code_shelf_no_key', 'shelf_apply_code_shelf_floor_serial_id_idx']),
  )
  expect((await names()).filter((name) => name.includes('locker'))).toEqual([])
  expect(await ensureTables(db, testSchemas({ shelf: renamed }))).toEqual([])
})

const indexNames = async (table: string) =>
  (
    await sql<{ name: string }>`select indexname as name from pg_indexes where tablename = ${table} order by 1`.execute(
      db,
    )
  ).rows.map(({ name }) => name)

test('no index is redundant because another one begins with the same columns', async () => {
  const fields = {
    LockerNo: { type: 'string', label: '櫃號', max: 10, unique: true, index: true },
    State: { type: 'string', label: '狀態', max: 10, index: true },
  }
  await ensureTables(db, testSchemas({ cabinet: { ...locker(fields), label: '櫃子' } }))
  expect(await indexNames('cabinet')).toEqual([
    'cabinet_apply_code_locker_no_key',
    'cabinet_apply_code_serial_id_idx',
    'cabinet_apply_code_state_serial_id_idx',
    'cabinet_pkey',
  ])
})

describe('a text that is unique and filtered by its beginning', () => {
  const box = (field: object = {}) =>
    testSchemas({
      box: {
        ...locker({ LockerNo: { type: 'string', label: '櫃號', max: 10, unique: true, ...field } }),
        label: '信箱',
        list: { columns: ['LockerNo'], filters: [{ field: 'LockerNo', match: 'startsWith' }] },
      },
    })
  const prefixIndexes = async () => (await indexNames('box')).filter((name) => name.endsWith('_prefix'))
  const createPrefixIndex = (column = 'locker_no') =>
    sql`create index if not exists ${sql.id(`box_apply_code_${column}_prefix`)} on box (apply_code, ${sql.id(column)} text_pattern_ops)`.execute(
      db,
    )
  /** The databases of the embedded engine sort by character codes, those of the server of the tests do not. */
  const expected = inject('databaseUrl') ? ['box_apply_code_locker_no_prefix'] : []

  test('has an index for this filter only where the unique index cannot serve it', async () => {
    expect(await ensureTables(db, box())).toEqual([])
    expect(await prefixIndexes()).toEqual(expected)
    expect(await missingChanges(db, box())).toEqual([])
    await sql`
      insert into box (apply_code, locker_no, create_user, create_time, update_user, update_time)
      select '77001', 'L' || no, 'x', now(), 'x', now() from generate_series(1, 5000) no`.execute(db)
    await sql`analyze box`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select serial_id from box where apply_code = '77001' and locker_no like 'L123%' order by serial_id desc limit 20`.execute(
      db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(inject('databaseUrl') ? 'box_apply_code_locker_no_prefix' : 'box_apply_code_locker_no_key')
    expect(plan).toContain("locker_no >= 'L123'".replace('>=', inject('databaseUrl') ? '~>=~' : '>='))
  })

  test('loses the index of former versions, but only once the unique index exists', async () => {
    await createPrefixIndex()
    expect(await ensureTables(db, box())).toEqual([])
    expect(await prefixIndexes()).toEqual(expected)
    await createPrefixIndex()
    await sql`drop index box_apply_code_locker_no_key`.execute(db)
    await sql`update box set locker_no = 'L1' where locker_no = 'L2'`.execute(db)
    expect(await ensureTables(db, box())).toEqual([expect.stringContaining('box_apply_code_locker_no_key')])
    expect(await prefixIndexes()).toEqual(['box_apply_code_locker_no_prefix'])
    await sql`update box set locker_no = 'L2' where serial_id = (select max(serial_id) from box where locker_no = 'L1')`.execute(
      db,
    )
    expect(await ensureTables(db, box())).toEqual([])
    expect(await ensureTables(db, box())).toEqual([])
    expect(await prefixIndexes()).toEqual(expected)
    expect(await missingChanges(db, box())).toEqual([])
  })

  test('keeps the index if the unique index has a condition', async () => {
    await sql`drop table box`.execute(db)
    expect(await ensureTables(db, box({ uniqueWhere: { ApplyCode: ['77001'] } }))).toEqual([])
    expect(await prefixIndexes()).toEqual(['box_apply_code_locker_no_prefix'])
    await sql`drop table box`.execute(db)
  })
})

test('an index of characters gets the storage parameters of this version; one of another kind stays as it is', async () => {
  const shed = testSchemas({
    shed: {
      ...locker({ Owner: { type: 'string', label: '使用人', max: 10, index: true } }),
      label: '倉庫',
      list: { columns: ['LockerNo', 'Owner'], filters: [{ field: 'Owner', match: 'contains' }] },
    },
  })
  const storage = async () =>
    (
      await sql<{
        reloptions: unknown
      }>`select to_jsonb(reloptions) as reloptions from pg_class where relname = 'shed_owner_parts'`.execute(db)
    ).rows
  await ensureTables(db, shed)
  const declared = [{ reloptions: ['fastupdate=on', 'gin_pending_list_limit=128'] }]
  expect(await storage()).toEqual(declared)
  await sql`alter index shed_owner_parts reset (gin_pending_list_limit)`.execute(db)
  await sql`alter index shed_owner_parts set (fastupdate = off)`.execute(db)
  expect(await ensureTables(db, shed)).toEqual([])
  expect(await storage()).toEqual(declared)
  await sql`drop index shed_owner_parts`.execute(db)
  await sql`create index shed_owner_parts on shed (owner)`.execute(db)
  expect(await ensureTables(db, shed)).toEqual([])
  expect(await storage()).toEqual([{ reloptions: null }])
  await sql`drop table shed`.execute(db)
})

test('an index that made a key or a field unique is dropped once nothing requires it; other indexes stay', async () => {
  const stand = (file: object, field: object = {}) =>
    testSchemas({ stand: { ...locker({ LockerNo: { type: 'string', label: '櫃號', max: 10, ...field } }), ...file } })
  const put = (count: number) =>
    sql`
    insert into stand (apply_code, locker_no, create_user, create_time, update_user, update_time)
    select '77001', null, 'x', now(), 'x', now() from generate_series(1, ${count})`.execute(db)
  await ensureTables(db, stand(byNumber))
  await sql`create unique index by_hand on stand (apply_code, locker_no, update_time)`.execute(db)
  await expect(put(1)).rejects.toThrow()
  expect((await databaseFacts(db, stand({}))).droppedIndexes).toEqual([
    { table: 'stand', columns: ['apply_code', 'locker_no'] },
  ])
  expect(await ensureTables(db, stand({}, { unique: true }))).toEqual([])
  expect(await indexNames('stand')).toEqual(
    expect.arrayContaining(['by_hand', 'stand_apply_code_locker_no_key', 'stand_serial_id_key']),
  )
  await put(2)
  expect(await ensureTables(db, stand({}))).toEqual([])
  expect(await indexNames('stand')).toEqual(expect.arrayContaining(['by_hand', 'stand_serial_id_key']))
  expect(await indexNames('stand')).not.toContain('stand_apply_code_locker_no_key')
  expect((await databaseFacts(db, stand({}))).droppedIndexes).toEqual([])
})

test('a renamed file keeps its table, with its indexes and numbers; a column can be renamed with it', async () => {
  const { LockerNo, ...rest } = locker({}).fields
  const bench = { ...locker({ LockerNo: { ...LockerNo, unique: true } }), label: '長椅' }
  const seat = {
    ...bench,
    was: 'benchSeat',
    display: '{SeatNo}',
    fields: { ...rest, SeatNo: { ...LockerNo, unique: true, was: 'LockerNo' } },
  }
  await ensureTables(db, testSchemas({ benchSeat: bench }))
  const put = (table: string, column: string, no: string) =>
    sql`
    insert into ${sql.table(table)} (apply_code, ${sql.ref(column)}, create_user, create_time, update_user, update_time)
    values ('77001', ${no}, 'x', now(), 'x', now())`.execute(db)
  await put('bench_seat', 'locker_no', 'B1')
  const facts = async (schema: object) =>
    (await databaseFacts(db, testSchemas({ seat: schema }))).tables.filter(({ table }) => table === 'bench_seat')
  expect(await facts(seat)).toEqual([])
  expect(await facts({ ...seat, was: undefined, fields: bench.fields, display: bench.display })).toEqual([
    { table: 'bench_seat', recordCount: 1 },
  ])
  expect(await ensureTables(db, testSchemas({ seat }))).toEqual([])
  await put('seat', 'seat_no', 'B2')
  expect((await sql`select serial_id, seat_no from seat order by 1`.execute(db)).rows).toEqual([
    { serial_id: 1, seat_no: 'B1' },
    { serial_id: 2, seat_no: 'B2' },
  ])
  await expect(put('seat', 'seat_no', 'B2')).rejects.toThrow('seat_apply_code_seat_no_key')
  expect((await indexNames('seat')).filter((name) => /bench|locker/.test(name))).toEqual(['bench_seat_pkey'])
  expect(await missingChanges(db, testSchemas({ seat }))).toEqual([])
})

test('a unique index with a changed condition is replaced, if the records allow it; a renamed column is no change', async () => {
  const state = { type: 'enum', options: { A: '甲', B: '乙', "C'": '丙' }, label: '狀態' }
  const desk = (values: readonly string[] | undefined, field = 'State', more: object = {}) =>
    testSchemas({
      desk: {
        ...locker({
          LockerNo: {
            type: 'string',
            label: '櫃號',
            max: 10,
            unique: true,
            ...(values && { uniqueWhere: { [field]: values } }),
          },
          [field]: { ...state, ...more },
        }),
        label: '桌',
      },
    })
  const put = (value: string) =>
    sql`
    insert into desk (apply_code, locker_no, state, create_user, create_time, update_user, update_time)
    values ('77001', 'D1', ${value}, 'x', now(), 'x', now())`.execute(db)
  const repeated = async (values: readonly string[] | undefined) =>
    (await databaseFacts(db, desk(values))).database.desk?.locker_no?.repeated
  const index = async () =>
    (
      await sql<{
        indexdef: string
      }>`select indexdef from pg_indexes where indexname = 'desk_apply_code_locker_no_key'`.execute(db)
    ).rows[0]?.indexdef ?? ''
  await ensureTables(db, desk(['A']))
  for (const value of ['A', 'B', 'B']) await put(value)
  await expect(put('A')).rejects.toThrow('desk_apply_code_locker_no_key')
  expect(await missingChanges(db, desk(['A']))).toEqual([])
  expect([
    await repeated(['A']),
    await repeated(["C'"]),
    await repeated(['A', 'B']),
    await repeated(undefined),
  ]).toEqual([undefined, undefined, 1, 1])
  for (const values of [["C'"], ['A', "C'"]]) {
    expect(await ensureTables(db, desk(values))).toEqual([])
    expect(await missingChanges(db, desk(values))).toEqual([])
  }
  await expect(put('A')).rejects.toThrow('desk_apply_code_locker_no_key')
  expect(await index()).toContain('ARRAY')
  const renamed = desk(['A', "C'"], 'Condition', { was: 'State' })
  expect((await missingChanges(db, renamed)).map(({ statement }) => statement)).toEqual([
    'alter table "desk" rename column "state" to "condition"',
  ])
  await ensureTables(db, renamed)
  expect(await missingChanges(db, renamed)).toEqual([])
  await sql`drop table desk`.execute(db)
})

test('two processes that start together do not block each other', async () => {
  const schemas = testSchemas({ otherLocker: locker({}) })
  expect(await Promise.all([ensureTables(db, schemas), ensureTables(db, schemas)])).toEqual([[], []])
})
