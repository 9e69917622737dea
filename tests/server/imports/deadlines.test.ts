import { expect, test } from 'vitest'
import { deadlineYears } from '../../../src/domain/bills/bill'
import { portal } from '../../support/portal'
import { csv } from './files'
import { goodForm, header, imported, twoCompaniesWithTerms, upload } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')
const titles = [...header, '繳款截止日']

// The term starts on 2026-11-01.
test.each([
  ['2028/11/01', null],
  ['2028/11/02', '2028/11/01'],
  ['2099/12/31', '2028/11/01'],
])('a row with the deadline %s is accepted up to two years after the start of its term', async (deadline, latest) => {
  const no = deadline.replaceAll('/', '').slice(2)
  const done = await imported(open, maker, 'a.csv', csv([titles, [`A${no}`, no, '王大明', '1000', deadline]]))
  const errors = done.ErrorLog.map(({ ColumnName, Value, ErrorCode, Message }: Record<string, string>) => [
    ColumnName,
    Value,
    ErrorCode,
    Message,
  ])
  const sentence = `繳款截止日最晚為 ${latest}（期別「2026-11」的繳款起日後 2 年），請更正。`
  expect(errors).toEqual(latest === null ? [] : [['繳款截止日', deadline, 'E107', sentence]])
})

test('the start of a bill itself does not change the limit', async () => {
  const row = ['B1', '000901', '王大明', '1000', '2028/11/02', '2028/10/01']
  const done = await imported(open, maker, 'b.csv', csv([[...titles, '繳款起日'], row]))
  expect(done.ErrorLog).toMatchObject([{ ColumnName: '繳款截止日', ErrorCode: 'E107' }])
})

test('dates with an impossible year are bad rows that say what may be meant, and no bill starts before 2000', async () => {
  const rows = [
    ['E50', '000950', '王大明', '1000', '2026/12/31', '26/12/01'],
    ['E51', '000951', '王大明', '1000', '26/12/31', ''],
    ['E52', '000952', '王大明', '1000', '115/12/31', '15/12/01'],
    ['E53', '000953', '王大明', '1000', '2026/12/31', '0115/12/01'],
    ['E54', '000954', '王大明', '1000', '2126/12/31', ''],
    // A spreadsheet has converted 15/12/01 to a date.
    ['E55', '000955', '王大明', '1000', '2026/12/31', '2015-12-01'],
    ['E56', '000956', '王大明', '1000', '115/12/31', '115/12/01'],
  ]
  const done = await imported(open, maker, 'y.csv', csv([[...titles, '繳款起日'], ...rows]))
  const meant = { 2026: '2026/12/01（民國 115 年）', 2037: '2037/12/01（民國 126 年）' }
  expect(done.SuccessCount).toBe(1)
  expect(
    done.ErrorLog.map(({ RowNo, ColumnName, Message }: Record<string, string>) => [RowNo, ColumnName, Message]),
  ).toEqual([
    [
      2,
      '繳款起日',
      `繳款起日不可早於 2000/01/01。目前讀為 1937/12/01（民國 26 年）；若是 ${meant[2026]}或 ${meant[2037]}，請填寫完整的年份。`,
    ],
    [
      3,
      '繳款截止日',
      expect.stringContaining('若是 2026/12/31（民國 115 年）或 2037/12/31（民國 126 年），請填寫完整的年份。'),
    ],
    [4, '繳款起日', expect.stringContaining(`目前讀為 1926/12/01（民國 15 年）；若是 ${meant[2026]}`)],
    [5, '繳款起日', `繳款起日不可早於 2000/01/01。目前讀為 0115/12/01；若是 ${meant[2026]}，請填寫完整的年份。`],
    [
      6,
      '繳款截止日',
      expect.stringContaining('若是 2026/12/31（民國 115 年）或 2037/12/31（民國 126 年），請填寫完整的年份。'),
    ],
    [
      7,
      '繳款起日',
      '繳款起日 2015/12/01（民國 104 年）比繳款截止日 2026/12/31（民國 115 年）早 2 年以上，請核對兩個日期的年份。',
    ],
  ])
})

