import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/types'
import { recomputeTables } from '../../../src/server/records/recompute'
import { asAudited, writeLines } from '../../support/audit-lines'
import { portal } from '../../support/portal'
import { dot, everyType } from '../../support/schemas/every-type'
import { testSchemas } from '../../support/schemas/schemas'

const { as, given, ports, clock, db, schemas } = await portal({ schemas: { everyType } })
await given.customer()
await given.agreement()
const maker = await as('CustomerMaker')

const typed = {
  ApplyCode: '77001',
  Title: '年費',
  Count: '3',
  Price: '1,000',
  Rate: '1.5%',
  Day: '115/11/30',
  Month: '11512',
  OpenTime: '930',
  CloseTime: '17:30',
  Active: true,
  Kind: 'Gift',
  Places: ['South'],
  Page: 'https://www.example.com/',
  Account: '7700 1260 0012 35',
  Logo: dot,
  Lines: [
    { Item: '卡片', Quantity: 2, Each: 150, Sum: 1 },
    { Item: '信封', Quantity: 10, Each: 3 },
  ],
  Total: 5,
}

test('a value of each type is accepted as users write it, stored, and returned in one format', async () => {
  const refused = await maker.post('/EveryType', { ...typed, OpenTime: '930' })
  expect(refused).toMatchObject({ data: { Errors: { OpenTime: '開始時間不是正確的時間，請輸入如 09:30。' } } })
  const made = await maker.post('/EveryType', { ...typed, OpenTime: '0930' })
  expect(made).toMatchObject({
    code: '0000',
    data: {
      Count: 3,
      Price: 1000,
      Rate: 1.5,
      Total: 3000,
      Charge: 45,
      Day: '2026-11-30',
      Month: '2026-12',
      OpenTime: '09:30',
      Until: '2026-12-30',
      Account: '77001260001235',
      Logo: dot,
      Answer: null,
      LinesTotal: 330,
    },
  })
  expect(made.data.Lines[0]).toMatchObject({ Item: '卡片', Sum: 300 })
})

test('computed values are recomputed by an update, and lists sort and filter by them', async () => {
  const made = await maker.post('/EveryType', { ApplyCode: '77001', Title: '月費', Price: 10, Count: 2, Rate: 2.25 })
  expect(made.data).toMatchObject({ Total: 20, Charge: 0 })
  const changed = await maker.put(`/EveryType/${made.data.SerialId}`, { Count: 400, UpdateTime: made.data.UpdateTime })
  expect(changed.data).toMatchObject({ Total: 4000, Charge: 90 })
  const titles = async (query: object) =>
    (await maker.get('/EveryType', { ...query, SortField: 'Total', SortOrder: 'DESC' })).data.Items.map(
      (row: { Title: string }) => row.Title,
    )
  expect(await titles({})).toEqual(['月費', '年費'])
  expect(await titles({ TotalFrom: 3001 })).toEqual(['月費'])
  expect(await titles({ RateFrom: '2.2', RateTo: '2.3' })).toEqual(['月費'])
  expect(await titles({ MonthFrom: '2026-12', MonthTo: '2026-12' })).toEqual(['年費'])
  expect(await titles({ OpenTimeTo: '09:30' })).toEqual(['年費'])
})

test('a changed expression is applied to stored records, once', async () => {
  const made = await maker.post('/EveryType', { ApplyCode: '77001', Title: '季費', Price: 10, Count: 2 })
  const Total = { ...everyType.fields.Total, value: { multiply: [{ field: 'Price' }, 3] } }
  const schemas = testSchemas({ everyType: { ...everyType, fields: { ...everyType.fields, Total } } })
  const recompute = () => recomputeTables({ db: ports.backgroundDb, clock, schemas, modules, isStopped: () => false })
  expect(await recompute()).toMatchObject({ every_type: expect.any(Number) })
  expect((await maker.get(`/EveryType/${made.data.SerialId}`)).data).toMatchObject({
    Total: 30,
    UpdateTime: made.data.UpdateTime,
  })
  expect(await recompute()).toEqual({})
})

test('an option is refused while its condition does not hold, and kept where it was selected before', async () => {
  const refused = await maker.post('/EveryType', { ApplyCode: '77001', Title: '贈品', Active: false, Kind: 'Gift' })
  expect(refused.data.Errors).toEqual({ Kind: '形式目前不可選「贈品」，請改選其他項目。' })
  const made = await maker.post('/EveryType', {
    ApplyCode: '77001',
    Title: '贈品',
    Active: true,
    Kind: 'Gift',
    Places: ['North'],
  })
  const later = await maker.put(`/EveryType/${made.data.SerialId}`, { Active: false, UpdateTime: made.data.UpdateTime })
  expect(later).toMatchObject({ code: '0000', data: { Active: false, Kind: 'Gift', Places: ['North'] } })
  const other = await maker.put(`/EveryType/${made.data.SerialId}`, { Kind: 'Card', UpdateTime: later.data.UpdateTime })
  expect(other).toMatchObject({ code: '0000', data: { Kind: 'Card', Places: null } })
})

test('a filter value that is invalid for its type is refused with a message', async () => {
  const { data } = await maker.get('/EveryType', { RateFrom: 'x', TotalFrom: '1e9' })
  expect(Object.keys(data.Errors)).toEqual(['RateFrom', 'TotalFrom'])
})

