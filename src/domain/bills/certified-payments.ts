import type { EntryState } from '../payments/entry-state'

/** The values of an entry that certificates need. */
export interface CertifiedEntry {
  readonly id: number
  readonly amount: number
  /** Time of the payment, or of the counter-entry, in UTC. */
  readonly paidTime: string
  /** Id of the payment that the counter-entry counters; null for a payment. */
  readonly counters: number | null
  /** The state that the payment has after it was countered. */
  readonly counterState: Exclude<EntryState, 'Live'>
}

/** The payments that a certificate states. */
export interface CertifiedState<Entry extends CertifiedEntry> {
  /** The live payments in chronological order, and their sum. */
  readonly payments: readonly Entry[]
  readonly paidAmount: number
  /**
   * Number of counter-entries up to this state.
   * It distinguishes states with the same amount, such as the states before a reversal and after the next payment.
   */
  readonly counterCount: number
}

/** Returns the state after each entry. The entries are in the order in which they were written. */
export const certifiedStates = <Entry extends CertifiedEntry>(
  entries: readonly Entry[],
): readonly CertifiedState<Entry>[] => {
  const states: CertifiedState<Entry>[] = []
  for (const entry of entries) {
    const { payments, counterCount } = states.at(-1) ?? { payments: [], counterCount: 0 }
    const isCounter = entry.counters !== null
    const livePayments = isCounter
      ? payments.filter(({ id }) => id !== entry.counters)
      : [...payments, entry].sort(byTime)
    states.push({
      payments: livePayments,
      paidAmount: amountOf(livePayments),
      counterCount: counterCount + Number(isCounter),
    })
  }
  return states
}

/**
 * The sum of the countered payments on a certificate, and the state and time of the payment that was countered last.
 */
export interface CounteredPart {
  readonly amount: number
  readonly state: CertifiedEntry['counterState']
  readonly time: string
}

/** Returns the countered part of these payments; null if all of them are live. */
export const counteredPart = (
  entries: readonly CertifiedEntry[],
  payments: readonly CertifiedEntry[],
): CounteredPart | null => {
  const counterEntries = entries.filter(({ counters }) => payments.some(({ id }) => id === counters))
  const lastCounterEntry = counterEntries.at(-1)
  const payment = payments.find(({ id }) => id === lastCounterEntry?.counters)
  return lastCounterEntry && payment
    ? { amount: -amountOf(counterEntries), state: payment.counterState, time: lastCounterEntry.paidTime }
    : null
}

const byTime = (a: CertifiedEntry, b: CertifiedEntry): number => a.paidTime.localeCompare(b.paidTime) || a.id - b.id

const amountOf = (entries: readonly CertifiedEntry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0)
