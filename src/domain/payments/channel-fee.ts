import { storeChannels } from '../bills/bill-codes'
import type { EnumCode } from '../enums'

/** Who bears a fee: the company (`Deduct`) or the payer (`Increase`). */
export type FeeBearType = EnumCode<'FeeBearType'>

/** A fee for a range of amounts; both limits belong to the range. */
export interface FeeBracket {
  readonly MinAmount: number
  readonly MaxAmount: number
  readonly ChannelFee: number
}

/** The fee of a line, who bears the fee, and the amount that the company receives. */
export interface LineFee {
  readonly ChannelFee: number
  /**
   * The fee in the tables of the portal, if the channel reported another one; otherwise null.
   * A slip includes this fee if the payer bears it.
   */
  readonly TableFee: number | null
  readonly FeeBearType: FeeBearType
  readonly NetAmount: number
}

/** The values of a line from which its fee follows. */
interface ChargedLine {
  readonly ChannelId: string
  readonly Amount: number
  /** Default: TWD. */
  readonly CurrencyType?: string
  /** The fee that the channel reported with the line; null if it reported none. */
  readonly reportedFee?: number | null
}

/** The default fees of the post office. */
export const postFeeBrackets: readonly FeeBracket[] = [
  { MinAmount: 1, MaxAmount: 100, ChannelFee: 5 },
  { MinAmount: 101, MaxAmount: 1_000, ChannelFee: 10 },
  { MinAmount: 1_001, MaxAmount: 99_999_999, ChannelFee: 15 },
]

/** The fee of all channels that have no fees of their own. */
export const standardFee = 10

/** Returns the fee for an amount; null if no bracket includes the amount. */
export const bracketFee = (brackets: readonly FeeBracket[], amount: number): number | null =>
  brackets.find(({ MinAmount, MaxAmount }) => MinAmount <= amount && amount <= MaxAmount)?.ChannelFee ?? null

/**
 * The channels that collect by market item, because they scan the store barcodes of a slip: stores and farmers'
 * associations (農漁會).
 */
export const marketItemChannels: readonly string[] = [...storeChannels, '12']

/**
 * Returns the fee that the channel charges for a line: the fee that it reported, or else the fee in the tables.
 * There, a channel that collects by market item charges the fee of the item.
 * Only the fee of a market item can be borne by the payer.
 * A line in a foreign currency has no fee.
 */
export const lineFee = (
  { ChannelId, Amount, CurrencyType = 'TWD', reportedFee = null }: ChargedLine,
  item: { readonly ChannelFee: number; readonly FeeBearType: FeeBearType } | null,
): LineFee => {
  if (CurrencyType !== 'TWD') return { ChannelFee: 0, TableFee: null, FeeBearType: 'Deduct', NetAmount: Amount }
  const chargesItemFee = marketItemChannels.includes(ChannelId)
  const tableFee = chargesItemFee ? (item?.ChannelFee ?? 0) : channelFee(ChannelId, Amount)
  const ChannelFee = reportedFee ?? tableFee
  const FeeBearType = chargesItemFee ? (item?.FeeBearType ?? 'Deduct') : 'Deduct'
  // The fee is deducted in both cases: a fee that the payer bears is part of the line's amount.
  return {
    ChannelFee,
    TableFee: ChannelFee === tableFee ? null : tableFee,
    FeeBearType,
    NetAmount: Amount - ChannelFee,
  }
}

/**
 * Returns the part of a line's amount that pays bills: the amount without a fee that the payer bears.
 * That is the fee which was printed on the slip, even if the channel charged another one.
 */
export const matchedAmount = ({
  Amount,
  ChannelFee,
  TableFee,
  FeeBearType,
}: { readonly Amount: number } & Omit<LineFee, 'NetAmount'>): number =>
  FeeBearType === 'Increase' ? Amount - (TableFee ?? ChannelFee) : Amount

/** The channels of the post office. */
export const postChannels: readonly string[] = ['05', 'A1']

const channelFee = (channel: string, amount: number): number => {
  // No channel charges a fee for money that the company collects itself.
  if (channel === 'A0') return 0
  return postChannels.includes(channel) ? (bracketFee(postFeeBrackets, amount) ?? 0) : standardFee
}
