import type { Barcodes, Segment3Date } from './cvs-barcode'
import { type Collectable, type MarketCollection, type MarketItem, marketCollection, postCollection } from './market-collection'
import { formatMoney } from './money'
import { rocLong } from './roc-date'

/** What the barcodes of a bill are made from: plain values of the records, named as they are. */
export interface BillCodesSource {
  readonly bill: {
    readonly CurrencyType: string
    readonly ShouldPayAmount: number
    readonly PaidAmount: number
    readonly PaymentEndDate: string
    readonly MarketEndDate: string | null
    readonly VACAccount: string
  }
  /** Channels open for this bill, and what they need. */
  readonly agreement: { readonly Channels: readonly string[]; readonly PostGiroAccount: string | null }
  readonly marketItem: MarketItem | null
  readonly segment3Date?: Segment3Date
}

/** How the rest of a bill is paid with barcodes on a day. */
export interface BillCodes {
  /** What is still to be paid. */
  readonly amount: number
  readonly market: MarketCollection
  readonly post: Barcodes | null
  /** What payers must know before they go to a store. */
  readonly notices: readonly string[]
}

/** The barcodes of a bill as of today, for what is left of it: the same on paper and on the screen. */
export const billCodes = (source: BillCodesSource, today: string): BillCodes => {
  const amount = source.bill.ShouldPayAmount - source.bill.PaidAmount
  const collectable = collectableOf(source, amount)
  const market = marketCollection(collectable, source.marketItem, today, source.segment3Date)
  return { amount, market, post: postCollection(collectable, source.agreement.PostGiroAccount, today), notices: noticesOf(source, market) }
}

const collectableOf = ({ bill, agreement }: BillCodesSource, amount: number): Collectable => ({
  amount,
  currency: bill.CurrencyType,
  account: bill.VACAccount,
  dueDate: bill.PaymentEndDate,
  marketEndDate: bill.MarketEndDate,
  channels: agreement.Channels,
})

const noticesOf = ({ bill }: BillCodesSource, market: MarketCollection): readonly string[] => {
  if (!('barcodes' in market)) return []
  const fee = market.fee > 0 ? [`至超商繳款另加手續費 ${formatMoney(market.fee)} 元，合計 ${formatMoney(market.amount)} 元。`] : []
  const extended = bill.MarketEndDate && bill.MarketEndDate !== bill.PaymentEndDate ? [`超商代收至${rocLong(bill.MarketEndDate)}止。`] : []
  return [...fee, ...extended]
}
