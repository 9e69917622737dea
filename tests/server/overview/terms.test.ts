import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { exception, listed, readOverview } from './figures'

// The clock of the tests: 2026-11-20, a Friday.
let here: Portal

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
})

const pay = ({ SerialId }: RecordValues, amount: number, channel: string) =>
  sql`
  insert into payment (bill_serial_id, amount, paid_time, channel_id, receipt_no)
  select ${Number(SerialId)}, ${amount}, '2026-11-10T01:15:30Z', ${channel}, 'R' || count(*)
  from payment`.execute(here.db)

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
  const { Terms } = await readOverview(here, 'CustomerViewer', { Part: 'Terms' })
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
      CurrencyType: term.CurrencyType,
      BillStatus: ['Unpaid', 'PartialPaid', 'Paid', 'OverPaid', 'Overdue'],
    }
    const { TotalCount, Totals } = await listed(here, 'bills', query, 'CustomerViewer')
    expect({ TotalCount, Totals }).toMatchObject({
      TotalCount: term.BillCount,
      Totals: [
        {
          ShouldPayAmount: term.ShouldPayAmount,
          PaidAmount: term.PaidAmount,
          OutstandingAmount: term.OutstandingAmount,
        },
      ],
    })
  }
  const [total] = Terms.Totals
  const billsOfOpenTerms = async (BillStatus: readonly string[]) =>
    (await listed(here, 'bills', { TermStatus: 'Open', BillStatus }, 'CustomerViewer')).Totals?.[0]
  const all = await billsOfOpenTerms(['Unpaid', 'PartialPaid', 'Paid', 'OverPaid', 'Overdue'])
  expect(all).toMatchObject({ Count: total.BillCount, PaidAmount: total.PaidAmount })
  const unpaid = await billsOfOpenTerms(['Unpaid', 'PartialPaid', 'Overdue'])
  expect(unpaid).toMatchObject({
    Count: total.BillCount - total.PaidCount,
    OutstandingAmount: total.OutstandingAmount,
  })
  expect((await listed(here, 'billTerm', { TermStatus: 'Open' }, 'CustomerViewer')).TotalCount).toBe(Terms.TermCount)
})

test('at most twelve terms are listed; the totals are those of all', async () => {
  const { given } = here
  for (let number = 1; number <= 14; number++) {
    const BillTermId = `T${number}`
    await given.billTerm({ BillTermId, BillTermNo: String(number).padStart(2, '0'), PaymentEndDate: '2026-12-31' })
    await given.bill({ BillTermId })
  }
  const { Terms } = await readOverview(here, 'CustomerAdmin', { Part: 'Terms' })
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
  const { Deadlines } = await readOverview(here, 'CustomerViewer', { Part: 'Deadlines' })
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
      here,
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
  await here.given.line({ ExpectRemitDate: '2026-11-19' })
  await here.given.line({ ExpectRemitDate: '2026-11-20' })
  const { SerialId } = await here.given.line({ ExpectRemitDate: '2026-11-24', WriteOffStatus: 'Divided' })
  for (const [Amount, NetAmount] of [
    [600, 594],
    [400, 396],
  ])
    await here.given.line({ ExpectRemitDate: '2026-11-24', ParentSerialId: SerialId, Amount, NetAmount })
  await exception(here, { ExpectRemitDate: '2026-11-24', Amount: 500, NetAmount: 495 })
  await here.given.line({ ExpectRemitDate: '2026-11-24', AmountSign: 'Minus', Amount: 100, NetAmount: 100 })
  await here.given.line({ ExpectRemitDate: '2026-11-24', ApplyCode: '77003' })
  const { ExpectedRemittances } = await readOverview(here, 'CustomerViewer', { Part: 'ExpectedRemittances' })
  expect(ExpectedRemittances).toEqual([
    { RemitDate: '2026-11-20', CurrencyType: 'TWD', LineCount: 1, NetAmount: 990 },
    { RemitDate: '2026-11-24', CurrencyType: 'TWD', LineCount: 4, NetAmount: 1385 },
  ])
  for (const { RemitDate, CurrencyType, LineCount, NetAmount } of ExpectedRemittances) {
    const day = { DateType: 'ExpectRemitDate', StartDate: RemitDate, EndDate: RemitDate }
    const { Totals } = await listed(here, 'TLDetail', day, 'CustomerViewer')
    expect(Totals).toMatchObject([{ CurrencyType, Count: LineCount, NetAmount }])
  }
})
