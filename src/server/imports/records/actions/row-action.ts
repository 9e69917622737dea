import type { Refusal } from '../../../../domain/refusal'
import type { RecordValues } from '../../../../schema/language/types'
import type { RecordContext } from '../../../record-context'

/** A valid row of a file that does something with a record. */
export interface ActionRow {
  /** Row number as in a spreadsheet: the titles are row 1. */
  readonly rowNo: number
  /** The key of the record, with its currency if the row has amounts. It may be that of no record of the caller. */
  readonly key: RecordValues
  /** The UpdateTime that the record had when the file was downloaded. */
  readonly updateTime: string
  /** The values of the inputs that the schema declares. */
  readonly inputs: RecordValues
}

/** What became of the rows of a file. */
export interface RowOutcomes {
  /** The reason for each row that was not done, by row number; its fields are inputs. */
  readonly refused: ReadonlyMap<number, Refusal>
  /** Number of records with which something was done. */
  readonly done: number
  /** How many of them wait for the release by a second person. */
  readonly pending: number
}

/**
 * Does what the rows of a file say, in the transaction of the context, with the rights and rules of the caller.
 * The transaction is rolled back for a check, and if all rows or none are to be done.
 */
export type RowAction = (context: RecordContext, rows: readonly ActionRow[]) => Promise<RowOutcomes>
