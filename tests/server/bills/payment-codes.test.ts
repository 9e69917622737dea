import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { type Portal, portal, twoCompanies } from '../../support/portal'

let here: Portal

const open = async (schemas: Parameters<typeof portal>[0] = {}) => {
  here = await portal(schemas)
  await twoCompanies(here)
  await here.given.billTerm()
  await sql`update agreement set channels = channels || '["16"]'`.execute(here.db)
  await sql`update bill_category set channels = channels || '["16"]'`.execute(here.db)
}

beforeEach(() => open())

const shown = async (values: RecordValues = {}, role = 'CustomerMaker') => {
  const { SerialId } = await here.given.bill({ VACAccount: '77001260001235', ...values })
  const { data } = await (await here.as(role)).get(`/Bills/${SerialId}`)
  return data
}

test('a bill has its barcodes as three texts each, and the payload of its QR code', async () => {
  expect(await shown()).toMatchObject({
    MarketBarcodes: ['1511307A1', '0077001260001235', '113023000001000'],
    PostBarcodes: ['50012345', '115113000770012600012352', '00001000'],
    TWQRPayload:
      'TWQRP%3A%2F%2F%E5%80%8B%E4%BA%BA%E8%BD%89%E5%B8%B3%2F158%2F02%2FV1%3FD1%3D100000%26D5%3D999%26D6%3D0077001260001235%26D10%3D901',
  })
})

test('a bill has its payments, the newest first', async () => {
  const { SerialId } = await here.given.bill({ PaidAmount: 1000, PayStatus: 'Paid' })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(SerialId)}, 400, '2026-11-10T01:15:30Z', '06', 'R1'), ('D2', ${Number(SerialId)}, 600, '2026-11-11T02:00:00Z', '01', 'R2')`.execute(
    here.db,
  )
  const { data } = await (await here.as('CustomerViewer')).get(`/Bills/${SerialId}`)
  expect(data.Payments).toEqual([
    {
      DetailId: 'D2',
      PaidTime: '2026-11-11T10:00:00.000000+08:00',
      ChannelId: '01',
      Amount: 600,
      ReceiptNo: 'R2',
      EntryState: 'Live',
      CounterTime: null,
    },
    {
      DetailId: 'D1',
      PaidTime: '2026-11-10T09:15:30.000000+08:00',
      ChannelId: '06',
      Amount: 400,
      ReceiptNo: 'R1',
      EntryState: 'Live',
      CounterTime: null,
    },
  ])
})

test('the codes contain the amount that is still due', async () => {
  const bill = await shown({ PaidAmount: 400, PayStatus: 'PartialPaid' })
  expect(bill.MarketBarcodes[2]).toMatch(/000000600$/)
  expect(bill.PostBarcodes[2]).toBe('00000600')
  expect(decodeURIComponent(bill.TWQRPayload)).toContain('D1=60000&')
})

test.each([
  ['paid', { PaidAmount: 1000, PayStatus: 'Paid' }],
  ['void', { BillState: 'Void' }],
  ['in a foreign currency', { CurrencyType: 'USD' }],
  ['overdue and accepted by no channel', { PaymentEndDate: '2026-11-19' }],
])('a bill that is %s has no payment codes', async (_, values) => {
  expect(await shown(values)).toMatchObject({ MarketBarcodes: [], PostBarcodes: [], TWQRPayload: '' })
})

test('a role that sees the account masked gets no codes, because they contain it', async () => {
  const bills = JSON.parse(readFileSync('schemas/bills.json', 'utf8'))
  await open({
    schemas: { bills: { ...bills, permissions: { CustomerViewer: { fields: { VACAccount: 'hidden' } } } } },
  })
  const bill = await shown({}, 'CustomerViewer')
  expect(bill).not.toHaveProperty('MarketBarcodes')
  expect(bill).not.toHaveProperty('TWQRPayload')
})
