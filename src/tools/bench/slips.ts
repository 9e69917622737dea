import type { Slip } from '../../domain/bills/slip'
import { slipPrinter } from '../../server/node/pdf/slip'
import { type Measurement, medianTime } from './measure'

const count = 100

/** Measures slips per second in one file, compared with one document for each slip. */
export const benchSlips = async (): Promise<readonly Measurement[]> => {
  const printer = slipPrinter()
  const slips = Array.from({ length: count }, (_, index) => sampleSlip(index))
  const together = await medianTime(5, () => printer.print(slips))
  const single = await medianTime(3, async () => {
    for (const slip of slips) await printer.print([slip])
  })
  return [
    {
      title: `slips, ${count} in one file`,
      portalFigure: perSecond(together),
      unit: 'slips/s',
      reference: 'one document each, same library',
      referenceFigure: perSecond(single),
    },
  ]
}

const perSecond = (milliseconds: number) => (count * 1000) / milliseconds

const sampleSlip = (index: number): Slip => ({
  title: '社區管理費繳款單',
  company: { name: '示範社區管理委員會', phone: '02-27001234', fax: '', address: '臺北市中正區重慶南路一段１２２號' },
  billNo: `B202611-${String(index).padStart(6, '0')}`,
  termName: '115年11月管理費',
  payerName: '王○明',
  payerId: 'A1-0501',
  unitName: 'A棟',
  items: [
    { name: '管理費', amount: 900 },
    { name: '停車位清潔費', amount: 100 },
  ],
  currency: 'TWD',
  amount: 1000,
  amountInWords: '壹仟元整',
  dueDate: '民國115年11月30日',
  account: '77001260001235',
  bankCode: '999',
  bankName: '示範商業銀行',
  market: { barcodes: ['1511307A1', '0077001260001235', '113023000001000'], amount: 1000, fee: 0 },
  post: { barcodes: ['50012345', '115113000770012600012352', '00001000'] },
  paymentNotices: [],
  notices: ['請於期限內繳納。'],
  descriptions: [],
  approvalStaff: '陳主任',
  printedOn: '民國115年11月20日',
})
