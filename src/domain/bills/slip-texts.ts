import { enumText } from '../enums'
import { formatMoney } from '../money/money'
import type { Slip } from './slip'

/** A text of a slip that templates print. */
interface SlipText {
  /** A typical value, with which the checks of templates measure the text boxes. */
  readonly sample: string
  /** Returns the text; empty if the slip does not have it. Several lines are separated by line breaks. */
  readonly textOf: (slip: Slip) => string
}

const text = (sample: string, textOf: SlipText['textOf']): SlipText => ({ sample, textOf })

/** The texts that templates of slips can name in placeholders, such as {PayerName}. */
export const slipTexts = {
  BillChineseName: text('社區管理費繳款單', ({ title }) => title),
  CustomerName: text('示範社區管理委員會', ({ company }) => company.name),
  CustomerPhone: text('02-27001234', ({ company }) => company.phone),
  CustomerFax: text('02-27001235', ({ company }) => company.fax),
  CustomerAddress: text('100006 臺北市中正區重慶南路一段１２２號', ({ company }) => company.address),
  BillTermName: text('115年11月管理費', ({ termName }) => termName),
  BillNo: text('B202611-000123', ({ billNo }) => billNo),
  PayerName: text('王大明', ({ payerName }) => payerName),
  PayerId: text('A1-0501', ({ payerId }) => payerId),
  PayerZipCode: text('100006', ({ payerZipCode }) => payerZipCode),
  PayerAddress: text('臺北市中正區重慶南路一段１２２號', ({ payerAddress }) => payerAddress),
  PayerUnitName: text('A棟', ({ unitName }) => unitName),
  ApprovalStaff: text('陳主任', ({ approvalStaff }) => approvalStaff),
  PrintDate: text('民國115年11月20日', ({ printedOn }) => printedOn),
  PaymentEndDate: text('民國115年11月30日', ({ dueDate }) => dueDate),
  Amount: text('NT$ 1,050', ({ amount, currency }) => `${currency === 'TWD' ? 'NT$' : currency} ${formatMoney(amount, currency)}`),
  AmountText: text('新臺幣 1,050 元', (slip) => amountText(slip, slip.amount)),
  AmountInWords: text('新臺幣壹仟零伍拾元整', ({ amountInWords, currency }) => enumText('Currency', currency) + amountInWords),
  MarketAmount: text('新臺幣 1,065 元（含手續費 15 元）', (slip) =>
    hasFee(slip) ? `${amountText(slip, slip.market.amount)}（含手續費 ${formatMoney(slip.market.fee)} 元）` : '',
  ),
  VACAccount: text('77001260001235', ({ account }) => account),
  TransferAccount: text('(999) 77001260001235', ({ account, bankCode }) => account && `(${bankCode}) ${account}`),
  BankCode: text('999', ({ bankCode }) => bankCode),
  BankName: text('示範商業銀行', ({ bankName }) => bankName),
  PaymentWays: text('超商、郵局臨櫃、銀行臨櫃、ATM轉帳', ({ paymentWays }) => paymentWays),
  MarketTitle: text('便利商店專用', ({ market }) => (market ? '便利商店專用' : '')),
  MarketBarcodes: text('1511307A1\n0077001260001235\n113023000001000', ({ market }) => (market && 'barcodes' in market ? market.barcodes.join('\n') : '')),
  MarketRefusal: text('本單金額逾超商代收上限，請改用其他通路繳款', ({ market }) => (market && 'refusal' in market ? market.refusal : '')),
  PostBarcodes: text('50012345\n115113000770012600012352\n00001000', ({ post }) => post?.barcodes.join('\n') ?? ''),
  TWQRPayload: text('TWQRP', ({ twqr }) => twqr),
  PaymentNotices: text('超商代收至民國115年12月05日止。', ({ paymentNotices }) => paymentNotices.join('')),
  Notices: text('請於期限內繳納。', ({ notices }) => notices.join('\n')),
  DescriptionItems: text('本期含公共電費分攤', ({ descriptions }) => descriptions.join('\n')),
} as const satisfies Readonly<Record<string, SlipText>>

/** The values of a slip by the names of its texts. */
export type SlipValues = Readonly<Record<string, string>>

/** Returns all texts of a slip by their names. */
export const valuesOfSlip = (slip: Slip): SlipValues =>
  Object.fromEntries(Object.entries<SlipText>(slipTexts).map(([name, { textOf }]) => [name, textOf(slip)]))

const hasFee = (slip: Slip): slip is Slip & { readonly market: { readonly amount: number; readonly fee: number } } =>
  slip.market !== null && 'fee' in slip.market && slip.market.fee > 0

const amountText = ({ currency }: Slip, amount: number): string => `${enumText('Currency', currency)} ${formatMoney(amount, currency)} 元`
