import type { Holidays } from '../../../domain/dates/business-days'
import { expectedRemitDate } from '../../../domain/payments/remit-date'
import type { LineValues } from '../../payments/files/bank-file'
import type { BankFileContent } from '../../payments/files/write-bank-file'
import type { ChannelPayment } from './payment'
import { isPostOffice, isStore } from './slip'

/** A file with the remittances of a day. */
export interface RemittanceFile {
  readonly day: string
  readonly name: string
  readonly layout: 'cashFlow'
  readonly content: BankFileContent
}

/** The money that a channel remits on a day, for stores for one market item. */
export interface Remittance {
  readonly day: string
  readonly channel: string
  /** Code of the market item; empty for a channel that does not collect by market item. */
  readonly item: string
  readonly amount: number
  /** The amount of the last payment that the remittance contains. */
  readonly lastAmount: number
}

/** Returns the files in which the channels announce remittances, one for each day. */
export const remittanceFiles = (remittances: readonly Remittance[]): readonly RemittanceFile[] =>
  [...new Set(remittances.map(({ day }) => day))].sort().map((day) => ({
    day,
    name: `cashFlow-${day.replaceAll('-', '')}.txt`,
    layout: 'cashFlow',
    content: {
      details: remittances
        .filter((remittance) => remittance.day === day)
        .map((remittance) => ({ kind: 'remittance', values: valuesOf(remittance) })),
    },
  }))

/** Leaves a payment out of the last remittance that contains several, so that the portal reports a difference. */
export const withoutLastPayment = (remittances: readonly Remittance[]): readonly Remittance[] => {
  const incomplete = remittances.findLast(({ amount, lastAmount }) => amount > lastAmount)
  return remittances.map((remittance) =>
    remittance === incomplete ? { ...remittance, amount: remittance.amount - remittance.lastAmount } : remittance,
  )
}

/** Returns the remittances of these payments that are due up to a day, in the order of their days. */
export const remittancesOf = (
  payments: Iterable<ChannelPayment>,
  { holidays, upTo }: { readonly holidays: Holidays; readonly upTo: string },
): readonly Remittance[] => {
  const remittances = new Map<string, Remittance>()
  const counted = new Set<string>()
  for (const payment of payments) {
    const { channel, account, at, seq, sign, amount, slip } = payment
    // The bank's own channels remit nothing, because the bank already has the money.
    // A line that is reported twice is remitted once.
    const identity = [channel, account, at, seq, sign].join()
    if (counted.has(identity) || !(isStore(channel) || isPostOffice(channel))) continue
    counted.add(identity)
    const marketItem = isStore(channel) ? slip.marketItem : null
    // Channels remit by the day of their report, which is the TransDate of the line, not by the day of the payment.
    const day = expectedRemitDate({ ChannelId: channel, TransDate: payment.reportedOn }, marketItem, holidays)
    const item = marketItem?.MarketItemCode ?? ''
    const key = [day, channel, item].join()
    const sum = (remittances.get(key)?.amount ?? 0) + (sign === 'Minus' ? -amount : amount)
    remittances.set(key, { day, channel, item, amount: sum, lastAmount: amount })
  }
  return [...remittances.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, remittance]) => (remittance.day <= upTo && remittance.amount > 0 ? remittance : []))
}

const valuesOf = ({ day, channel, item, amount }: Remittance): LineValues => ({
  RemitDate: day,
  RemitTime: '100000',
  ChannelId: channel,
  MarketItemCode: item,
  Amount: amount,
  BatchNo: '01',
})
