import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { insurer, portal, twoCompanies } from '../../support/portal'

const { as, given, clock, db } = await portal()
await twoCompanies({ given })
const names = ['管理費', '車位費', '清潔費_A', '清潔費%B', '公共電費']
for (const [index, FeeName] of names.entries()) {
  await given.fee({
    FeeCode: `F0${index + 1}`,
    FeeName,
    DefaultAmount: index * 100,
    SortNo: 9 - index,
    FeeStatus: index === 4 ? 'Inactive' : 'Active',
    BillCategoryCode: index ? null : 'MGT',
  })
}
const maker = await as('CustomerMaker')
const codes = async (query: Parameters<typeof maker.get>[1], path = '/fee') =>
  (await maker.get(path, query)).data.Items.map(({ FeeCode }: { FeeCode: string }) => FeeCode)

test('codes match exactly, texts match a part, whatever it contains', async () => {
  expect(await codes({ FeeCode: 'F02' })).toEqual(['F02'])
  expect(await codes({ FeeName: '清潔', SortField: 'FeeCode' })).toEqual(['F03', 'F04'])
  expect(await codes({ FeeName: '%' })).toEqual(['F04'])
  expect(await codes({ FeeName: '_' })).toEqual(['F03'])
  expect(await codes({ FeeName: "' or 1=1 --" })).toEqual([])
})

test('a range of days contains the last instant of its last day, and not the first one of the next', async () => {
  const batch = {
    ApplyCode: '77001',
    BillTermId: '2026-11',
    SortType: 'UnitThenPayer',
    MergePDFCount: 100,
    JobStatus: 'Done',
  }
  const times = [
    '2026-11-19T23:59:59.999999+08:00',
    '2026-11-20T00:00:00+08:00',
    '2026-11-20T23:59:59.999999+08:00',
    '2026-11-21T00:00:00+08:00',
  ]
  for (const [index, RequestTime] of times.entries())
    await given.record('makePDFList', { ...batch, JobName: `列印${index}`, RequestTime })
  const names = async (query: Parameters<typeof maker.get>[1]) =>
    (await maker.get('/MakePDFList', { SortField: 'RequestTime', SortOrder: 'ASC', ...query })).data.Items.map(
      ({ JobName }: { JobName: string }) => JobName,
    )
  expect(await names({ RequestTimeFrom: '2026-11-20', RequestTimeTo: '2026-11-20' })).toEqual(['列印1', '列印2'])
  expect(await names({ RequestTimeTo: '2026-11-20' })).toEqual(['列印0', '列印1', '列印2'])
})

test('several values of an enum are repeated keys', async () => {
  expect(await codes({ FeeStatus: ['Active', 'Inactive'] })).toHaveLength(5)
  expect(await codes({ FeeStatus: 'Inactive' })).toEqual(['F05'])
})

test('pages have a deterministic order and the exact total', async () => {
  const first = await maker.get('/fee', { PageSize: 2, PageNo: 1, SortField: 'SortNo', SortOrder: 'ASC' })
  const second = await maker.get('/fee', { PageSize: 2, PageNo: 2, SortField: 'SortNo', SortOrder: 'ASC' })
  expect([...first.data.Items, ...second.data.Items].map(({ FeeCode }) => FeeCode)).toEqual([
    'F05',
    'F04',
    'F03',
    'F02',
  ])
  expect(second.data).toMatchObject({ TotalCount: 5, PageNo: 2, PageSize: 2 })
  expect((await maker.get('/fee', { PageNo: 99 })).data).toMatchObject({ Items: [], TotalCount: 5 })
})

test('calls with the same filters get the records of their own values, page and session', async () => {
  await given.fee({ ApplyCode: '77003', FeeCode: 'F01', FeeName: '保費' })
  const other = await as('CustomerMaker', insurer)
  const fees = async (user: typeof maker, query: Parameters<typeof maker.get>[1]) =>
    (await user.get('/fee', { SortField: 'FeeCode', ...query })).data.Items.map(
      (fee: Record<string, string>) => `${fee.ApplyCode} ${fee.FeeCode}`,
    )
  expect(await fees(maker, { FeeCode: 'F01' })).toEqual(['77001 F01'])
  expect(await fees(other, { FeeCode: 'F01' })).toEqual(['77003 F01'])
  expect(await fees(other, { FeeCode: 'F02' })).toEqual([])
  expect(await fees(maker, { FeeCode: 'F02' })).toEqual(['77001 F02'])
  expect(await fees(maker, { FeeStatus: 'Active', PageSize: 1, PageNo: 2 })).toEqual(['77001 F02'])
  expect(await fees(maker, { FeeStatus: 'Inactive', PageSize: 2, PageNo: 1 })).toEqual(['77001 F05'])
  expect(await fees(maker, { FeeStatus: ['Inactive', 'Active'], PageSize: 2, PageNo: 3 })).toEqual(['77001 F05'])
  expect(await fees(maker, { FeeCode: 'F02', SortField: 'SortNo', SortOrder: 'DESC' })).toEqual(['77001 F02'])
  expect(await fees(maker, { FeeCode: 'F03', SortField: 'SortNo', SortOrder: 'DESC' })).toEqual(['77001 F03'])
})

test('a part of a text is found in upper and lower case, whatever was searched before', async () => {
  expect(await codes({ FeeName: '費_' })).toEqual(['F03'])
  expect(await codes({ FeeName: '費_a' })).toEqual(['F03'])
  expect(await codes({ FeeName: '車位' })).toEqual(['F02'])
})

