import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { payStatus } from '../../../src/domain/bills/bill'
import type { RecordValues } from '../../../src/schema/language/language'
import { sheets } from '../../../src/server/node/sheets'
import type { Client } from '../../support/client'
import { addPayment, counterPayment } from '../../support/payments/entries'
import { type Portal, portal, twoCompanies } from '../../support/portal'

const wang = { PayerId: 'A1-0501', PayerName: '王大明' }
let here: Portal
let maker: Client
let payer: Client
let term: RecordValues

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
  term = await here.given.billTerm()
  await here.given.payer(wang)
  maker = await here.as('CustomerMaker')
  payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] })
})

const account = (no: number) => `7700126000${String(no).padStart(4, '0')}`

/** Writes what a write-off or its counter-entry leaves on the bill: the sum of its entries. */
const settle = async ({ SerialId, ShouldPayAmount }: RecordValues): Promise<void> => {
  const { rows } = await sql<{
    paid: number
  }>`select coalesce(sum(amount), 0)::bigint as paid from payment where bill_serial_id = ${Number(SerialId)}`.execute(
    here.db,
  )
  const paid = rows[0]?.paid ?? 0
  await sql`update bill set paid_amount = ${paid}, pay_status = ${payStatus(paid, Number(ShouldPayAmount))} where serial_id = ${Number(SerialId)}`.execute(
    here.db,
  )
}

const paymentsOf = async ({ SerialId }: RecordValues) => (await maker.get(`/Bills/${SerialId}`)).data.Payments
const history = async () => (await payer.get('/Ext/PayerArea/GetPaymentData')).data

test('a reversed payment stays in the history of its payer as reversed, and the bill is open again', async () => {
  const bill = await here.given.bill({ ...wang, VACAccount: account(1) })
  const payment = await addPayment(here.db, bill, 1000)
  await settle(bill)
  expect((await history()).ModelType).toBe(2)
  await counterPayment(here.db, payment)
  await settle(bill)
  const { data, ModelType, DataLists1, DataLists2 } = await history()
  expect([data.PaymentCount, ModelType]).toEqual([1, 1])
  expect(DataLists1).toMatchObject([{ PaidAmount: 0, BillStatus: 'Unpaid' }])
  expect(DataLists2).toMatchObject([
    { PaidAmount: 1000, EntryState: 'Reversed', CounterTime: '2026-11-20T11:30:00.000000+08:00' },
  ])
})

test('the page of a bill has payments that were taken back with their state, and no counter-entries', async () => {
  const bill = await here.given.bill({ ...wang, VACAccount: account(1) })
  const reversed = await addPayment(here.db, bill, 400)
  const collected = await addPayment(here.db, bill, 100, { channel: 'A0', collection: 1, at: '2026-11-11T01:00:00Z' })
  await addPayment(here.db, bill, 500, { at: '2026-11-12T01:00:00Z' })
  await counterPayment(here.db, reversed)
  await counterPayment(here.db, collected, '2026-11-11T09:00:00Z')
  const states = (await paymentsOf(bill)).map(({ Amount, EntryState, CounterTime }: RecordValues) => [
    Amount,
    EntryState,
    CounterTime,
  ])
  expect(states).toEqual([
    [500, 'Live', null],
    [100, 'Cancelled', '2026-11-11T17:00:00.000000+08:00'],
    [400, 'Reversed', '2026-11-20T11:30:00.000000+08:00'],
  ])
})

test('a counter-entry itself is no payment that a payer could find', async () => {
  const bill = await here.given.bill({ ...wang, VACAccount: account(1) })
  await counterPayment(here.db, await addPayment(here.db, bill, 1000))
  const { detail_id, payment_id } = await here.db
    .selectFrom('payment')
    .select(['detail_id', 'payment_id'])
    .where('amount', '<', 0)
    .executeTakeFirstOrThrow()
  expect((await payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId: detail_id })).status).toBe(404)
  const query = { CertificateNo: `P${String(payment_id).padStart(10, '0')}`, CheckCode: 'AAAA-AAAA' }
  expect((await here.request('GET', '/Ext/Home/CheckCertificate', { query })).code).toBe('2004')
})

test('a bill with a payment that was reversed, or a collection that was cancelled, can no longer be voided', async () => {
  for (const [no, values] of [{}, { collection: 1, channel: 'A0' }].entries()) {
    const bill = await here.given.bill({ ...wang, VACAccount: account(no) })
    await counterPayment(here.db, await addPayment(here.db, bill, 1000, values))
    expect(await maker.delete(`/Bills/${bill.SerialId}`)).toMatchObject({
      code: '2006',
      message: `帳單 ${bill.BillNo} 有銷帳紀錄，不能作廢。`,
    })
  }
})

/** The rows of a workbook, with the titles of its columns. */
const workbook = async (): Promise<readonly (readonly string[])[]> => {
  const { bytes } = await maker.get('/Bills/DownloadExcel')
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheets().read({ name: 'bills.xlsx', bytes }, { maxRows: 100, maxColumns: 60 }))
    rows.push(cells)
  return rows
}

test('the paid amount is the sum of the live payments on every page, list, document and workbook', async () => {
  const bills: RecordValues[] = []
  for (let no = 0; no < 4; no++)
    bills.push(await here.given.bill({ ...wang, VACAccount: account(no), ShouldPayAmount: 1000 }))
  // The fourth bill is not paid at all, the payment of the third one is reversed, and that of the second one in part.
  const payments: number[] = []
  for (const bill of bills.slice(0, 3))
    for (const amount of [300, 700]) payments.push(await addPayment(here.db, bill, amount))
  for (const payment of payments.slice(3)) await counterPayment(here.db, payment)
  await addPayment(here.db, bills[1] ?? {}, 50, { channel: 'A0', collection: 1 })
  for (const bill of bills) await settle(bill)

  const amounts = [1000, 350, 0, 0]
  const inOrder = (records: readonly RecordValues[]) =>
    bills.map(({ SerialId }) => records.find((record) => record.SerialId === SerialId)?.PaidAmount)
  const liveSum = (records: readonly RecordValues[], name: string) =>
    records.filter(({ EntryState }) => EntryState === 'Live').reduce((sum, record) => sum + Number(record[name]), 0)

  const list = (await maker.get('/Bills', { WithTotals: 'true' })).data
  expect(inOrder(list.Items)).toEqual(amounts)
  expect(list.Totals).toMatchObject([{ PaidAmount: 1350 }])
  for (const [index, bill] of bills.entries()) {
    const { data } = await maker.get(`/Bills/${bill.SerialId}`)
    expect([data.PaidAmount, liveSum(data.Payments, 'Amount')]).toEqual([amounts[index], amounts[index]])
  }
  const own = await history()
  expect(inOrder(own.DataLists1)).toEqual(amounts)
  expect(liveSum(own.DataLists2, 'PaidAmount')).toBe(1350)
  const [progress] = (await maker.get(`/Ext/BillTerm/${term.SerialId}/GetProgress`)).data
  expect(progress).toMatchObject({
    PaidAmount: 1350,
    OutstandingAmount: 2650,
    Channels: [
      { ChannelId: '06', PaymentCount: 3, PaidAmount: 1300 },
      { ChannelId: 'A0', PaymentCount: 1, PaidAmount: 50 },
    ],
  })
  const [titles = [], ...rows] = await workbook()
  expect(rows.map((row) => Number(row[titles.indexOf('已繳金額')])).sort()).toEqual([...amounts].sort())
  expect((await payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(bills[1]?.SerialId) })).status).toBe(200)
  expect((await payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(bills[2]?.SerialId) })).code).toBe(
    '2006',
  )
})
