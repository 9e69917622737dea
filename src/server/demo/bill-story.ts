import { addDays, daysBetween } from '../../domain/dates/dates'
import { type DemoAgreement, debitChannels } from './companies'
import { type Dice, pick } from './dice'
import type { DemoPayer } from './payers'
import type { DemoTerm } from './terms'

/** How a bill went. */
export type Story = 'open' | 'paid' | 'instalments' | 'partial' | 'over' | 'void'

/** Money that came in for a bill. */
export interface DemoPayment {
  readonly amount: number
  readonly at: string
  readonly channel: string
}

/** Where in the demo world a bill stands. */
export interface Place {
  readonly agreement: DemoAgreement
  readonly term: DemoTerm
  readonly payer: DemoPayer
  readonly today: string
}

/** True when the payer's account is debited, so that no paper is sent. */
export const isDebited = ({ DebitAuthStatus }: DemoPayer): boolean => DebitAuthStatus === 'Authorized'

/** How the bill went depends on the dice: nearly all old ones are paid, of the present ones a third. */
export const storyOf = ({ agreement, term, payer, today }: Place, dice: Dice): Story => {
  const roll = dice(100)
  // Whoever the sign-in page offers must find something to pay, and nobody has paid before the term began.
  if (term.age === 0 && (term.start >= today || Number(payer.PayerNo) === 1)) return 'open'
  const { allowPartial } = term.collection
  if (roll < 4) return 'void'
  if (roll < 6 && !isDebited(payer)) return 'over'
  if (roll < 11 && allowPartial) return 'partial'
  if (roll < 15 && allowPartial) return 'instalments'
  return roll < openShare(term, agreement) ? 'open' : 'paid'
}

const openShare = ({ age, collection }: DemoTerm, { whiteList }: DemoAgreement): number => {
  if (collection.once) return 30
  return age === 0 ? (whiteList ? 80 : 66) : 11 + 5 * (5 - age)
}

/** The payments of a bill of that amount. */
export const paymentsOf = (story: Story, amount: number, place: Place, dice: Dice): readonly DemoPayment[] => {
  const half = Math.floor(amount / 2)
  const amounts = { open: [], void: [], paid: [amount], instalments: [half, amount - half], partial: [half], over: [amount + 100] }[story]
  const moments = amounts.map(() => momentOf(place, dice)).sort()
  return amounts.map((part, no) => ({ amount: part, at: moments[no] ?? '', channel: channelOf(place, amount, dice) }))
}

// Within its term and not after yesterday.
const momentOf = ({ term, today }: Place, dice: Dice): string => {
  const lastDay = Math.max(0, Math.min(daysBetween(term.start, today) - 1, daysBetween(term.start, term.end)))
  const day = addDays(term.start, dice(lastDay + 1))
  const at = [8 + dice(14), dice(60), dice(60)].map((part) => String(part).padStart(2, '0'))
  return `${day}T${at.join(':')}+08:00`
}

/** As people in Taiwan pay: most at the store round the corner, the rest by transfer; large sums not at a store. */
const channelOf = ({ payer }: Place, amount: number, dice: Dice): string => {
  if (isDebited(payer)) return payer.PayerType === 'ACH' ? debitChannels[1] : debitChannels[0]
  return amount > 20_000 ? pick(dice, ['00', '06', '06', '08', '17', '17']) : pick(dice, usual)
}

const usual = ['01', '01', '01', '01', '01', '01', '02', '02', '02', '03', '04', '05', '06', '06', '06', '08', '16', '17', '17', '17'] as const