test('keywords are searched in the fields that name the record', async () => {
  expect(await codes({ Keyword: '車位' })).toEqual(['F02'])
  expect(await codes({ Keyword: 'f02' })).toEqual(['F02'])
})

test('each row contains the display texts of its references', async () => {
  const { data } = await maker.get('/fee', { FeeCode: 'F01' })
  expect(data.Items[0].Labels).toEqual({
    ApplyCode: '77001 示範社區管理費',
    BillCategoryCode: expect.stringContaining('社區管理費'),
  })
})

test.each([
  [{ Colour: 'red' }, 'Colour'],
  [{ fee_code: 'F01' }, 'fee_code'],
  [{ FeeCode: ['F01', 'F02'] }, 'FeeCode'],
  [{ PageNo: [1, 2] }, 'PageNo'],
  [{ PageNo: 0 }, 'PageNo'],
  [{ PageNo: 'x' }, 'PageNo'],
  [{ PageSize: 501 }, 'PageSize'],
  [{ SortField: 'create_user; drop table fee' }, 'SortField'],
  [{ SortField: 'Remark' }, 'SortField'],
  [{ SortField: 'FeeCode', SortOrder: 'sideways' }, 'SortOrder'],
  [{ FeeStatus: 'Unknown' }, 'FeeStatus'],
])('refuses %j', async (query, field) => {
  const answer = await maker.get('/fee', query as never)
  expect(answer).toMatchObject({ status: 200, code: '2002' })
  expect(Object.keys(answer.errors)).toEqual([field])
})

test('bills are found by the beginning of their number or account', async () => {
  await given.bill({ BillNo: 'B202611-000777', VACAccount: '77001260007771' })
  await given.bill({ BillNo: 'B202612-000778', VACAccount: '77001260007783' })
  const bills = async (query: Record<string, string>) =>
    (await maker.get('/Bills', query)).data.Items?.map(({ BillNo }: { BillNo: string }) => BillNo)
  expect(await bills({ BillNo: 'B202611-' })).toEqual(['B202611-000777'])
  expect(await bills({ BillNo: 'B202612-000778' })).toEqual(['B202612-000778'])
  expect(await bills({ VACAccount: '7700126000777' })).toEqual(['B202611-000777'])
  expect(
    [await bills({ BillNo: '1-000777' }), await bills({ VACAccount: '0126000777' })],
    'contained elsewhere',
  ).toEqual([[], []])
  expect(
    [await bills({ BillNo: 'B20261_-' }), await bills({ BillNo: '%' }), await bills({ BillNo: 'B202611-\\' })],
    'no wildcards',
  ).toEqual([[], [], []])
})

test('the beginning of a number is found by an index', async () => {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'bill' and indexname like '%\\_prefix' order by indexname`.execute(
    db,
  )
  expect(rows.map(({ definition }) => definition.slice(definition.indexOf('(')))).toEqual([
    // The embedded database sorts by character codes, so the unique index of bill numbers also serves their beginnings.
    ...(inject('databaseUrl') ? ['(apply_code, bill_no text_pattern_ops)'] : []),
    '(apply_code, vac_account text_pattern_ops)',
  ])
})

test('days are ranges, with the calendar of Taipei, and a wrong day is refused', async () => {
  await given.billTerm({ BillTermId: 'T1', BillTermNo: '01', PaymentEndDate: '2026-11-29' })
  await given.billTerm({ BillTermId: 'T2', BillTermNo: '02', PaymentEndDate: '2026-11-30' })
  await given.billTerm({ BillTermId: 'T3', BillTermNo: '03', PaymentEndDate: '2026-12-01' })
  const terms = async (query: object) =>
    (await maker.get('/BillTerm/GetSearchData', { ...query, SortField: 'BillTermId' })).data.Items?.map(
      ({ BillTermId }: { BillTermId: string }) => BillTermId,
    )
  expect(await terms({ PaymentEndDateFrom: '2026-11-30' })).toEqual(['T2', 'T3'])
  expect(await terms({ PaymentEndDateFrom: '2026-11-30', PaymentEndDateTo: '2026-11-30' })).toEqual(['T2'])
  expect((await maker.get('/BillTerm/GetSearchData', { PaymentEndDateTo: '2026-02-30' })).errors).toHaveProperty(
    'PaymentEndDateTo',
  )
})

test('counts and computed states are correct and can be used as filters', async () => {
  await given.billTerm({ BillTermId: 'T9', BillTermNo: '09' })
  await given.bill({ BillTermId: 'T9', PaymentEndDate: '2026-11-30' })
  await given.bill({ BillTermId: 'T9', PaymentEndDate: '2026-11-30', PayStatus: 'Paid', PaidAmount: 1000 })
  await given.bill({ BillTermId: 'T9', BillState: 'Void' })
  const { data } = await maker.get('/BillTerm/GetSearchData', { BillTermId: 'T9' })
  expect(data.Items[0]).toMatchObject({ BillCount: 2, PaidCount: 1 })
  const states = async () =>
    (await maker.get('/Bills', { BillTermId: 'T9', SortField: 'SerialId' })).data.Items.map(
      ({ BillStatus }: { BillStatus: string }) => BillStatus,
    )
  expect((await states()).sort()).toEqual(['Paid', 'Unpaid', 'Void'])
  clock.set('2026-12-01T00:00:01+08:00')
  const late = await as('CustomerMaker')
  const overdue = await late.get('/Bills', { BillTermId: 'T9', BillStatus: 'Overdue' })
  expect(overdue.data).toMatchObject({ TotalCount: 1, Items: [{ BillStatus: 'Overdue', PayStatus: 'Unpaid' }] })
})
