/**
 * The states of a payment on a bill, with their texts.
 * A payment is no longer live after a counter-entry: the payment of a line is reversed, the payment of a collection is
 * cancelled.
 */
export const entryStates = { Live: '已入帳', Reversed: '已沖正', Cancelled: '已取消' } as const

/** The state of a payment on a bill. */
export type EntryState = keyof typeof entryStates

/** The state of a payment, and the time at which it was reversed or cancelled, for screens and documents. */
export interface EntryStatus {
  readonly EntryState: EntryState
  /** Time of the counter-entry; null for a live payment. */
  readonly CounterTime: string | null
}

/** Returns the verb for a payment that is no longer live, as in 「已於 2026/11/20 沖正」. */
export const cancelledOrReversedText = (state: EntryState): string => (state === 'Cancelled' ? '取消' : '沖正')
