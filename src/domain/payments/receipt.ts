import { enumText } from '../enums'
import { amountInWords, formatMoney } from '../money/money'

/** The content of a receipt (收據) for money that a company collected itself; texts are ready to print. */
export interface Receipt {
  readonly title: string
  readonly receiptNo: string
  readonly companyName: string
  readonly uniformNo: string
  /** Masked if the reader may not view it unmasked. */
  readonly payerName: string
  readonly termName: string
  readonly billNo: string
  /** The amount with its currency, in figures and in words (壹仟零伍拾元整). */
  readonly amountText: string
  readonly amountInWords: string
  readonly method: string
  readonly collectedOn: string
  readonly collectedBy: string
  readonly remark: string
  /**
   * Text that says when and why the collection was cancelled, which makes the receipt void; null for a valid receipt.
   */
  readonly cancellation: string | null
  readonly printedOn: string
}

/** The facts of a receipt. `method` is a code, `amount` is in the smallest unit of the currency. */
export interface ReceiptFacts extends Omit<Receipt, 'title' | 'amountText' | 'amountInWords' | 'method'> {
  readonly method: string
  readonly currency: string
  readonly amount: number
}

/** Returns a receipt with its title, its amount in figures and in words, and the name of the collection method. */
export const composeReceipt = ({ currency, amount, ...facts }: ReceiptFacts): Receipt => ({
  ...facts,
  title: '收據',
  method: enumText('CollectMethod', facts.method),
  amountText: `${enumText('Currency', currency)} ${formatMoney(amount, currency)} 元`,
  amountInWords: `${enumText('Currency', currency)}${amountInWords(amount, currency)}`,
})
