/** The states of a payment on a bill, with their texts. A counter-entry takes back a payment: that of a line after a reversal or a correction, that of a collection after its cancellation. */
export const entryStates = { Live: '已入帳', Reversed: '已沖正', Cancelled: '已取消' } as const

export type EntryState = keyof typeof entryStates

/** The state of a payment on screens and in documents. */
export interface EntryStatus {
  readonly EntryState: EntryState
  /** When the payment was taken back; null for a live one. */
  readonly CounterTime: string | null
}

/** Returns 取消 or 沖正, for sentences such as 「已於 2026/11/20 沖正」 about a payment that is no longer live. */
export const cancelledOrReversedText = (state: EntryState): string => (state === 'Cancelled' ? '取消' : '沖正')
