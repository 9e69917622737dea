import { sql } from 'kysely'
import { beforeEach, expect, test as plainTest } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { missingTools, readText } from '../../documents/tools'
import { addPayment } from '../../support/payments/entries'
import { portal, twoCompanies } from '../../support/portal'

const test = plainTest.skipIf(missingTools() !== null)

const report = {
  label: '帳單',
  kind: 'report',
  of: 'bills',
  menu: { group: 'report', order: 910, icon: 'Assessment' },
  list: { columns: ['BillNo'] },
  report: {},
}

let here: Awaited<ReturnType<typeof portal>>
beforeEach(async () => {
  here = await portal({ schemas: { billNames: report } })
  await twoCompanies(here)
  await here.given.billTerm()
  await here.given.record('Bank', { BankCode: '999', BankName: '示範商業銀行' })
})

const slipOf = async (values: RecordValues): Promise<string> => {
  const bill = await here.given.bill(values)
  return readText((await (await here.as('CustomerMaker')).get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)).bytes)
}

test('a slip whose fee the payer bears shows stores the amount of the barcode', async () => {
  await sql`update market_item set fee_bear_type = 'Increase', channel_fee = 15`.execute(here.db)
  const text = await slipOf({ Notices: '請準時繳納' })
  expect(text).toMatch(/1130..000001015/)
  expect(text).toContain('新臺幣 1,015 元（含手續費 15 元）')
  expect(text.indexOf('至超商繳款另加手續費 15 元')).toBeLessThan(text.indexOf('請準時繳納'))
})

test('an overdue slip names the channels that its category still accepts', async () => {
  const overdue = { PaymentEndDate: '2026-11-19', Notices: '請準時繳納' }
  const closed = await slipOf({ ...overdue, VACAccount: '77001260001235' })
  expect(closed).toContain('本單已逾繳費期限，各通路均不再受理，請洽收款單位。')
  expect(closed, 'nobody pays into an account that nobody accepts').not.toContain('77001260001235')
  await sql`update bill_category set allow_overdue = true`.execute(here.db)
  const text = await slipOf(overdue)
  expect(text).toContain('本單已逾繳費期限，仍可使用：ATM轉帳。')
  expect(text).toContain('本單已逾繳費期限，超商不再受理')
})

test('the payer’s screen shows the same notice before the company’s notices', async () => {
  const bill = await here.given.bill({ PaymentEndDate: '2026-11-19', Notices: '請準時繳納' })
  const payer = await here.asPayer({ billIds: [Number(bill.SerialId)] })
  const { data } = await payer.get('/Ext/PayerArea/GetPaymentData')
  expect(data.DataLists1[0].Notices).toBe('本單已逾繳費期限，各通路均不再受理，請洽收款單位。\n請準時繳納')
})

test('slips, certificates and reports have the name of the bank', async () => {
  expect(await slipOf({})).toContain('示範商業銀行')
  const paid = await here.given.bill({ PaidAmount: 1000, PayStatus: 'Paid' })
  await addPayment(here.db, paid, 1000)
  const maker = await here.as('CustomerMaker')
  const documents = [
    await maker.get(`/Bills/${paid.SerialId}/DownloadCertificatePDF`),
    await maker.get('/Ext/BillNames/listFile', { FileFormat: 'Pdf' }),
  ]
  for (const { bytes } of documents) expect(await readText(bytes)).toContain('示範商業銀行')
})
