import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

let here: Portal
let path: string

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
  const { SerialId } = await here.given.billTerm()
  path = `/Ext/BillTerm/${SerialId}/GetProgress`
})

const bill = (values: RecordValues) => here.given.bill(values)

/** Records a payment of a bill, as a channel has reported it. */
const pay = ({ SerialId }: RecordValues, amount: number, channel: string) =>
  sql`
  insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
  select 'D' || count(*), ${Number(SerialId)}, ${amount}, '2026-11-10T01:15:30Z', ${channel}, 'R' || count(*)
  from payment`.execute(here.db)

const paid = { PaidAmount: 1000, PayStatus: 'Paid' }

const progress = async (role = 'CustomerMaker') => (await here.as(role)).get(path)

test('a term without bills has no figures', async () => {
  expect(await progress()).toMatchObject({ code: '0000', data: [] })
})

test('the progress of a term: bills, amounts, overdue bills, and payments by channel with the largest sum first', async () => {
  await pay(await bill(paid), 1000, '06')
  const inTwoParts = await bill(paid)
  await pay(inTwoParts, 600, '01')
  await pay(inTwoParts, 400, '06')
  await pay(await bill({ PaidAmount: 300, PayStatus: 'PartialPaid', PaymentEndDate: '2026-11-19' }), 300, '01')
  await pay(await bill({ PaidAmount: 1200, PayStatus: 'OverPaid' }), 1200, '01')
  await bill({})
  await bill({ PaymentEndDate: '2026-11-19' })
  // The last day is still in time.
  await bill({ PaymentEndDate: '2026-11-20' })
  expect((await progress()).data).toEqual([
    {
      CurrencyType: 'TWD',
      BillCount: 7,
      PaidCount: 3,
      ShouldPayAmount: 7000,
      PaidAmount: 3500,
      OutstandingAmount: 3700,
      OverdueCount: 2,
      OverdueAmount: 1700,
      Channels: [
        { ChannelId: '01', PaymentCount: 3, PaidAmount: 2100 },
        { ChannelId: '06', PaymentCount: 2, PaidAmount: 1400 },
      ],
    },
  ])
  const { data: list } = await (await here.as('CustomerMaker')).get('/Bills', { BillStatus: 'Overdue' })
  expect(list.TotalCount, 'the list has the same bills').toBe(2)
  expect(list.Items.map(({ BillStatus }: { BillStatus: string }) => BillStatus)).toEqual(['Overdue', 'Overdue'])
})

test('void bills, other terms and other companies are left out', async () => {
  await bill({})
  await pay(await bill({ BillState: 'Void', ...paid }), 1000, '06')
  await bill({ BillTermId: '2026-12' })
  await bill({ ApplyCode: '77003' })
  expect((await progress()).data).toMatchObject([{ BillCount: 1, ShouldPayAmount: 1000, Channels: [] }])
})

test('each currency has its own figures, New Taiwan dollars first', async () => {
  await pay(await bill({ CurrencyType: 'CNY', ...paid }), 1000, 'A0')
  await bill({})
  const { data } = await progress()
  expect(
    data.map(({ CurrencyType, PaidAmount, Channels }: RecordValues) => [CurrencyType, PaidAmount, Channels]),
  ).toEqual([
    ['TWD', 0, []],
    ['CNY', 1000, [{ ChannelId: 'A0', PaymentCount: 1, PaidAmount: 1000 }]],
  ])
})

test("every role that may read bills sees the progress; another company's term is treated as missing", async () => {
  await bill({})
  for (const role of ['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])
    expect((await progress(role)).data).toHaveLength(1)
  const otherCompany = await here.as('CustomerMaker', insurer)
  expect((await otherCompany.get(path)).status).toBe(404)
  expect((await progress('BankOperator')).status).toBe(403)
})

test('a role from which a schema file hides amounts of bills, or the bills, does not see the progress', async () => {
  const permissions = { CustomerChecker: { fields: { PaidAmount: 'hidden' } }, CustomerViewer: { operations: [] } }
  here = await portal({
    schemas: { bills: { ...JSON.parse(readFileSync('schemas/bills.json', 'utf8')), permissions } },
  })
  await twoCompanies(here)
  await here.given.billTerm()
  const { serial_id } = await here.db.selectFrom('bill_term').select('serial_id').executeTakeFirstOrThrow()
  const statusFor = async (role: string) =>
    (await (await here.as(role)).get(`/Ext/BillTerm/${serial_id}/GetProgress`)).status
  expect([
    await statusFor('CustomerMaker'),
    await statusFor('CustomerChecker'),
    await statusFor('CustomerViewer'),
  ]).toEqual([200, 403, 403])
})
