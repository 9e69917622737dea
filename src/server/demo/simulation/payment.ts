import { addDays } from '../../../domain/dates/dates'
import { pick, type RandomInteger } from '../random'
import { isPostOffice, isStore, type PayerSlip, postOfficeBarcodes, slipAmount, storeCollection } from './slip'

/** A payment, or the reversal of one, as a channel records it. */
export interface ChannelPayment {
  readonly slip: PayerSlip
  readonly channel: string
  /** The account that the payer entered. */
  readonly account: string
  readonly amount: number
  readonly sign: 'Plus' | 'Minus'
  /** Time in Taiwan, such as 2026-11-27T10:15:30+08:00. */
  readonly at: string
  /** The transaction number that the channel gives the payment. */
  readonly seq: string
  /** The day on which the channel reports the payment. */
  readonly reportedOn: string
}

/** The time of a payment, and the random numbers from which its details are derived. */
export interface PaymentContext {
  readonly at: string
  readonly random: RandomInteger
}

/** Returns a payment of the amount on a slip. A store collects the amount in the barcodes. */
export const slipPayment = (slip: PayerSlip, channel: string, context: PaymentContext): ChannelPayment =>
  channelPayment(
    slip,
    { channel, amount: isStore(channel) ? (storeCollection(slip)?.amount ?? slipAmount(slip)) : slipAmount(slip) },
    context,
  )

/** Returns a payment with the channel, account and amount that the payer chose. */
export const channelPayment = (
  slip: PayerSlip,
  {
    channel,
    amount,
    account = slip.VACAccount,
  }: { readonly channel: string; readonly amount: number; readonly account?: string },
  { at, random }: PaymentContext,
): ChannelPayment => {
  const day = at.slice(0, 10)
  const reportedOn = isStore(channel) || isPostOffice(channel) ? addDays(day, 1) : day
  return {
    slip,
    channel,
    account,
    amount,
    sign: 'Plus',
    at,
    seq: String(random(1_000_000)).padStart(6, '0'),
    reportedOn,
  }
}

/**
 * Returns a random channel by which a slip can be paid; ATM (06) if there is none.
 * Most payers in Taiwan pay at a store, and the others by transfer.
 */
export const randomChannel = (slip: PayerSlip, random: RandomInteger): string => {
  const accepts = (channel: string): boolean => {
    if (isStore(channel)) return storeCollection(slip) !== null
    return !isPostOffice(channel) || postOfficeBarcodes(slip) !== null
  }
  const usableChannels = channelsByFrequency.filter((channel) => slip.Channels.includes(channel) && accepts(channel))
  return usableChannels.length > 0 ? pick(random, usableChannels) : '06'
}

/** The channels, with how often payers choose each of them. */
const channelWeights = [
  ['01', 6],
  ['02', 3],
  ['03', 1],
  ['04', 1],
  ['05', 2],
  ['06', 3],
  ['08', 1],
  ['16', 1],
  ['17', 2],
  ['A1', 1],
] as const

/** Each channel, repeated according to its weight. */
const channelsByFrequency: readonly string[] = channelWeights.flatMap(([channel, weight]) =>
  Array.from({ length: weight }, () => channel),
)

/** The bank's own channels, where payers enter account and amount themselves. */
export const transferChannels = ['06', '17', '08', '00', 'A2']

/** Returns a payment by one of the bank's own channels; by a random one if the channel is not given. */
export const transferPayment = (
  slip: PayerSlip,
  {
    channel,
    amount = slipAmount(slip),
    account,
  }: { readonly channel?: string; readonly amount?: number; readonly account?: string },
  context: PaymentContext,
): ChannelPayment => {
  const allowedChannels = transferChannels.filter((code) => slip.agreement.Channels.includes(code))
  return channelPayment(
    slip,
    {
      channel: channel ?? allowedChannels[context.random(allowedChannels.length)] ?? '06',
      amount,
      ...(account === undefined ? {} : { account }),
    },
    context,
  )
}