test('the form of an upload is refused with a deadline beyond the limit of its term', async () => {
  const file = csv([[...header], ['C1', '000902', '王大明', '1000']])
  const refused = await upload(maker, 'c.csv', file, { PaymentEndDate: '2099-12-31' })
  expect(refused).toMatchObject({
    status: 200,
    code: '2002',
    errors: { PaymentEndDate: expect.stringContaining('2028/11/01') },
  })
  const done = await imported(open, maker, 'c.csv', file, { PaymentEndDate: '2028-11-01' })
  expect(done.ErrorLog ?? []).toEqual([])
})

test('without a term in the form each row is validated against its own', async () => {
  const file = csv([
    ['期別代號', ...header],
    ['2026-11', 'D1', '000903', '王大明', '1000'],
  ])
  const done = await imported(open, maker, 'd.csv', file, { ...goodForm, BillTermId: '', PaymentEndDate: '2099-12-31' })
  expect(done.ErrorLog).toMatchObject([{ ColumnName: '繳款截止日', ErrorCode: 'E107' }])
})

test('a stored term with dates beyond its limit is refused for bills', async () => {
  await open.given.billTerm({ BillTermId: 'OLD1', BillTermNo: '31', PaymentEndDate: '9999-12-31' })
  await open.given.billTerm({ BillTermId: 'OLD2', BillTermNo: '32', MarketEndDate: '2126-11-22' })
  const one = await imported(open, maker, 'e.csv', csv([[...header], ['E1', '000904', '王大明', '1000']]), {
    BillTermId: 'OLD1',
  })
  expect(one.ErrorLog).toMatchObject([{ ColumnName: '繳款截止日', ErrorCode: 'E107' }])
  const other = await imported(open, maker, 'f.csv', csv([[...header], ['F1', '000905', '王大明', '1000']]), {
    BillTermId: 'OLD2',
  })
  expect(other.ErrorLog).toMatchObject([
    {
      ColumnName: '期別代號',
      ErrorCode: 'E107',
      Message: '期別「OLD2」的超商代收期限最晚為 2028/11/01（繳款起日後 2 年），請先在代收期別維護更正。',
    },
  ])
})

test('a term whose stores close before its deadline is refused for bills', async () => {
  await open.given.billTerm({ BillTermId: 'OLD3', BillTermNo: '33', MarketEndDate: '2026-11-29' })
  const done = await imported(open, maker, 'g.csv', csv([[...header], ['G1', '000906', '王大明', '1000']]), {
    BillTermId: 'OLD3',
  })
  expect(done.ErrorLog).toMatchObject([
    {
      ColumnName: '期別代號',
      ErrorCode: 'E107',
      Message: '期別「OLD3」的超商代收期限 2026/11/29 早於繳款截止日 2026/11/30，請先在代收期別維護更正。',
    },
  ])
})

test('a term cannot have a deadline more than two years after its start', async () => {
  const term = {
    ApplyCode: '77001',
    BillTermName: '期別',
    BillCategoryCode: 'MGT',
    BillTemplateId: 'A4Standard',
    BillChineseName: '繳款單',
    TermStatus: 'Draft',
  }
  const create = (no: string, values: object) =>
    maker.post('/BillTerm', {
      ...term,
      BillTermId: `T${no}`,
      BillTermNo: no,
      PaymentStartDate: '2026-12-01',
      PaymentEndDate: '2026-12-31',
      ...values,
    })
  expect((await create('41', { PaymentEndDate: '2028-12-02' })).errors).toEqual({
    PaymentEndDate: expect.stringContaining('2028/12/01'),
  })
  expect((await create('42', { MarketEndDate: '2028-12-02' })).errors).toEqual({
    MarketEndDate: expect.stringContaining('2028/12/01'),
  })
  expect((await create('43', { PaymentEndDate: '2028-12-01', MarketEndDate: '2028-12-01' })).code).toBe('0000')
})

test('the schema of terms has the same limit as the domain', () => {
  const { fields } = open.schemas.get('billTerm')
  const yearsOf = (name: string) =>
    fields.flatMap((field) => (field.name === name && 'maxYears' in field ? [field.maxYears] : []))
  expect([...yearsOf('PaymentEndDate'), ...yearsOf('MarketEndDate')]).toEqual([
    deadlineYears,
    { years: deadlineYears, field: 'PaymentStartDate' },
  ])
})
