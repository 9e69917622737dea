import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportBadRow } from '../../../../src/contract/imports'
import { purgeTables } from '../../../../src/server/retention'
import { emptyAuditTrail } from '../../../support/audit-lines'
import type { Answer, Client } from '../../../support/client'
import { type Portal, portal, twoCompanies } from '../../../support/portal'
import { coupon } from '../../../support/schemas/coupon'
import { csv } from '../files'
import { fields, many, shelf, wholly } from './shelves'

let open: Portal
let maker: Client

beforeAll(async () => {
  open = await portal({ schemas: { shelf, coupon } })
  await twoCompanies(open)
  maker = await open.as('CustomerMaker')
})

beforeEach(async () => {
  await sql`delete from shelf`.execute(open.db)
  await sql`delete from staged_row`.execute(open.db)
  await emptyAuditTrail(open.db)
  await sql`delete from record_import`.execute(open.db)
})

const send = (call: string, rows: readonly (readonly string[])[], mode = 'AllOrNothing'): Promise<Answer> => {
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, place]))))
  form.append('ImportMode', mode)
  form.append('File', new File([new Uint8Array(csv([fields, ...rows.map((row) => [...row])]))], 'shelves.csv'))
  return maker.request('POST', `/Ext/Shelf/${call}`, { form })
}

const shelves = async () =>
  (
    await sql<{
      code: string
      door: string | null
    }>`select shelf_code as code, door_no as door from shelf order by serial_id`.execute(open.db)
  ).rows
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(open.db)).rows[0]
    ?.count

test('a whole file becomes records with their audit lines, and leaves no staged rows', async () => {
  expect((await send('Import', many(60))).data).toMatchObject({ Written: true, CreateCount: 60, BadRows: [] })
  expect((await shelves()).map(({ code }) => code)).toEqual(many(60).map(([, code]) => code))
  const { rows } = await sql<{ key: string; serial: string; user: string; none: unknown }>`
    select record_key as key, after ->> 'SerialId' as serial, user_id as user, before as none from audit_log where action = 'Create' order by id`.execute(
    open.db,
  )
  expect(rows).toHaveLength(60)
  expect(rows.every(({ key, serial, user, none }) => key === serial && user !== '' && none === null)).toBe(true)
  expect(await count('staged_row')).toBe(0)
})

test('a file can change and create records, and a record can take a value that an earlier row releases', async () => {
  await send('Import', [['77001', 'OLD', 'D1', '']])
  expect(
    (
      await send('Import', [
        ['77001', 'OLD', 'D2', ''],
        ['77001', 'NEW', 'D1', 'OLD'],
      ])
    ).data,
  ).toMatchObject({ Written: true, CreateCount: 1, UpdateCount: 1 })
  expect(await shelves()).toEqual([
    { code: 'OLD', door: 'D2' },
    { code: 'NEW', door: 'D1' },
  ])
  const { rows } = await sql<{ before: string; after: string }>`
    select before ->> 'DoorNo' as before, after ->> 'DoorNo' as after from audit_log where action = 'Update'`.execute(
    open.db,
  )
  expect(rows).toEqual([{ before: 'D1', after: 'D2' }])
  const { rows: times } = await sql<{ same: boolean }>`
    select (a.after ->> 'UpdateTime')::timestamptz = s.update_time as same
    from audit_log a
    join shelf s on a.record_key = s.serial_id::text
    where a.action = 'Update'`.execute(open.db)
  expect(times).toEqual([{ same: true }])
})

test.each([
  ['two change places', ['D2', 'D1', 'D3']],
  ['all move on by one', ['D2', 'D3', 'D4']],
  ['all move on in a ring', ['D3', 'D1', 'D2']],
])('unique values can move between records, because only the final state counts: %s', async (_, doors) => {
  await send(
    'Import',
    many(4).map(([apply = '', code = '', door = '']) => [apply, code, door, '']),
  )
  const rows = doors.map((door, index) => ['77001', `S${index + 1}`, door, ''])
  expect((await send('CheckImport', rows)).data).toMatchObject({ GoodCount: 3, BadCount: 0 })
  expect((await send('Import', rows)).data).toMatchObject({ Written: true, UpdateCount: 3 })
  expect((await shelves()).map(({ door }) => door).sort()).toEqual(['D0', ...doors].sort())
  const audit = await sql<{ before: string; after: string }>`
    select before ->> 'DoorNo' as before, after ->> 'DoorNo' as after from audit_log where action = 'Update' order by id`.execute(
    open.db,
  )
  expect(audit.rows).toEqual(doors.map((after, index) => ({ before: `D${index + 1}`, after })))
})

test('a long chain of released values works across the steps of a large file', async () => {
  await send('Import', many(40))
  const moved = many(40).map(([apply = '', code = ''], index) => [apply, code, `D${(index + 1) % 40}`, ''])
  expect((await send('Import', moved)).data).toMatchObject({ Written: true, UpdateCount: 40 })
  expect((await shelves()).find(({ code }) => code === 'S39')).toEqual({ code: 'S39', door: 'D0' })
})

test('a value is not released if its row keeps it, is bad, or is not in the file', async () => {
  await send('Import', many(4))
  const told = async (...rows: string[][]) =>
    (await send('CheckImport', rows)).data.BadRows.map(({ RowNo, Problems }: ImportBadRow) => [
      RowNo,
      ...Problems.map((one) => one.ErrorCode),
    ])
  expect(await told(['77001', 'S1', 'D2', ''], ['77001', 'S2', 'D2', ''])).toEqual([[2, 'E105']])
  expect(await told(['77001', 'S1', 'D3', ''])).toEqual([[2, 'E105']])
  expect(await told(['77001', 'S1', 'D2', ''], ['77001', 'S2', 'D5', 'NOPE'])).toEqual([[3, 'E106']])
  expect((await shelves()).map(({ door }) => door)).toEqual(['D0', 'D1', 'D2', 'D3'])
})

