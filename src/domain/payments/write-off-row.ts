import type { WhiteListRefusal } from '../accounts/white-list'
import type { ExceptionType, Line, Payment } from './line'
import type { MatchingFacts } from './matching-facts'

/** The decision about a line. */
export type WriteOffDecision =
  | { readonly kind: 'Ignored' }
  | { readonly kind: 'WrittenOff'; readonly payment: Payment }
  /** `pair` is the other line of the pair. */
  | { readonly kind: 'Reversed'; readonly pair: Line }
  | { readonly kind: 'Exception'; readonly ExceptionType: Exclude<ExceptionType, 'Incident'> }
  | { readonly kind: 'Exception'; readonly ExceptionType: 'Incident'; readonly IncidentReason: WhiteListRefusal }

/** A row of `writeOffTable`. */
export interface WriteOffRow {
  /** The step of the bank's rules to which the row belongs. */
  readonly step: number
  readonly name: string
  /** Returns the decision; null if the row does not apply. */
  readonly decide: (facts: MatchingFacts) => WriteOffDecision | null
}

/**
 * Returns a row.
 * `when` is the condition of the row, and `result` returns the decision for the value that the condition returned.
 */
export const row = <T>(
  step: number,
  name: string,
  {
    when,
    result,
  }: { readonly when: (facts: MatchingFacts) => T | false | null; readonly result: (value: T) => WriteOffDecision },
): WriteOffRow => ({
  step,
  name,
  decide: (facts) => {
    const value = when(facts)
    return value === false || value === null ? null : result(value)
  },
})

/** Returns the decision that ignores a repeated line. */
export const ignored = (): WriteOffDecision => ({ kind: 'Ignored' })

/** Returns the decision that writes a payment off. */
export const writtenOff = (payment: Payment): WriteOffDecision => ({ kind: 'WrittenOff', payment })

/** Returns the decision that pairs a payment with its reversal. */
export const reversed = (pair: Line): WriteOffDecision => ({ kind: 'Reversed', pair })

/** Returns a function that returns the decision for an exception of this type. */
export const exception = (type: Exclude<ExceptionType, 'Incident'>) => (): WriteOffDecision => ({
  kind: 'Exception',
  ExceptionType: type,
})

/** Returns the decision for a payment that the white list rejects. */
export const incident = (reason: WhiteListRefusal): WriteOffDecision => ({
  kind: 'Exception',
  ExceptionType: 'Incident',
  IncidentReason: reason,
})
