import type { SentRecord } from './answers'

/** An answer that is applied to its record. */
export interface AppliedAnswer {
  readonly answer: { readonly lineNo: number; readonly kind: string; readonly code: string }
  readonly record: SentRecord
  readonly isSuccess: boolean
}
