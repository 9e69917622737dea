import type { Holidays } from '../../../domain/dates/business-days'
import { expectedRemitDate } from '../../../domain/payments/remit-date'
import type { LineValues } from '../../payments/files/bank-file'
import type { BankFileContent } from '../../payments/files/write-bank-file'
import type { ChannelPayment } from './payment'
import { isPost, isStore } from './slip'

/** A file with the remittances of a day. */
export interface RemittanceFile {
  readonly name: string
  readonly layout: 'cashFlow'
  readonly content: BankFileContent
}

/** Returns the files in which the channels announce the money of payments, up to a day. The last remittance omits its last payment, so that there is a difference to explain. */
export const remittanceFiles = (
  payments: Iterable<ChannelPayment>,
  { holidays, upTo }: { readonly holidays: Holidays; readonly upTo: string },
): readonly RemittanceFile[] => {
  const remittances = remittancesOf(payments, holidays).filter(({ day, amount }) => day <= upTo && amount > 0)
  const days = [...new Set(remittances.map(({ day }) => day))].sort()
  const incomplete = remittances.findLast(({ amount, lastAmount }) => amount > lastAmount)
  return days.map((day) => ({
    name: `cashFlow-${day.replaceAll('-', '')}.txt`,
    layout: 'cashFlow',
    content: {
      details: remittances
        .filter((remittance) => remittance.day === day)
        .map((remittance) => ({ kind: 'remittance', values: valuesOf(remittance, remittance === incomplete ? remittance.lastAmount : 0) })),
    },
  }))
}

interface Remittance {
  readonly day: string
  readonly channel: string
  readonly item: string
  amount: number
  lastAmount: number
}

const remittancesOf = (payments: Iterable<ChannelPayment>, holidays: Holidays): readonly Remittance[] => {
  const remittances = new Map<string, Remittance>()
  const counted = new Set<string>()
  for (const payment of payments) {
    const { channel, account, at, seq, sign, amount, slip } = payment
    // The bank itself receives the money of its own channels. A repeated line is paid out once.
    const identity = [channel, account, at, seq, sign].join()
    if (counted.has(identity) || !(isStore(channel) || isPost(channel))) continue
    counted.add(identity)
    const marketItem = isStore(channel) ? slip.marketItem : null
    const day = expectedRemitDate({ ChannelId: channel, TransDate: payment.reportedOn }, marketItem, holidays)
    const item = marketItem?.MarketItemCode ?? ''
    const key = [day, channel, item].join()
    const remittance = remittances.get(key) ?? { day, channel, item, amount: 0, lastAmount: 0 }
    remittances.set(key, remittance)
    remittance.amount += sign === 'Minus' ? -amount : amount
    remittance.lastAmount = amount
  }
  return [...remittances.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, remittance]) => remittance)
}

const valuesOf = ({ day, channel, item, amount }: Remittance, missing: number): LineValues => ({
  RemitDate: day,
  RemitTime: '100000',
  ChannelId: channel,
  MarketItemCode: item,
  Amount: amount - missing,
  BatchNo: '01',
})
