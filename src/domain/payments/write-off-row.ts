import type { WhiteListRefusal } from '../accounts/white-list'
import type { ExceptionType, Line, Payment } from './line'
import type { MatchingFacts } from './matching-facts'

/** The decision about a line. */
export type WriteOffDecision =
  | { readonly kind: 'Ignored' }
  | { readonly kind: 'WrittenOff'; readonly payment: Payment }
  | { readonly kind: 'Reversed'; readonly pair: Line }
  | { readonly kind: 'Exception'; readonly ExceptionType: Exclude<ExceptionType, 'Incident'> }
  | { readonly kind: 'Exception'; readonly ExceptionType: 'Incident'; readonly IncidentReason: WhiteListRefusal }

/** A row of the table in `write-off.ts`. */
export interface WriteOffRow {
  /** The step of the bank's rules that the row belongs to. */
  readonly step: number
  readonly name: string
  /** Returns the decision; null if the row does not apply. */
  readonly decide: (facts: MatchingFacts) => WriteOffDecision | null
}

/** Returns a row: `result` makes the decision from what `when` found. */
export const row = <T>(
  step: number,
  name: string,
  { when, result }: { readonly when: (facts: MatchingFacts) => T | false | null; readonly result: (found: T) => WriteOffDecision },
): WriteOffRow => ({
  step,
  name,
  decide: (facts) => {
    const found = when(facts)
    return found === false || found === null ? null : result(found)
  },
})

export const ignored = (): WriteOffDecision => ({ kind: 'Ignored' })

export const writtenOff = (payment: Payment): WriteOffDecision => ({ kind: 'WrittenOff', payment })

export const reversed = (pair: Line): WriteOffDecision => ({ kind: 'Reversed', pair })

export const exception = (type: Exclude<ExceptionType, 'Incident'>) => (): WriteOffDecision => ({ kind: 'Exception', ExceptionType: type })

export const incident = (reason: WhiteListRefusal): WriteOffDecision => ({ kind: 'Exception', ExceptionType: 'Incident', IncidentReason: reason })