test('rows take sequence numbers in their order, also while other records are created, and a file that is only checked takes none', async () => {
  const numbers = async () =>
    (await sql<{ no: string }>`select shelf_no as no from shelf order by serial_id`.execute(open.db)).rows.map(
      ({ no }) => no,
    )
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `S${String(from + index).padStart(4, '0')}`)
  await sql`delete from counter where name like 'number/%'`.execute(open.db)
  await send('CheckImport', many(30))
  expect((await send('Import', many(30))).data).toMatchObject({ Written: true, CreateCount: 30 })
  expect(await numbers()).toEqual(numbered(1, 30))
  const [, made] = await Promise.all([
    send(
      'Import',
      Array.from({ length: 60 }, (_, no) => ['77001', `T${no}`, `E${no}`, '']),
    ),
    maker.post('/Shelf', { ApplyCode: '77001', ShelfCode: 'X', DoorNo: 'X' }),
  ])
  expect(made.code).toBe('0000')
  expect((await numbers()).toSorted()).toEqual(numbered(1, 91))
})

test('a row can refer to a row far above it', async () => {
  const rows = [...many(40), ['77001', 'LAST', 'D-LAST', 'S0']]
  expect((await send('CheckImport', rows)).data).toMatchObject({ GoodCount: 41, BadCount: 0 })
  expect((await send('Import', rows)).data).toMatchObject({ Written: true, CreateCount: 41 })
})

test.each(['CheckImport', 'Import'])('%s reports a row that repeats a value of a row far above it', async (call) => {
  const { data } = await send(call, [...many(40), ['77001', 'LAST', 'D0', '']])
  expect(data).toMatchObject({ Written: false, GoodCount: 40, BadCount: 1 })
  expect(data.BadRows[0]).toMatchObject({
    RowNo: 42,
    Problems: [{ ColumnName: '門牌', Value: 'D0', ErrorCode: 'E105' }],
  })
  expect(await shelves()).toEqual([])
})

test('one report contains everything wrong with a row: invalid values, missing references and repeated values', async () => {
  const { data } = await send('CheckImport', [
    ['77001', 'S1', 'D1', ''],
    ['77001', 'ELEVENCHARS', 'D2', 'NOPE'],
    ['77001', 'S1', 'ELEVENCHARS', 'NOPE'],
    ['77999', '', '', 'NOPE'],
  ])
  const told = data.BadRows.map(({ RowNo, Problems }: ImportBadRow) => [
    RowNo,
    ...Problems.map((one) => `${one.ErrorCode} ${one.ColumnName}`),
  ])
  expect(told).toEqual([
    [3, 'E104 櫃位代碼', 'E106 上層櫃位'],
    [4, 'E105 櫃位代碼', 'E104 門牌', 'E106 上層櫃位'],
    [5, 'E101 櫃位代碼', 'E106 委託單位代號'],
  ])
})

test('of two concurrent files with the same records, one becomes records, and the errors of the other name the existing records', async () => {
  const results = await Promise.all([
    send('Import', many(20)),
    send(
      'Import',
      many(20).map(([apply = '', code = '']) => [apply, `T${code}`, `D${code.slice(1)}`, '']),
    ),
  ])
  expect(results.map(({ data }) => data.Written).sort()).toEqual([false, true])
  expect(results.find(({ data }) => !data.Written)?.data).toMatchObject({ BadCount: 20 })
  expect(await shelves()).toHaveLength(20)
})

test('nothing is written while the records that the rows refer to keep changing', async () => {
  const afterRows = async () => {
    await sql`update agreement set update_time = update_time + interval '1 second' where apply_code = '77001'`.execute(
      open.db,
    )
  }
  await expect(wholly(open, { afterRows }, many(5))).rejects.toMatchObject({ code: '2009' })
  expect(await shelves()).toEqual([])
})

test('other requests are served while a file is imported', async () => {
  let answered = 0
  const asked: Promise<unknown>[] = []
  // The clock is read with every row, and so is the database.
  const clock = () => {
    asked.push(sql`select 1`.execute(open.db).then(() => answered++))
    return open.clock()
  }
  await wholly(open, { clock }, many(60))
  expect(answered).toBeGreaterThan(asked.length / 2)
  await Promise.all(asked)
})

test('an interruption at any statement leaves all rows or none, each with its audit line', async () => {
  const outcomes: (number | undefined)[] = []
  for (let last = 1, ended = false; !ended; last += 1) {
    await sql`delete from shelf`.execute(open.db)
    await emptyAuditTrail(open.db)
    let asked = 0
    const db = open.db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1
        if (asked > last) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    ended = await wholly(open, { db }, many(6)).then(
      () => true,
      () => false,
    )
    expect(await count('audit_log')).toBe(await count('shelf'))
    outcomes.push(await count('shelf'))
  }
  expect(new Set(outcomes)).toEqual(new Set([0, 6]))
})

test('staged rows of a killed process are not records, and are deleted after a day', async () => {
  const now = open.clock()
  await sql`insert into staged_row (stage, row_no, staged_at, record) values ('gone', 1, ${now.toISOString()}::timestamptz, '{"shelf_code": "S1"}')`.execute(
    open.db,
  )
  expect((await maker.get('/Shelf')).data.TotalCount).toBe(0)
  await purgeTables(open.db, now)
  expect(await count('staged_row')).toBe(1)
  await purgeTables(open.db, new Date(now.getTime() + 25 * 3_600_000))
  expect(await count('staged_row')).toBe(0)
})
