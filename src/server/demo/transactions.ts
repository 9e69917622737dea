import { type ExceptionPlace, exceptionsOf } from './exceptions'
import { arrivalOf, billPart, type Fate, type KeptBill, lineOf, noFate } from './transaction-line'

/** The information flow of an agreement: a line for each payment, and those that match nothing as they should; in the order in which they came. */
export const transactionRecords = (place: ExceptionPlace, bills: readonly KeptBill[]) =>
  [...bills.flatMap(matched), ...exceptionsOf(place, bills)]
    .toSorted((one, other) => one.arrival.at.localeCompare(other.arrival.at))
    .map(({ arrival, bill, fate }, index) => ({ ...lineOf(arrival, index + 1), ...billPart(bill), ...noFate, ...fate }))

const matched = (bill: KeptBill) => bill.payments.map((payment) => ({ arrival: arrivalOf(bill, payment), bill, fate: fateOf(bill, payment.at) }))

/** A payment of more than the bill became its own when somebody said so; all others are matched by the portal. */
const fateOf = ({ story }: KeptBill, at: string): Partial<Fate> =>
  story === 'over'
    ? { WriteOffStatus: 'ChangedBill', WriteOffTime: at, HandleUser: 'maker01', HandleTime: at, HandleReason: '繳款人確認溢繳，次期扣抵' }
    : { WriteOffStatus: 'WrittenOff', WriteOffTime: at }
