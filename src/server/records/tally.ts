import { columnName } from '../../schema/load/names'

/**
 * A table with the number of records of a resource and the sums of their amounts, grouped by some columns.
 * These columns have the same names in both tables.
 */
export interface RecordTally {
  readonly table: string
  /** The columns by which records are counted. */
  readonly group: readonly string[]
  /** Further fields of which conditions can be computed from the columns of `group`, by their column names. */
  readonly computed: readonly string[]
  /** The columns with sums: first the number of records, then the amounts. */
  readonly sums: readonly [string, ...string[]]
}

/** Returns whether the tally can count records by conditions on these fields. */
export const canCountBy = ({ group, computed }: RecordTally, fields: readonly string[]): boolean =>
  fields.every((field) => [...group, ...computed].includes(columnName(field)))
