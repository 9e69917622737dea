/** The states of a payment on a bill, with their texts. A counter-entry takes back a payment: of a line by a reversal or a correction, of a collection by its cancellation. */
export const entryStates = { Live: '已入帳', Reversed: '已沖正', Cancelled: '已取消' } as const

export type EntryState = keyof typeof entryStates

/** What readers see of a payment that was taken back, and when. */
export interface EntryStatus {
  readonly EntryState: EntryState
  /** When the payment was taken back; null for a live one. */
  readonly CounterTime: string | null
}

/** Returns 取消 or 沖正, for sentences such as 「已於 2026/11/20 沖正」 about a payment that is no longer live. */
export const cancelledOrReversedText = (state: EntryState): string => (state === 'Cancelled' ? '取消' : '沖正')
