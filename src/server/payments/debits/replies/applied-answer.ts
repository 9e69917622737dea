import type { Answer, SentRecord } from './answers'

/** An answer that is applied to its record. */
export interface AppliedAnswer {
  readonly answer: Answer
  readonly record: SentRecord
  readonly isSuccess: boolean
}
