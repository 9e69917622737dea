import { expect, test as plainTest } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { missingTools, readText } from '../../documents/tools'
import { portal } from '../../support/portal'
import { csv } from '../imports/files'
import { header, imported, plain, twoCompaniesWithTerms } from '../imports/uploads'

const test = plainTest.skipIf(missingTools() !== null)

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

/** Words that only this template prints. */
const words = { A4Standard: '繳款人代號', A4Tuition: '學生姓名', A4Community: '主任委員', FoldedMailer: '請貼郵票處' }

const slipOf = async (bill: RecordValues, client = maker): Promise<string> =>
  readText((await client.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)).bytes)

test('a slip has the template of its upload, else that of its term, else that of its category', async () => {
  const uploadedSlip = async (no: string, fields = {}) => {
    const done = await imported(open, maker, 'bills.csv', csv([[...header], ...plain(1, Number(no))]), {
      ApprovalStaff: '陳主任',
      ...fields,
    })
    return slipOf((await maker.get('/Bills', { ImportBatchNo: done.ImportBatchNo })).data.Items[0])
  }
  const term = open.db.updateTable('bill_term')
  await open.db.updateTable('bill_category').set({ bill_template_id: 'A4Tuition' }).execute()
  await term.set({ bill_template_id: 'A4Community' }).execute()
  expect(await uploadedSlip('500001', { BillTemplateId: 'FoldedMailer' })).toContain(words.FoldedMailer)
  expect(await uploadedSlip('500002')).toContain(words.A4Community)
  await term.set({ bill_template_id: null }).execute()
  expect(await uploadedSlip('500003')).toContain(words.A4Tuition)
})

test('the mailer shows the address of the payer as the screens of its reader do', async () => {
  await open.db.updateTable('bill_term').set({ bill_template_id: 'FoldedMailer' }).execute()
  const bill = await open.given.bill({
    BillNo: 'M-1',
    VACAccount: '77001260001235',
    ZipCode: '100006',
    Address: '臺北市大安區忠孝東路四段１號',
  })
  expect(await slipOf(bill)).toContain('臺北市大安區忠孝東路四段１號')
  const masked = await slipOf(bill, await open.as('CustomerViewer'))
  expect(masked).toContain('臺北市大安區')
  expect(masked).not.toContain('忠孝東路')
})

test('the barcodes of a slip follow the settings of its agreement', async () => {
  const bill = await open.given.bill({ BillNo: 'M-2', VACAccount: '77001260001242' })
  await open.db
    .updateTable('agreement')
    .set({ cvs_third_segment_date: 'YYMM', cvs_account_padding: 'Right' })
    .where('apply_code', '=', '77001')
    .execute()
  const { MarketBarcodes } = (await maker.get(`/Bills/${bill.SerialId}`)).data
  expect(MarketBarcodes[1]).toBe(String(bill.VACAccount).padEnd(16, '0'))
  expect(MarketBarcodes[2]).toMatch(/^1511/)
  const text = await slipOf(bill)
  for (const barcode of MarketBarcodes) expect(text).toContain(barcode)
})
