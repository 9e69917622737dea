import { type Collectable, marketCollection, postCollection, storeChannels } from '../../../domain/market-collection'
import type { Category, ImportContext } from './context'
import type { BillDates } from './dates'

/** The figures of a bill that its barcodes carry. */
export interface SlipFigures extends BillDates {
  readonly amount: number
  readonly account: string
}

/** The barcodes as they are kept: three lines each, or null where the bill has none. */
export const slipCodes = (
  figures: SlipFigures,
  category: Category,
  context: ImportContext,
): { readonly MarketBarcodes: string | null; readonly PostBarcodes: string | null } => {
  const bill = collectableOf(figures, category, context)
  const market = marketCollection(bill, category.marketItem, context.today)
  const post = postCollection(bill, context.agreement.PostGiroAccount, context.today)
  return { MarketBarcodes: 'barcodes' in market ? market.barcodes.join('\n') : null, PostBarcodes: post?.join('\n') ?? null }
}

/** True where stores are the only open channels and they do not take the amount (E109). */
export const refuseAmount = (figures: SlipFigures, category: Category, context: ImportContext): boolean => {
  const { Channels, marketItem } = category
  const storesOnly = Channels.length > 0 && Channels.every((channel) => storeChannels.includes(channel))
  return storesOnly && 'refusal' in marketCollection(collectableOf(figures, category, context), marketItem, context.today)
}

const collectableOf = ({ amount, account, PaymentEndDate, MarketEndDate }: SlipFigures, { Channels }: Category, { form }: ImportContext): Collectable => ({
  amount,
  currency: form.CurrencyType,
  account,
  dueDate: PaymentEndDate,
  marketEndDate: MarketEndDate,
  channels: Channels,
})
