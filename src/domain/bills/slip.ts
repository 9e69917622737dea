import type { Barcodes } from '../barcodes/market-barcode'
import { formatRocLong } from '../dates/roc-date'
import type { EnumCode } from '../enums'
import { amountInWords } from '../money/money'
import { type BillCodesSource, billCodes, type MarketCollection, paymentWays, twqrPayload } from './bill-codes'

/**
 * The content of a printed payment slip (繳款單).
 * Texts are ready to print: amounts are formatted, dates are ROC dates.
 */
export interface Slip {
  /** Whether the slip is a preview, which cannot be paid; it is marked as a sample (樣張). */
  readonly isSample: boolean
  readonly template: EnumCode<'BillTemplate'>
  readonly title: string
  readonly company: { readonly name: string; readonly phone: string; readonly fax: string; readonly address: string }
  readonly billNo: string
  readonly termName: string
  /** The name is masked if the reader may not view it unmasked. */
  readonly payerName: string
  readonly payerId: string
  /** Postal code and address of the payer; the address is masked if the reader may not view it unmasked. */
  readonly payerZipCode: string
  readonly payerAddress: string
  readonly unitName: string
  readonly items: readonly { readonly name: string; readonly amount: number }[]
  readonly currency: string
  readonly amount: number
  /** Such as 壹仟零伍拾元整. */
  readonly amountInWords: string
  /** Such as 民國115年11月30日. */
  readonly dueDate: string
  /** The virtual account; empty if no channel accepts a payment any more. */
  readonly account: string
  readonly bankCode: string
  /** The name of the collecting bank; empty if the table of banks does not contain the bank. */
  readonly bankName: string
  /**
   * The barcodes for stores, or the reason why there are none; null for a bill in foreign currency, which no store
   * accepts.
   */
  readonly market: MarketCollection | null
  readonly post: { readonly barcodes: Barcodes } | null
  /** The content of the TWQR code; empty if the bill cannot be paid by TWQR. */
  readonly twqr: string
  /** The names of the channels by which the bill can be paid, such as 超商、ATM轉帳. */
  readonly paymentWays: string
  /** Notices of the portal about payment; never truncated. */
  readonly paymentNotices: readonly string[]
  /** Notices of the company. */
  readonly notices: readonly string[]
  readonly descriptions: readonly string[]
  readonly approvalStaff: string
  /** Such as 民國115年11月20日. */
  readonly printedOn: string
}

/** The records and settings from which a slip is composed. */
export interface SlipSource extends BillCodesSource {
  /** The templates of the import, the term and the category, in this order. The first template that is set applies. */
  readonly templates: readonly (EnumCode<'BillTemplate'> | null)[]
  readonly bill: BillCodesSource['bill'] & {
    readonly BillNo: string
    /** Masked if the reader may not view it unmasked. */
    readonly PayerName: string
    readonly PayerId: string | null
    readonly ZipCode: string | null
    readonly Address: string | null
    readonly FeeItems: readonly { readonly FeeName: string; readonly Amount: number }[]
    readonly Notices: string | null
  }
  readonly term: {
    readonly BillTermName: string
    readonly BillChineseName: string
    readonly Notices: string | null
    readonly DescriptionItems: string | null
  }
  readonly company: {
    readonly CustomerName: string
    readonly CustomerPhone: string | null
    readonly CustomerFax: string | null
    readonly ZipCode: string | null
    readonly Address: string | null
  }
  readonly unitName: string | null
  readonly approvalStaff: string | null
  readonly bankCode: string
  readonly bankName: string
  readonly today: string
}

/**
 * Returns the slip of a bill for its outstanding amount, with formatted dates and with the barcodes that are valid
 * today.
 */
export const composeSlip = (source: SlipSource): Slip => {
  const { bill, term, company, today } = source
  const codes = billCodes(source, today)
  const { amount, market, post, channels, notices: paymentNotices } = codes
  const twqr = twqrPayload(source, codes, source.bankCode)
  return {
    isSample: false,
    template: source.templates.find((template) => template !== null) ?? 'A4Standard',
    title: term.BillChineseName,
    company: {
      name: company.CustomerName,
      phone: company.CustomerPhone ?? '',
      fax: company.CustomerFax ?? '',
      address: [company.ZipCode, company.Address].filter(Boolean).join(' '),
    },
    billNo: bill.BillNo,
    termName: term.BillTermName,
    payerName: bill.PayerName,
    payerId: bill.PayerId ?? '',
    payerZipCode: bill.ZipCode ?? '',
    payerAddress: bill.Address ?? '',
    unitName: source.unitName ?? '',
    items: itemsOf(bill),
    currency: bill.CurrencyType,
    amount,
    amountInWords: amountInWords(amount, bill.CurrencyType),
    dueDate: formatRocLong(bill.PaymentEndDate),
    account: channels.length > 0 ? bill.VACAccount : '',
    bankCode: source.bankCode,
    bankName: source.bankName,
    market: bill.CurrencyType === 'TWD' ? market : null,
    post: post && { barcodes: post },
    twqr,
    paymentWays: paymentWays({ ...codes, twqr }),
    paymentNotices,
    notices: linesOf(bill.Notices || term.Notices),
    descriptions: linesOf(term.DescriptionItems),
    approvalStaff: source.approvalStaff ?? '',
    printedOn: formatRocLong(today),
  }
}

/**
 * Returns a sample of a slip.
 * The sample looks the same but cannot be paid: its account consists of zeros, and its codes contain no payment data.
 */
export const sampleOf = (slip: Slip): Slip => ({
  ...slip,
  isSample: true,
  account: slip.account.replaceAll(/./g, '0'),
  market:
    slip.market && 'barcodes' in slip.market
      ? { ...slip.market, barcodes: sampleBarcodes(slip.market.barcodes) }
      : slip.market,
  post: slip.post && { barcodes: sampleBarcodes(slip.post.barcodes) },
  twqr: slip.twqr && 'SAMPLE',
})

/** Returns barcodes of the same lengths that no cash register accepts. */
const sampleBarcodes = ([first, second, third]: Barcodes): Barcodes => [
  sampleCodeText(first),
  sampleCodeText(second),
  sampleCodeText(third),
]

const sampleCodeText = (text: string): string => 'SAMPLE'.padEnd(text.length, '-')

/**
 * Returns the items of a slip.
 * A partly paid bill lists the paid amount as a negative item, so that the sum is the outstanding amount.
 */
const itemsOf = (bill: SlipSource['bill']): Slip['items'] => [
  ...bill.FeeItems.map(({ FeeName, Amount }) => ({ name: FeeName, amount: Amount })),
  ...(bill.PaidAmount > 0 ? [{ name: '已繳金額', amount: -bill.PaidAmount }] : []),
]

const linesOf = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter((line) => line !== '')
