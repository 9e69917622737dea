import type { EntryState } from '../payments/entry-state'

/** An entry on a bill, as certificates need it. */
export interface CertifiedEntry {
  readonly id: number
  readonly amount: number
  /** In UTC; for a counter-entry the time when the payment was countered. */
  readonly paidTime: string
  /** Id of the payment that a counter-entry counters; null for a payment. */
  readonly counters: number | null
  /** The state of the payment once it is countered. */
  readonly counterState: Exclude<EntryState, 'Live'>
}

/** What a certificate states. */
export interface CertifiedState<Entry extends CertifiedEntry> {
  /** The live payments in chronological order, and their sum. */
  readonly payments: readonly Entry[]
  readonly paidAmount: number
  /** Number of counter-entries so far. It distinguishes states with the same amount, such as before a reversal and after the next payment. */
  readonly counterCount: number
}

/** Returns what certificates stated after each of the entries. The entries are in the order in which they were written. */
export const certifiedStates = <Entry extends CertifiedEntry>(entries: readonly Entry[]): readonly CertifiedState<Entry>[] => {
  const states: CertifiedState<Entry>[] = []
  for (const entry of entries) {
    const { payments, counterCount } = states.at(-1) ?? { payments: [], counterCount: 0 }
    const isCounter = entry.counters !== null
    const live = isCounter ? payments.filter(({ id }) => id !== entry.counters) : [...payments, entry].sort(byTime)
    states.push({ payments: live, paidAmount: amountOf(live), counterCount: counterCount + Number(isCounter) })
  }
  return states
}

/** The sum of the countered payments on a certificate, and the state and the time of the latest one. */
export interface CounteredPart {
  readonly amount: number
  readonly state: CertifiedEntry['counterState']
  readonly time: string
}

/** Returns the countered part of these payments; null if all of them are live. */
export const counteredPart = (entries: readonly CertifiedEntry[], payments: readonly CertifiedEntry[]): CounteredPart | null => {
  const counters = entries.filter(({ counters }) => payments.some(({ id }) => id === counters))
  const last = counters.at(-1)
  const payment = payments.find(({ id }) => id === last?.counters)
  return last && payment ? { amount: -amountOf(counters), state: payment.counterState, time: last.paidTime } : null
}

const byTime = (a: CertifiedEntry, b: CertifiedEntry): number => a.paidTime.localeCompare(b.paidTime) || a.id - b.id

const amountOf = (entries: readonly CertifiedEntry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0)