test('the server enforces requirements that depend on other fields, on today and on the role', async () => {
  const admin = await as('CustomerAdmin')
  const short = { ApplyCode: '77001', Title: '當日', Opening: '2026-11-30', Closing: '2026-11-30' }
  expect(await maker.post('/EveryType', short)).toMatchObject({
    code: '2002',
    data: { Errors: { ShortReason: '請填寫當日截止原因。' } },
  })
  expect(await admin.post('/EveryType', short)).toMatchObject({ code: '0000', data: { ShortReason: null } })
  const longer = await maker.post('/EveryType', { ...short, Title: '多日', Closing: '2026-12-01', ShortReason: '無' })
  expect(longer).toMatchObject({ code: '0000', data: { ShortReason: null } })
  const opened = await maker.post('/EveryType', { ...short, Title: '今日', Opening: '2026-11-20' })
  expect(opened).toMatchObject({ code: '2002', data: { Errors: { OpenedBy: '請填寫開放人員。' } } })
})

test('a change of the record clears the values that it hides in its list items', async () => {
  const row = { Item: '卡片', Quantity: 1, Each: 5, Serial: 'A1' }
  const made = await maker.post('/EveryType', { ApplyCode: '77001', Title: '卡號', Kind: 'Card', Lines: [row] })
  expect(made.data.Lines).toMatchObject([{ Serial: 'A1' }])
  const { SerialId, UpdateTime } = made.data
  const changed = await maker.put(`/EveryType/${SerialId}`, { Kind: 'Letter', UpdateTime })
  expect(changed.data.Lines).toMatchObject([{ ...row, Serial: null }])
})

test('the server refuses a record that breaks a rule, with the rule’s message at its field', async () => {
  const Errors = { Closing: '截止日不可早於開放日。' }
  const days = { ApplyCode: '77001', Title: '期間', Opening: '2026-12-01', Closing: '2026-11-30' }
  expect(await maker.post('/EveryType', days)).toMatchObject({
    code: '2002',
    message: Errors.Closing,
    data: { Errors },
  })
  const made = await maker.post('/EveryType', { ...days, Closing: '2026-12-31' })
  const { SerialId, UpdateTime } = made.data
  expect(await maker.put(`/EveryType/${SerialId}`, { Opening: '2027-01-01', UpdateTime })).toMatchObject({
    code: '2002',
    data: { Errors },
  })
  expect(await maker.put(`/EveryType/${SerialId}`, { Opening: '2026-12-30', UpdateTime })).toMatchObject({
    code: '0000',
  })
})

test('the audit line of a new record contains it as its detail page returns it, with a value of each type', async () => {
  const { record } = await completeRecord('新增')
  expect(Object.entries(record).filter(([, value]) => value === null)).toEqual([['Answer', null]])
  expect(await writeLines(db, 'everyType', String(record.SerialId))).toEqual([
    { action: 'Create', before: null, after: record },
  ])
})

test('the audit line of a change contains the record before and after it, with and without a value of each type', async () => {
  const { path, record, read } = await completeRecord('修改')
  await sql`
    update every_type
    set answer = ${JSON.stringify(answer)}::text::jsonb, moment = '1975-06-30T20:00:00.000001Z'
    where serial_id = ${record.SerialId}`.execute(db)
  const before = await read()
  expect(before).toMatchObject({ Answer: answer, Moment: '1975-07-01T04:00:00.000001+08:00' })
  const cleared = Object.keys({ ...typed, ...furtherValues, Payers: null }).filter(
    (name) => !['ApplyCode', 'Title'].includes(name),
  )
  const changed = await maker.put(path, {
    ...Object.fromEntries(cleared.map((name) => [name, null])),
    UpdateTime: before.UpdateTime,
  })
  expect(changed).toMatchObject({
    code: '0000',
    data: { Count: null, Total: null, Active: null, Payers: [], Logo: null },
  })
  const lines = await writeLines(db, 'everyType', String(record.SerialId))
  expect(lines.at(-1)).toEqual({ action: 'Update', before, after: await read() })
})

/** Creates a record with a value in each field that users can enter. */
const completeRecord = async (Title: string) => {
  await given.payer({ PayerId: Title })
  await given.fee({ FeeCode: Title })
  const Lines = [
    {
      Item: '卡片',
      Quantity: 2,
      Each: 150,
      Due: '2026-12-31',
      Fee: Title,
      How: 'Post',
      Address: '臺北市',
      Urgent: true,
      Serial: null,
    },
  ]
  const body = {
    ...typed,
    ...furtherValues,
    Title,
    Price: 1_234_567_890_123,
    Rate: '0.10',
    OpenTime: '09:30',
    Payers: [Title],
    Lines,
  }
  const made = await maker.post('/EveryType', body)
  const path = `/EveryType/${made.data.SerialId}`
  const read = async (): Promise<RecordValues> => asAudited(schemas.get('everyType'), (await maker.get(path)).data)
  return { path, read, record: await read() }
}

/** Values of the fields that `typed` lacks. */
const furtherValues = {
  Note: '第一列\n第二列',
  Mail: 'wang@example.com',
  Mobile: '0912345678',
  Landline: '02-27654321',
  Phone: '0912345678',
  Company: '12345675',
  IdNo: 'A123456789',
  Bank: '00112345698765',
  Zip: '100',
  PaidAt: '082129',
  Opening: '2026-12-01',
  Closing: '2026-12-01',
  ShortReason: '無',
  OpenedBy: '王大明',
}

const answer = { Text: '「"」\n', Numbers: [0, -1.5, 1e21], Nothing: null, Nested: { Yes: true } }
