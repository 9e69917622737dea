import type { Resource } from '../../schema/language/resource'
import { columnName } from '../../schema/load/names'
import { billTally } from '../database/bills-and-lines/bill-tally'

/**
 * A table with the number of records of another table and the sums of their amounts, grouped by some columns.
 * These columns have the same names in both tables.
 */
export interface RecordTally {
  readonly table: string
  /** The column with the number of records. */
  readonly count: string
  /** The columns with sums: first the number of records, then the amounts. */
  readonly sums: readonly string[]
}

/**
 * Returns a tally of the resource's table that has the columns of all these fields; null if there is none.
 * It can count records by conditions on these fields.
 */
export const tallyFor = ({ table }: Pick<Resource, 'table'>, fields: readonly string[]): RecordTally | null => {
  const tally = tallies.find(
    ({ of, group, computed }) =>
      of === table && fields.every((field) => [...group, ...computed].some((name) => name === columnName(field))),
  )
  return tally ? { table: tally.table, count: tally.sums[0], sums: tally.sums } : null
}

const tallies = [billTally]
