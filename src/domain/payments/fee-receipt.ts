import { formatRocLong, rocYear } from '../dates/roc-date'
import { enumText } from '../enums'
import { formatMoney } from '../money/money'

/** The content of a receipt for the fees that a company bears in a month; texts are ready to print. */
export interface FeeReceipt {
  readonly title: string
  /** The bank that has received the fees. */
  readonly issuer: string
  readonly receiptNo: string
  readonly labelledValues: readonly { readonly label: string; readonly value: string }[]
  readonly channels: readonly { readonly name: string; readonly count: string; readonly fee: string }[]
  readonly totalText: string
  readonly totalInWords: string
  readonly printedOn: string
}

/** The facts of a receipt. Fees are in TWD. */
export interface FeeReceiptFacts {
  readonly issuer: string
  readonly receiptNo: string
  readonly customerName: string
  readonly uniformNo: string
  /** Masked as the reader sees it on the screen. */
  readonly account: string
  readonly applyCode: string
  /** YYYY-MM. */
  readonly month: string
  readonly channels: readonly { readonly code: string; readonly count: number; readonly fee: number }[]
  readonly totalInWords: string
  /** YYYY-MM-DD. */
  readonly printDate: string
}

/** Returns a receipt with its title, the names of the channels and the total. */
export const composeFeeReceipt = (facts: FeeReceiptFacts): FeeReceipt => ({
  title: '代收手續費收據',
  issuer: facts.issuer,
  receiptNo: facts.receiptNo,
  labelledValues: [
    { label: '客戶名稱', value: facts.customerName },
    { label: '統一編號', value: facts.uniformNo },
    { label: '委託單位', value: facts.applyCode },
    { label: '帳號', value: facts.account },
    { label: '年月', value: `民國${rocYear(`${facts.month}-01`)}年${Number(facts.month.slice(-2))}月` },
  ],
  channels: facts.channels.map(({ code, count, fee }) => ({
    name: enumText('Channel', code),
    count: formatMoney(count),
    fee: formatMoney(fee),
  })),
  totalText: `新臺幣 ${formatMoney(facts.channels.reduce((sum, { fee }) => sum + fee, 0))} 元`,
  totalInWords: `新臺幣${facts.totalInWords}`,
  printedOn: formatRocLong(facts.printDate),
})
