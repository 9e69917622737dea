import { enumText } from '../enums'
import { formatMoney } from '../money/money'
import type { Slip } from './slip'

/** A text of a slip that templates print. */
interface SlipText {
  /** A typical value. The checks of templates use it to check the size of text boxes. */
  readonly sample: string
  /** Returns the text, with line breaks between its lines; empty if the slip does not have it. */
  readonly textOf: (slip: Slip) => string
}

const slipText = (sample: string, textOf: SlipText['textOf']): SlipText => ({ sample, textOf })

/** The texts of a slip that a template can print by a placeholder, such as {PayerName}. */
export const slipTexts = {
  BillChineseName: slipText('社區管理費繳款單', ({ title }) => title),
  CustomerName: slipText('示範社區管理委員會', ({ company }) => company.name),
  CustomerPhone: slipText('02-27001234', ({ company }) => company.phone),
  CustomerFax: slipText('02-27001235', ({ company }) => company.fax),
  CustomerAddress: slipText('100006 臺北市中正區重慶南路一段１２２號', ({ company }) => company.address),
  BillTermName: slipText('115年11月管理費', ({ termName }) => termName),
  BillNo: slipText('B202611-000123', ({ billNo }) => billNo),
  PayerName: slipText('王大明', ({ payerName }) => payerName),
  PayerId: slipText('A1-0501', ({ payerId }) => payerId),
  PayerZipCode: slipText('100006', ({ payerZipCode }) => payerZipCode),
  PayerAddress: slipText('臺北市中正區重慶南路一段１２２號', ({ payerAddress }) => payerAddress),
  PayerUnitName: slipText('A棟', ({ unitName }) => unitName),
  ApprovalStaff: slipText('陳主任', ({ approvalStaff }) => approvalStaff),
  PrintDate: slipText('民國115年11月20日', ({ printedOn }) => printedOn),
  PaymentEndDate: slipText('民國115年11月30日', ({ dueDate }) => dueDate),
  Amount: slipText(
    'NT$ 1,050',
    ({ amount, currency }) => `${currency === 'TWD' ? 'NT$' : currency} ${formatMoney(amount, currency)}`,
  ),
  AmountText: slipText('新臺幣 1,050 元', (slip) => amountText(slip, slip.amount)),
  AmountInWords: slipText(
    '新臺幣壹仟零伍拾元整',
    ({ amountInWords, currency }) => enumText('Currency', currency) + amountInWords,
  ),
  MarketAmount: slipText('新臺幣 1,065 元（含手續費 15 元）', (slip) =>
    hasFee(slip) ? `${amountText(slip, slip.market.amount)}（含手續費 ${formatMoney(slip.market.fee)} 元）` : '',
  ),
  VACAccount: slipText('77001260001235', ({ account }) => account),
  TransferAccount: slipText('(999) 77001260001235', ({ account, bankCode }) => account && `(${bankCode}) ${account}`),
  BankCode: slipText('999', ({ bankCode }) => bankCode),
  BankName: slipText('示範商業銀行', ({ bankName }) => bankName),
  PaymentWays: slipText('超商、郵局臨櫃、銀行臨櫃、ATM轉帳', ({ paymentWays }) => paymentWays),
  MarketTitle: slipText('便利商店專用', ({ market }) => (market ? '便利商店專用' : '')),
  MarketBarcodes: slipText('1511307A1\n0077001260001235\n113023000001000', ({ market }) =>
    market && 'barcodes' in market ? market.barcodes.join('\n') : '',
  ),
  MarketRefusal: slipText('本單金額逾超商代收上限，請改用其他通路繳款', ({ market }) =>
    market && 'refusal' in market ? market.refusal : '',
  ),
  PostBarcodes: slipText('50012345\n115113000770012600012352\n00001000', ({ post }) => post?.barcodes.join('\n') ?? ''),
  TWQRPayload: slipText('TWQRP', ({ twqr }) => twqr),
  PaymentNotices: slipText('超商代收至民國115年12月05日止。', ({ paymentNotices }) => paymentNotices.join('')),
  Notices: slipText('請於期限內繳納。', ({ notices }) => notices.join('\n')),
  DescriptionItems: slipText('本期含公共電費分攤', ({ descriptions }) => descriptions.join('\n')),
} as const satisfies Readonly<Record<string, SlipText>>

/** The texts of a slip by name. */
export type SlipValues = Readonly<Record<string, string>>

/** Returns all texts of a slip by name. */
export const valuesOfSlip = (slip: Slip): SlipValues =>
  Object.fromEntries(Object.entries<SlipText>(slipTexts).map(([name, { textOf }]) => [name, textOf(slip)]))

const hasFee = (slip: Slip): slip is Slip & { readonly market: { readonly amount: number; readonly fee: number } } =>
  slip.market !== null && 'fee' in slip.market && slip.market.fee > 0

const amountText = ({ currency }: Slip, amount: number): string =>
  `${enumText('Currency', currency)} ${formatMoney(amount, currency)} 元`
