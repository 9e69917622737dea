import type { Resource } from '../../schema/language/resource'
import { columnName } from '../../schema/load/names'
import { billTally } from '../database/bill-tally'

/** A table with counts of the records of another one, and the sums of their amounts, by some of its columns. Its columns have the same names. */
export interface RecordTally {
  readonly table: string
  /** The column with the number of records. */
  readonly count: string
  /** The columns with sums of amounts, and the count. */
  readonly sums: readonly string[]
}

/** Returns the tally that can count the records of a table by conditions on these fields alone; null if there is none. */
export const tallyFor = ({ table }: Pick<Resource, 'table'>, fields: readonly string[]): RecordTally | null =>
  table === 'bill' && fields.every((field) => countable.has(columnName(field)))
    ? { table: billTally.table, count: billTally.sums[0], sums: billTally.sums }
    : null

// The displayed state is computed from three of the columns.
const countable: ReadonlySet<string> = new Set([...billTally.group, 'bill_status'])
