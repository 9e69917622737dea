import { addDays, daysBetween } from '../../domain/dates/dates'
import { type DemoAgreement, debitChannels } from './companies'
import type { DemoPayer } from './payers'
import { pick, type RandomInteger } from './random'
import type { DemoTerm } from './terms'

/** Whether and how a bill was paid. */
export type PaymentPattern = 'open' | 'paid' | 'instalments' | 'partial' | 'overpaid' | 'void'

/** A payment of a bill. */
export interface DemoPayment {
  readonly amount: number
  readonly at: string
  readonly channel: string
}

/** The payer, agreement and term of a bill, and today's date. */
export interface BillContext {
  readonly agreement: DemoAgreement
  readonly term: DemoTerm
  readonly payer: DemoPayer
  readonly today: string
}

/** Returns whether the payer pays by direct debit. Such payers get no printed slip. */
export const paysByDirectDebit = ({ DebitAuthStatus }: DemoPayer): boolean => DebitAuthStatus === 'Authorized'

/**
 * Returns at random how the bill was paid: most bills of past terms are paid, but at most about a third of the bills of
 * the current term.
 */
export const patternOf = ({ agreement, term, payer, today }: BillContext, random: RandomInteger): PaymentPattern => {
  const percent = random(100)
  const payerNo = Number(payer.PayerNo)
  // The second payer owes nothing on any day: past bills are paid, and the current one is void.
  if (payerNo === 2) return term.termsAgo === 0 ? 'void' : 'paid'
  // The first payer, whom the sign-in page offers, must have a bill to pay, and nobody pays before the term begins.
  if (term.termsAgo === 0 && (term.start >= today || payerNo === 1)) return 'open'
  // A white list accepts only payments of the whole amount.
  const allowPartial = term.collection.allowPartial && !agreement.usesWhiteList
  if (percent < 4) return 'void'
  if (percent < 6 && !paysByDirectDebit(payer)) return 'overpaid'
  if (percent < 11 && allowPartial) return 'partial'
  if (percent < 15 && allowPartial) return 'instalments'
  return percent < openPercentage(term, agreement) ? 'open' : 'paid'
}

// A bill that no case above covers is open if its random percentage is below this value.
// Older terms have fewer open bills.
const openPercentage = ({ termsAgo, collection }: DemoTerm, { usesWhiteList }: DemoAgreement): number => {
  if (collection.oneTime) return 30
  return termsAgo === 0 ? (usesWhiteList ? 80 : 66) : 11 + 5 * (5 - termsAgo)
}

/** Returns the payments of a bill with the given amount. */
export const paymentsOf = (
  pattern: PaymentPattern,
  amount: number,
  context: BillContext,
  random: RandomInteger,
): readonly DemoPayment[] => {
  const half = Math.floor(amount / 2)
  const amounts = {
    open: [],
    void: [],
    paid: [amount],
    instalments: [half, amount - half],
    partial: [half],
    overpaid: [amount + 100],
  }[pattern]
  const times = amounts.map(() => randomTime(context, random)).sort()
  return amounts.map((paymentAmount, index) => ({
    amount: paymentAmount,
    at: times[index] ?? '',
    channel: channelOf(context, amount > storeLimit || pattern === 'overpaid', random),
  }))
}

/** Highest amount that stores accept for the market items of most demo categories. */
const storeLimit = 20_000

/** Returns a random time within the term, yesterday at the latest. */
const randomTime = ({ term, today }: BillContext, random: RandomInteger): string => {
  const lastDayOffset = Math.max(0, Math.min(daysBetween(term.start, today) - 1, daysBetween(term.start, term.end)))
  const day = addDays(term.start, random(lastDayOffset + 1))
  const clockTime = [8 + random(14), random(60), random(60)].map((number) => String(number).padStart(2, '0'))
  return `${day}T${clockTime.join(':')}+08:00`
}

/**
 * Returns a random channel.
 * Most payers in Taiwan pay at a store, and the others by transfer.
 * A large amount, or more than is owed, can only be transferred.
 */
const channelOf = ({ payer }: BillContext, needsTransfer: boolean, random: RandomInteger): string => {
  if (paysByDirectDebit(payer)) return payer.PayerType === 'ACH' ? debitChannels[1] : debitChannels[0]
  return needsTransfer ? pick(random, ['00', '06', '06', '08', '17', '17']) : pick(random, channelsByFrequency)
}

const channelsByFrequency = [
  '01',
  '01',
  '01',
  '01',
  '01',
  '01',
  '02',
  '02',
  '02',
  '03',
  '04',
  '05',
  '06',
  '06',
  '06',
  '08',
  '16',
  '17',
  '17',
  '17',
] as const
