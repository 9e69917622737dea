import type { Calendar } from './language'
import type { Field } from './types'

/** The import of a spreadsheet, with defaults filled in: its rows are records, or do something with records. */
export interface ImportSpec {
  readonly columns: readonly ImportColumn[]
  /** For an import whose rows do something with existing records: what its file contains. */
  readonly action?: ImportAction
  /** Whether a row whose record already exists is rejected or updates that record. */
  readonly onExisting: OnExisting
  /** The fields by which an existing record is found. */
  readonly matchFields: readonly string[]
  readonly maxRows: number
  readonly maxBytes: number
}

/** The file of an import whose rows do something with existing records. */
export interface ImportAction {
  /** The fields of the record that the file shows, which the import ignores. */
  readonly shown: readonly string[]
  /** The fields that a row fills: the key of its record, the UpdateTime that the record had in the file, the inputs. */
  readonly fields: readonly Field[]
  /** The names of the inputs. A row without a value in any of them does nothing. */
  readonly inputs: readonly string[]
}

/** The handling of a row whose record already exists. */
export type OnExisting = 'refuse' | 'update'

/** A column of the spreadsheet and the field that it fills. */
export interface ImportColumn {
  /** Name of the field; for a field of a list item its path, such as `FeeItems.0.Amount` for the first item. */
  readonly field: string
  /**
   * The field of a list item, if the column fills one.
   * A spreadsheet contains the columns of each item in turn: 品項1, 金額1, 品項2, 金額2.
   */
  readonly item?: ImportItemField
  /** Title of the column in the template. */
  readonly title: string
  /** Other titles that the import accepts. */
  readonly aliases: readonly string[]
  /** Whether the spreadsheet must have the column, with a value in every row. */
  readonly required: boolean
  /**
   * Calendar of the dates in the column; absent = both calendars are accepted.
   * In a schema file the keyword is `format`.
   */
  readonly calendar?: Calendar
  /** The example in the template; absent = generated from the field. */
  readonly sample?: string
}

/** The field of a list item that a column fills. */
export interface ImportItemField {
  /** Name of the list field. */
  readonly list: string
  /** Name of the field within the item. */
  readonly field: string
  /** Position of the item, from 0. */
  readonly index: number
}

/**
 * Limits of an import: the defaults, and the maximum values that a schema may declare.
 * `itemsPerList`: how many items of a list field a file has columns for.
 * `actionRows`: how many rows of a file can do something with a record, because all of them are done in one transaction.
 */
export const importLimits = {
  rows: { default: 1000, max: 100_000 },
  megabytes: { default: 5, max: 50 },
  itemsPerList: { default: 10, max: 50 },
  columns: { max: 200 },
  actionRows: { max: 1000 },
} as const
