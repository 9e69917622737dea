import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { callIdOf } from '../../../src/schema/calls/endpoints'
import type { RecordValues } from '../../../src/schema/language/language'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

// The clock of the tests: 2026-11-20, a Friday.
let here: Portal

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
})

const path = '/Ext/EnterpriseArea/GetOverview'
const exceptionPage = 'TLDetailExceptionHandling'
const overview = async (role = 'CustomerAdmin', query = {}, user = {}) =>
  (await (await here.as(role, user)).get(path, query)).data

let txnSeq = 0
const line = (values: RecordValues = {}) =>
  here.given.record('TLDetail', {
    ApplyCode: '77001',
    ChannelId: '01',
    MarketItemCode: '7A1',
    TradeDate: '2026-11-16',
    TransDate: '2026-11-16',
    AccountDate: '2026-11-16',
    ExpectRemitDate: '2026-11-19',
    TxnSeq: String(++txnSeq),
    VACAccount: '77001260001235',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
    ChannelFee: 10,
    NetAmount: 990,
    WriteOffStatus: 'WrittenOff',
    ...values,
  })
const exception = (values: RecordValues = {}) =>
  line({ WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound', ...values })

const proposal = async (by: string, values: RecordValues = {}) => {
  const { SerialId } = await line({ WriteOffStatus: 'PendingRelease', ...values })
  await sql`
    insert into line_handling (line_serial_id, request, reason, user_id, at, state, before)
    values (${Number(SerialId)}, '{"action": "Invalid"}', '退款', ${by}, now(), 'Proposed', '{}')`.execute(here.db)
}

const pay = ({ SerialId }: RecordValues, amount: number, channel: string) =>
  sql`
  insert into payment (bill_serial_id, amount, paid_time, channel_id, receipt_no)
  select ${Number(SerialId)}, ${amount}, '2026-11-10T01:15:30Z', ${channel}, 'R' || count(*)
  from payment`.execute(here.db)

/** Returns the path of the list call of a resource. */
const pathOf = (name: string): string => {
  const endpoint = allEndpoints(here.schemas)[callIdOf(here.schemas.get(name), 'list')]
  if (!endpoint) throw new Error(`${name} has no list.`)
  return endpoint.path
}

/** Returns the whole result of a list that the figure links to. */
const listed = async (resource: string, query: Readonly<Record<string, string | readonly string[]>>, role: string) => {
  const answer = await (await here.as(role)).get(pathOf(resource), { ...query, PageSize: 100, WithTotals: true })
  const { data } = answer
  expect(answer.code, answer.message).toBe('0000')
  return data as {
    readonly TotalCount: number
    readonly Items: readonly RecordValues[]
    readonly Totals?: readonly RecordValues[]
  }
}
const sumOf = (items: readonly RecordValues[], name: string) => items.reduce((sum, item) => sum + Number(item[name]), 0)

test('a new company has nothing that waits', async () => {
  expect(await overview()).toEqual({
    Exceptions: [],
    Proposals: { Others: [], OwnCount: 0 },
    Uploads: { Since: '2026-11-07', Pages: [] },
    GivenUpPushes: { Since: '2026-11-07', Count: 0 },
    Terms: { TermCount: 0, BilledTermCount: 0, Totals: [], Terms: [] },
    Deadlines: { Until: '2026-12-04', Items: [] },
    ExpectedRemittances: [],
  })
})

test('exceptions and unmatched lines are counted and summed by currency, as the list of exceptions has them; reversals are subtracted', async () => {
  await exception()
  await exception({ Amount: 4800, ExceptionType: 'OverPaid' })
  await line({ WriteOffStatus: 'NotWrittenOff', Amount: 300 })
  await exception({ CurrencyType: 'USD', Amount: 1050 })
  await exception({ AmountSign: 'Minus', Amount: 200, ExceptionType: 'Reversal' })
  await line()
  await line({ WriteOffStatus: 'Invalid' })
  await proposal('maker01')
  await exception({ ApplyCode: '77003' })
  const { Exceptions } = await overview('CustomerMaker')
  expect(Exceptions).toEqual([
    { CurrencyType: 'TWD', Count: 4, Amount: 5900 },
    { CurrencyType: 'USD', Count: 1, Amount: 1050 },
  ])
  const list = await listed(exceptionPage, { WriteOffStatus: ['Exception', 'NotWrittenOff'] }, 'CustomerMaker')
  expect(list.TotalCount).toBe(sumOf(Exceptions, 'Count'))
  expect(list.Totals).toEqual(Exceptions)
})

test('proposals of others wait for those who may release; their own wait for somebody else', async () => {
  await proposal('maker01', { Amount: 500 })
  await proposal('maker02', { Amount: 700 })
  await proposal('maker02', { Amount: 50, AmountSign: 'Minus' })
  await proposal('admin01')
  await proposal('maker09', { ApplyCode: '77003' })
  const expected = { Others: [{ CurrencyType: 'TWD', Count: 3, Amount: 1150 }], OwnCount: 1 }
  expect((await overview('CustomerAdmin', { Part: 'Proposals' }, { UserId: 'admin01' })).Proposals).toEqual(expected)
  expect((await overview('CustomerChecker', { Part: 'Proposals' })).Proposals).toEqual({
    Others: [{ CurrencyType: 'TWD', Count: 4, Amount: 2150 }],
    OwnCount: 0,
  })
  const list = await listed(exceptionPage, { WriteOffStatus: 'PendingRelease' }, 'CustomerAdmin')
  expect(list.Totals, 'the list has both').toEqual([{ CurrencyType: 'TWD', Count: 4, Amount: 2150 }])
  for (const role of ['CustomerMaker', 'CustomerViewer'])
    expect(await overview(role, { Part: 'Proposals' }), role).toEqual({})
})

test('failed uploads of the last 14 days are counted by page', async () => {
  const upload = (ImportStatus: string, UploadTime: string, values = {}) =>
    here.given.record('billImportList', {
      ApplyCode: '77001',
      ImportBatchNo: String(++txnSeq),
      ImportBatchName: '批次',
      CurrencyType: 'TWD',
      BillImportPDFSetting: 'None',
      OriFileName: 'bills.xlsx',
      TotalCount: 2,
      SuccessCount: 1,
      FailCount: 1,
      TotalAmount: 1000,
      PDFStatus: 'NotNeeded',
      ImportStatus,
      UploadTime,
      ...values,
    })
  await upload('Failed', '2026-11-06T16:00:00Z')
  await upload('PartialFailed', '2026-11-20T01:00:00Z')
  await upload('Failed', '2026-11-06T15:59:59Z')
  await upload('Succeeded', '2026-11-20T01:00:00Z')
  await upload('Failed', '2026-11-20T01:00:00Z', { ApplyCode: '77003' })
  await here.given.record('whiteListImportList', {
    ApplyCode: '77001',
    WhiteListFileType: 'Account',
    File: 'list.csv',
    TotalCount: 1,
    SuccessCount: 0,
    FailCount: 1,
    UnlistedCount: 0,
    ImportStatus: 'Failed',
    UploadTime: '2026-11-19T01:00:00Z',
  })
  const { Uploads } = await overview('CustomerViewer', { Part: 'Uploads' })
  expect(Uploads.Pages).toEqual([
    { Page: 'billImportList', Count: 2 },
    { Page: 'whiteListImportList', Count: 1 },
  ])
  for (const { Page, Count } of Uploads.Pages) {
    const query = { ImportStatus: ['Failed', 'PartialFailed'], UploadTimeFrom: Uploads.Since }
    expect((await listed(Page, query, 'CustomerViewer')).TotalCount, Page).toBe(Count)
  }
})

const push = (NotifyStatus: string, values: RecordValues = {}) =>
  here.given.record('ImmediateClientNotify', {
    ApplyCode: '77001',
    TradeDate: '2026-11-20',
    TxnSeq: String(++txnSeq),
    VACAccount: '77001260001235',
    ChannelId: '06',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
    NotifyMethod: 'WebService',
    NotifyStatus,
    RetryCount: 0,
    ResendCount: 0,
    ...values,
  })

test('notices of the last 14 days that were given up are those of the list', async () => {
  await push('GiveUp')
  await push('GiveUp', { TradeDate: '2026-11-07' })
  await push('GiveUp', { TradeDate: '2026-11-06' })
  for (const status of ['Pending', 'Failed', 'Success']) await push(status)
  await push('GiveUp', { ApplyCode: '77003' })
  const { GivenUpPushes } = await overview('CustomerViewer', { Part: 'GivenUpPushes' })
  expect(GivenUpPushes).toEqual({ Since: '2026-11-07', Count: 2 })
  const query = { NotifyStatus: 'GiveUp', TradeDateFrom: GivenUpPushes.Since }
  expect((await listed('ImmediateClientNotify', query, 'CustomerViewer')).TotalCount).toBe(2)
})

test('the bank sees notices of the last 14 days that receivers have not taken, by company', async () => {
  expect((await overview('BankViewer', { Part: 'PushFailures' })).PushFailures.Companies).toEqual([])
  await here.given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  for (const ApplyCode of ['77001', '77002']) await push('Failed', { ApplyCode })
  await push('GiveUp', { ApplyCode: '77003', TradeDate: '2026-11-07' })
  await push('GiveUp', { TradeDate: '2026-11-06' })
  for (const status of ['Pending', 'Success']) await push(status)
  expect((await overview('BankViewer', { Part: 'PushFailures' })).PushFailures).toEqual({
    Since: '2026-11-07',
    Totals: { GiveUpCount: 1, FailedCount: 2 },
    Companies: [
      { UniformNo: '90000012', CustomerName: '示範人壽', GiveUpCount: 1, FailedCount: 0 },
      { UniformNo: '90000017', CustomerName: '示範社區管理委員會', GiveUpCount: 0, FailedCount: 2 },
    ],
    RestTotals: { GiveUpCount: 0, FailedCount: 0 },
    RestCompanyCount: 0,
  })
})

test('open terms: what was collected by channel and what is outstanding, as the lists of bills have it', async () => {
  const { given } = here
  await given.billTerm()
  await given.billTerm({ BillTermId: '2026-12', BillTermName: '12月', BillTermNo: '27', PaymentEndDate: '2026-12-31' })
  await given.billTerm({ BillTermId: '2026-10', BillTermNo: '25', TermStatus: 'Closed' })
  await given.billTerm({ BillTermId: '2027-01', BillTermNo: '28', PaymentEndDate: '2027-01-31' })
  const paid = { PaidAmount: 1000, PayStatus: 'Paid' }
  await pay(await given.bill(paid), 1000, '06')
  const half = await given.bill({ PaidAmount: 300, PayStatus: 'PartialPaid' })
  await pay(half, 200, '01')
  await pay(half, 100, '06')
  await given.bill({ BillState: 'Void' })
  await given.bill({ BillTermId: '2026-12', PaymentEndDate: '2026-12-31' })
  await given.bill({ BillTermId: '2026-10' })
  await given.bill({ ApplyCode: '77003' })
  const { Terms } = await overview('CustomerViewer', { Part: 'Terms' })
  expect([Terms.TermCount, Terms.BilledTermCount], 'one has no bills').toEqual([3, 2])
  expect(Terms.Totals).toEqual([
    {
      CurrencyType: 'TWD',
      BillCount: 3,
      PaidCount: 1,
      ShouldPayAmount: 3000,
      PaidAmount: 1300,
      OutstandingAmount: 1700,
    },
  ])
  expect(Terms.Terms.map(({ BillTermId }: RecordValues) => BillTermId)).toEqual(['2026-12', '2026-11'])
  expect(Terms.Terms[1].Channels).toEqual([
    { ChannelId: '06', PaidAmount: 1100 },
    { ChannelId: '01', PaidAmount: 200 },
  ])
  for (const term of Terms.Terms) {
    const query = {
      ApplyCode: term.ApplyCode,
      BillTermId: term.BillTermId,
      BillStatus: ['Unpaid', 'PartialPaid', 'Paid', 'OverPaid', 'Overdue'],
    }
    const { TotalCount, Totals } = await listed('bills', query, 'CustomerViewer')
    expect({ TotalCount, Totals }).toMatchObject({
      TotalCount: term.BillCount,
      Totals: [{ ShouldPayAmount: term.ShouldPayAmount, PaidAmount: term.PaidAmount }],
    })
  }
  expect((await listed('billTerm', { TermStatus: 'Open' }, 'CustomerViewer')).TotalCount).toBe(Terms.TermCount)
})

test('at most twelve terms are listed; the totals are those of all', async () => {
  const { given } = here
  for (let number = 1; number <= 14; number++) {
    const BillTermId = `T${number}`
    await given.billTerm({ BillTermId, BillTermNo: String(number).padStart(2, '0'), PaymentEndDate: '2026-12-31' })
    await given.bill({ BillTermId })
  }
  const { Terms } = await overview('CustomerAdmin', { Part: 'Terms' })
  expect([Terms.TermCount, Terms.Terms.length, Terms.Totals[0].BillCount]).toEqual([14, 12, 14])
})

test('deadlines from today to the fourteenth day after it, with the bills that are not paid', async () => {
  const { given } = here
  const { SerialId } = await given.billTerm()
  await given.bill({ PaymentEndDate: '2026-11-20' })
  await given.bill({ PaymentEndDate: '2026-12-04', PaidAmount: 400, PayStatus: 'PartialPaid' })
  await given.bill({ PaymentEndDate: '2026-12-04' })
  for (const values of [
    { PaymentEndDate: '2026-11-19' },
    { PaymentEndDate: '2026-12-05' },
    { PaidAmount: 1000, PayStatus: 'Paid' },
    { BillState: 'Void' },
    { ApplyCode: '77003' },
  ])
    await given.bill(values)
  const { Deadlines } = await overview('CustomerViewer', { Part: 'Deadlines' })
  const term = { SerialId, ApplyCode: '77001', BillTermId: '2026-11', BillTermName: '115年11月管理費' }
  expect(Deadlines).toEqual({
    Until: '2026-12-04',
    Items: [
      { ...term, PaymentEndDate: '2026-11-20', CurrencyType: 'TWD', UnpaidCount: 1, OutstandingAmount: 1000 },
      { ...term, PaymentEndDate: '2026-12-04', CurrencyType: 'TWD', UnpaidCount: 2, OutstandingAmount: 1600 },
    ],
  })
  for (const { PaymentEndDate, UnpaidCount, OutstandingAmount } of Deadlines.Items) {
    const { TotalCount, Totals } = await listed(
      'bills',
      {
        ApplyCode: '77001',
        BillTermId: '2026-11',
        PaymentEndDateFrom: PaymentEndDate,
        PaymentEndDateTo: PaymentEndDate,
        BillStatus: ['Unpaid', 'PartialPaid'],
      },
      'CustomerViewer',
    )
    expect(TotalCount).toBe(UnpaidCount)
    expect(Number(Totals?.[0]?.ShouldPayAmount) - Number(Totals?.[0]?.PaidAmount)).toBe(OutstandingAmount)
  }
})

test('money is expected from today on, by day; reversals are subtracted, and the parts of a divided line count in its place', async () => {
  await line({ ExpectRemitDate: '2026-11-19' })
  await line({ ExpectRemitDate: '2026-11-20' })
  const { SerialId } = await line({ ExpectRemitDate: '2026-11-24', WriteOffStatus: 'Divided' })
  for (const [Amount, NetAmount] of [
    [600, 594],
    [400, 396],
  ])
    await line({ ExpectRemitDate: '2026-11-24', ParentSerialId: SerialId, Amount, NetAmount })
  await exception({ ExpectRemitDate: '2026-11-24', Amount: 500, NetAmount: 495 })
  await line({ ExpectRemitDate: '2026-11-24', AmountSign: 'Minus', Amount: 100, NetAmount: 100 })
  await line({ ExpectRemitDate: '2026-11-24', ApplyCode: '77003' })
  const { ExpectedRemittances } = await overview('CustomerViewer', { Part: 'ExpectedRemittances' })
  expect(ExpectedRemittances).toEqual([
    { RemitDate: '2026-11-20', CurrencyType: 'TWD', LineCount: 1, NetAmount: 990 },
    { RemitDate: '2026-11-24', CurrencyType: 'TWD', LineCount: 4, NetAmount: 1385 },
  ])
  for (const { RemitDate, CurrencyType, LineCount, NetAmount } of ExpectedRemittances) {
    const day = { DateType: 'ExpectRemitDate', StartDate: RemitDate, EndDate: RemitDate }
    const { Totals } = await listed('TLDetail', day, 'CustomerViewer')
    expect(Totals).toMatchObject([{ CurrencyType, Count: LineCount, NetAmount }])
  }
})

test('a figure can be restricted to one agreement; one of another company has none', async () => {
  await here.given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  const both = { ApplyCodes: ['77001', '77002'] }
  for (const ApplyCode of ['77001', '77002', '77002', '77003']) await exception({ ApplyCode })
  const countFor = async (ApplyCode?: string) =>
    (await overview('CustomerAdmin', { Part: 'Exceptions', ApplyCode }, both)).Exceptions[0]?.Count ?? 0
  expect([await countFor(), await countFor('77002'), await countFor('77003'), await countFor('99999')]).toEqual([
    3, 2, 0, 0,
  ])
  const others = await overview('CustomerAdmin', { Part: 'Exceptions' }, insurer)
  expect(others.Exceptions).toEqual([{ CurrencyType: 'TWD', Count: 1, Amount: 1000 }])
})

test('each role receives the parts of its pages, and an unknown part is refused', async () => {
  const partsOf = async (role: string) => Object.keys(await overview(role)).toSorted()
  const company = ['Deadlines', 'Exceptions', 'ExpectedRemittances', 'GivenUpPushes', 'Terms', 'Uploads']
  expect(await partsOf('CustomerAdmin')).toEqual([...company, 'Proposals'].toSorted())
  expect(await partsOf('CustomerChecker')).toEqual([...company, 'Proposals'].toSorted())
  expect(await partsOf('CustomerMaker')).toEqual(company)
  expect(await partsOf('CustomerViewer')).toEqual(company)
  for (const role of ['BankOperator', 'BankViewer'])
    expect(await partsOf(role)).toEqual(['BankFiles', 'CompanyExceptions', 'PushFailures', 'RemittanceChecks'])
  expect(await overview('CustomerAdmin', { Part: ['BankFiles', 'CompanyExceptions'] })).toEqual({})
  expect((await (await here.as('CustomerAdmin')).get(path, { Part: 'Secrets' })).status).toBe(400)
  expect((await here.request('GET', path)).status).toBe(401)
})

test('the bank sees exceptions before the last 92 days as well: their number, and the earliest as its list shows them', async () => {
  const read = async () => (await overview('BankViewer', { Part: 'CompanyExceptions' })).CompanyExceptions.Earlier
  await exception({ TradeDate: '2026-08-21' })
  expect(await read()).toBeNull()
  await exception({ TradeDate: '2026-08-20', Amount: 40 })
  expect(await read()).toEqual({
    Since: '2026-08-20',
    Until: '2026-08-20',
    Totals: [{ CurrencyType: 'TWD', Count: 1, Amount: 40 }],
    Count: 1,
  })
  await exception({ TradeDate: '2026-01-01', Amount: 100 })
  await exception({ TradeDate: '2026-04-02', Amount: 30, AmountSign: 'Minus', ExceptionType: 'Reversal' })
  await exception({ TradeDate: '2026-04-03', Amount: 7 })
  const earlier = await read()
  expect(earlier).toEqual({
    Since: '2026-01-01',
    Until: '2026-04-02',
    Totals: [{ CurrencyType: 'TWD', Count: 2, Amount: 70 }],
    Count: 4,
  })
  const { Totals } = await listed(
    'SKGTLDetailQuery',
    {
      WriteOffStatus: ['Exception', 'NotWrittenOff'],
      DateType: 'TradeDate',
      StartDate: earlier.Since,
      EndDate: earlier.Until,
    },
    'BankViewer',
  )
  expect(Totals).toMatchObject(earlier.Totals)
})

test('the bank sees the exceptions of the last 92 days by company, those with the most lines first, and lines of no company', async () => {
  await exception({ Amount: 100 })
  for (let count = 0; count < 2; count++) await exception({ ApplyCode: '77003', Amount: 300 })
  await exception({ Amount: 30, AmountSign: 'Minus', ExceptionType: 'Reversal', TradeDate: '2026-08-21' })
  await exception({ TradeDate: '2026-08-20' })
  await exception({ ApplyCode: null, ExceptionType: 'VACInvalid', Amount: 50 })
  const { CompanyExceptions } = await overview('BankViewer', { Part: 'CompanyExceptions' })
  const amounts = (Count: number, Amount: number) => [{ CurrencyType: 'TWD', Count, Amount }]
  expect(CompanyExceptions).toEqual({
    Since: '2026-08-21',
    Until: '2026-11-20',
    Totals: amounts(5, 720),
    Companies: [
      { UniformNo: '90000012', CustomerName: '示範人壽', Amounts: amounts(2, 600) },
      { UniformNo: '90000017', CustomerName: '示範社區管理委員會', Amounts: amounts(2, 70) },
      { UniformNo: null, CustomerName: null, Amounts: amounts(1, 50) },
    ],
    RestCount: 0,
    RestCompanyCount: 0,
    Earlier: expect.objectContaining({ Since: '2026-08-20', Until: '2026-08-20', Count: 1 }),
  })
  const unhandled = {
    WriteOffStatus: ['Exception', 'NotWrittenOff'],
    DateType: 'TradeDate',
    StartDate: CompanyExceptions.Since,
    EndDate: CompanyExceptions.Until,
  }
  const totalsOf = async (query: Readonly<Record<string, string>>) =>
    (await listed('SKGTLDetailQuery', { ...unhandled, ...query }, 'BankViewer')).Totals
  expect(await totalsOf({})).toMatchObject(CompanyExceptions.Totals)
  for (const { UniformNo, Amounts } of CompanyExceptions.Companies)
    expect(await totalsOf(UniformNo === null ? { WithoutAgreement: 'true' } : { UniformNo })).toMatchObject(Amounts)
})

test('differences of remittances are those of the list, without old ones', async () => {
  const check = (RemitDate: string, CheckStatus: string, Difference: number) =>
    here.given.record('remittanceCheck', {
      RemitDate,
      ChannelId: '01',
      MarketItemCode: '7A1',
      CheckStatus,
      LineCount: 1,
      ExpectedAmount: 1000,
      RemittedAmount: 1000 + Difference,
      Difference,
    })
  await check('2026-11-18', 'Short', -100)
  await check('2026-11-19', 'Short', -50)
  await check('2026-11-19', 'Missing', -1000)
  await check('2026-11-19', 'Matched', 0)
  await check('2026-10-15', 'Missing', -1000)
  const { RemittanceChecks } = await overview('BankOperator', { Part: 'RemittanceChecks' })
  expect(RemittanceChecks).toEqual({
    Since: '2026-10-16',
    Results: [
      { CheckStatus: 'Short', Count: 2, Difference: -150 },
      { CheckStatus: 'Missing', Count: 1, Difference: -1000 },
    ],
  })
  for (const { CheckStatus, Count, Difference } of RemittanceChecks.Results) {
    const query = { CheckStatus, RemitDateFrom: RemittanceChecks.Since }
    const { TotalCount, Items } = await listed('remittanceCheck', query, 'BankOperator')
    expect([TotalCount, sumOf(Items, 'Difference')]).toEqual([Count, Difference])
  }
})
