import type { BankFileContent } from '../../payments/files/write-bank-file'
import { agencyCodes, type PaymentLayout, type PaymentLine, paymentLine } from './bank-line'
import type { ChannelPayment } from './payment'
import { isPostOffice, isStore } from './slip'

/** A file that a channel sends on a day. */
export interface SimulatedFile {
  readonly name: string
  readonly layout: PaymentLayout
  readonly content: BankFileContent
}

/**
 * Returns the files in which the channels report payments: for each day one file of the bank, one of the post office,
 * and one of each store.
 * A second file of a store for the same day would be held.
 */
export const paymentFiles = (payments: Iterable<ChannelPayment>): readonly SimulatedFile[] => {
  const files = new Map<string, FileEntry[]>()
  for (const payment of payments) {
    const line = paymentLine(payment)
    const name = fileName(payment)
    const entries = files.get(name)
    if (entries) entries.push({ payment, line })
    else files.set(name, [{ payment, line }])
  }
  return [...files.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, entries]) => fileOf(name, entries))
}

/** A payment and its line in a file. */
interface FileEntry {
  readonly payment: ChannelPayment
  readonly line: PaymentLine
}

/** Returns the name of the file in which a payment is reported. */
export const fileName = (payment: ChannelPayment): string => {
  const day = payment.reportedOn.replaceAll('-', '')
  if (!isStore(payment.channel)) return `${isPostOffice(payment.channel) ? 'post' : 'bank'}-${day}.txt`
  return `store-${agencyCodes[payment.channel]}-${day}.txt`
}

const fileOf = (name: string, entries: readonly FileEntry[]): readonly SimulatedFile[] => {
  const [first] = entries
  if (!first) return []
  const details = entries
    .toSorted((a, b) => (a.payment.at < b.payment.at ? -1 : Number(a.payment.at > b.payment.at)))
    .map(({ line }) => line)
  const content = first.line.layout === 'store' ? { header: headerOf(first.payment), details } : { details }
  return [{ name, layout: first.line.layout, content }]
}

const headerOf = (payment: ChannelPayment) => ({
  // A file of all market items names the bank, here the demo bank.
  CompanyCode: '999',
  AgencyCode: agencyCodes[payment.channel] ?? '',
  TransDate: payment.reportedOn,
})
