/**
 * The largest number to which records are counted if no tally contains their number, and of which a list can be in an
 * order without an index: so many records are gathered and sorted for each page.
 * More takes longer than reading a page, and people narrow the query rather than read so many records.
 */
export const maxCounted = 10_000

/** The number of records of a list. */
export interface ListNumber {
  readonly total: number
  /** Whether there may be more records than `total`, because counting stopped there. */
  readonly isMinimum: boolean
}

/** Returns the number of a list of which at most `maxCounted + 1` records were counted. */
export const boundedNumber = (counted: number): ListNumber =>
  counted > maxCounted ? { total: maxCounted, isMinimum: true } : { total: counted, isMinimum: false }

/** Returns whether a list has more than `maxCounted` records. */
export const isLongList = ({ total, isMinimum }: ListNumber): boolean => isMinimum || total > maxCounted
