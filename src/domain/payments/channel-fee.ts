import { storeChannels } from '../bills/bill-codes'
import type { EnumCode } from '../enums'

export type FeeBearType = EnumCode<'FeeBearType'>

/** A fee for a range of amounts; both ends are included. */
export interface FeeBracket {
  readonly MinAmount: number
  readonly MaxAmount: number
  readonly ChannelFee: number
}

/** The fee of a line, who bears it, and what the company receives. */
export interface LineFee {
  readonly ChannelFee: number
  readonly FeeBearType: FeeBearType
  readonly NetAmount: number
}

/** The default fees of the post office. */
export const postFeeBrackets: readonly FeeBracket[] = [
  { MinAmount: 1, MaxAmount: 100, ChannelFee: 5 },
  { MinAmount: 101, MaxAmount: 1_000, ChannelFee: 10 },
  { MinAmount: 1_001, MaxAmount: 99_999_999, ChannelFee: 15 },
]

/** The default fee of the bank's own channels. */
export const bankFee = 10

/** Returns the fee for an amount; null if no bracket includes it. */
export const bracketFee = (brackets: readonly FeeBracket[], amount: number): number | null =>
  brackets.find(({ MinAmount, MaxAmount }) => MinAmount <= amount && amount <= MaxAmount)?.ChannelFee ?? null

/** The channels that report the barcodes of a slip: stores and farmers' associations (農漁會). */
export const barcodeChannels: readonly string[] = [...storeChannels, '12']

/** Returns the fee of a line as the channel charges it. A channel that reads barcodes charges the fee of the item in them, and only that fee may be borne by the payer. Only lines in TWD have a fee. */
export const lineFee = (
  { ChannelId, Amount, CurrencyType = 'TWD' }: { readonly ChannelId: string; readonly Amount: number; readonly CurrencyType?: string },
  item: { readonly ChannelFee: number; readonly FeeBearType: FeeBearType } | null,
): LineFee => {
  if (CurrencyType !== 'TWD') return { ChannelFee: 0, FeeBearType: 'Deduct', NetAmount: Amount }
  const hasItem = barcodeChannels.includes(ChannelId)
  const ChannelFee = hasItem ? (item?.ChannelFee ?? 0) : channelFee(ChannelId, Amount)
  const FeeBearType = (hasItem && item?.FeeBearType) || 'Deduct'
  // A payer who bears the fee pays it on top: it is part of the line's amount.
  return { ChannelFee, FeeBearType, NetAmount: Amount - ChannelFee }
}

/** Returns the part of a line's amount that pays bills: without the fee, if the payer bears it. */
export const matchedAmount = ({ Amount, ChannelFee, FeeBearType }: { readonly Amount: number } & Omit<LineFee, 'NetAmount'>): number =>
  FeeBearType === 'Increase' ? Amount - ChannelFee : Amount

const postChannels: readonly string[] = ['05', 'A1']

const channelFee = (channel: string, amount: number): number => {
  // A company that collects money itself pays no channel for it.
  if (channel === 'A0') return 0
  return postChannels.includes(channel) ? (bracketFee(postFeeBrackets, amount) ?? 0) : bankFee
}
