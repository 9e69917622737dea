import type { RecordValues } from '../../../schema/language/types'
import type { RecordContext } from '../../record-context'
import type { RowRefusal } from '../row-error'
import type { FileLookup } from './lookup'

/**
 * The rules and steps of an import that apply to one resource only. A resource has those that it needs.
 * `run.ts` and `validate-row.ts` apply the rules, `publish.ts` runs the steps.
 */
export interface OwnImportRules {
  /**
   * Creates the rules for one validation of a file.
   * The rules remember earlier rows, so each validation creates its own.
   */
  readonly createRowRules?: (context: RecordContext, lookup: FileLookup) => OwnRowRules
  /**
   * Runs at the beginning of the transaction that publishes the staged rows of a file.
   * Locks the records that the rows change, and completes the values of the rows.
   * Returns false if the rows must be validated again, because a row equals a record that was recorded meanwhile.
   */
  readonly beforeWrite: (context: RecordContext, rows: StagedRows) => Promise<boolean>
  /** Runs in the same transaction after the records have been written. */
  readonly afterWrite?: (context: RecordContext, stage: string) => Promise<void>
}

/** The staged rows of a file. */
export interface StagedRows {
  readonly stage: string
  /** Whether rows that equal a recorded one are imported. */
  readonly includesEqual: boolean
}

/** The field under which a row that equals a recorded one is named, and the sentence that names the recorded one. */
export interface EqualRecord {
  readonly field: string
  readonly message: string
}

/** The own rules of a resource for the rows of a file. */
interface OwnRowRules {
  /** The fields that `complete` fills. If one of them is empty, `complete` has already reported the reason. */
  readonly completedFields: readonly string[]
  /**
   * Completes the values of a chunk of rows before the rows are validated.
   * Returns a `RowRefusal` for each row that it rejects.
   */
  readonly complete: (inputs: readonly RecordValues[]) => Promise<readonly (RecordValues | RowRefusal)[]>
  /**
   * Returns the recorded one that a valid record equals; undefined if there is none.
   * The row is skipped unless the user includes equal rows.
   */
  readonly equalRecord: (record: RecordValues) => EqualRecord | undefined
  /**
   * Returns the values that users do not enter, for a valid record.
   * Throws a `RowRefusal` if an own rule rejects the record.
   */
  readonly generateValuesOrReject: (record: RecordValues) => Promise<RecordValues>
  /** Remembers an accepted row and its number for the validation of later rows. */
  readonly accept: (record: RecordValues, rowNo: number) => void
}
