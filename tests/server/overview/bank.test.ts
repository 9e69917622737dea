import { beforeEach, expect, test } from 'vitest'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { exception, listed, readOverview, sumOf } from './figures'

// The clock of the tests: 2026-11-20, a Friday.
let here: Portal

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
})

test('the bank sees notices of the last 14 days that receivers have not taken, by company', async () => {
  expect((await readOverview(here, 'BankViewer', { Part: 'PushFailures' })).PushFailures.Companies).toEqual([])
  await here.given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  for (const ApplyCode of ['77001', '77002']) await here.given.notice({ NotifyStatus: 'Failed', ApplyCode })
  await here.given.notice({ NotifyStatus: 'GiveUp', ApplyCode: '77003', TradeDate: '2026-11-07' })
  await here.given.notice({ NotifyStatus: 'GiveUp', TradeDate: '2026-11-06' })
  for (const status of ['Pending', 'Success']) await here.given.notice({ NotifyStatus: status })
  expect((await readOverview(here, 'BankViewer', { Part: 'PushFailures' })).PushFailures).toEqual({
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

test('the bank sees exceptions before the last 92 days as well: their number, and the earliest as its list shows them', async () => {
  const read = async () =>
    (await readOverview(here, 'BankViewer', { Part: 'CompanyExceptions' })).CompanyExceptions.Earlier
  await exception(here, { TradeDate: '2026-08-21' })
  expect(await read()).toBeNull()
  await exception(here, { TradeDate: '2026-08-20', Amount: 40 })
  expect(await read()).toEqual({
    Since: '2026-08-20',
    Until: '2026-08-20',
    Totals: [{ CurrencyType: 'TWD', Count: 1, Amount: 40 }],
    Count: 1,
  })
  await exception(here, { TradeDate: '2026-01-01', Amount: 100 })
  await exception(here, { TradeDate: '2026-04-02', Amount: 30, AmountSign: 'Minus', ExceptionType: 'Reversal' })
  await exception(here, { TradeDate: '2026-04-03', Amount: 7 })
  const earlier = await read()
  expect(earlier).toEqual({
    Since: '2026-01-01',
    Until: '2026-04-02',
    Totals: [{ CurrencyType: 'TWD', Count: 2, Amount: 70 }],
    Count: 4,
  })
  const query = {
    WriteOffStatus: ['Exception', 'NotWrittenOff'],
    DateType: 'TradeDate',
    StartDate: earlier.Since,
    EndDate: earlier.Until,
  }
  expect((await listed(here, 'SKGTLDetailQuery', query, 'BankViewer')).Totals).toMatchObject(earlier.Totals)
})

test('the bank sees the exceptions of the last 92 days by company, those with the most lines first, and lines of no company', async () => {
  await exception(here, { Amount: 100 })
  for (let count = 0; count < 2; count++) await exception(here, { ApplyCode: '77003', Amount: 300 })
  await exception(here, { Amount: 30, AmountSign: 'Minus', ExceptionType: 'Reversal', TradeDate: '2026-08-21' })
  await exception(here, { TradeDate: '2026-08-20' })
  await exception(here, { ApplyCode: null, ExceptionType: 'VACInvalid', Amount: 50 })
  const { CompanyExceptions } = await readOverview(here, 'BankViewer', { Part: 'CompanyExceptions' })
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
    (await listed(here, 'SKGTLDetailQuery', { ...unhandled, ...query }, 'BankViewer')).Totals
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
  const { RemittanceChecks } = await readOverview(here, 'BankOperator', { Part: 'RemittanceChecks' })
  expect(RemittanceChecks).toEqual({
    Since: '2026-10-16',
    Results: [
      { CheckStatus: 'Short', Count: 2, Difference: -150 },
      { CheckStatus: 'Missing', Count: 1, Difference: -1000 },
    ],
  })
  for (const { CheckStatus, Count, Difference } of RemittanceChecks.Results) {
    const query = { CheckStatus, RemitDateFrom: RemittanceChecks.Since }
    const { TotalCount, Items } = await listed(here, 'remittanceCheck', query, 'BankOperator')
    expect([TotalCount, sumOf(Items, 'Difference')]).toEqual([Count, Difference])
  }
})
