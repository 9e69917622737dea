import type { ReturnCode } from '../domain/refusal'

/** The format of every JSON response; the ReturnCode `0000` means success. */
export interface Envelope<T = unknown> {
  // With `string & {}`, editors still suggest the known codes although any string is allowed.
  readonly ReturnCode: ReturnCode | (string & {})
  readonly ReturnMsg: string
  readonly OutData: T
}

/** OutData of a refusal because of invalid input: a message for each invalid field. */
export interface FieldErrors {
  readonly Errors: Readonly<Record<string, string>>
}

/** OutData of a list call. Pages are numbered from 1. */
export interface ListResponse<T = Record<string, unknown>> {
  readonly Items: readonly T[]
  readonly TotalCount: number
  /**
   * Whether there are at least TotalCount records, because counting all of them takes too long; absent = TotalCount is
   * exact, as it always is in a call with WithTotals.
   */
  readonly IsMinimum?: boolean
  /** The fields by which so many records cannot be sorted; absent = by all that the list can be sorted by. */
  readonly NotSortable?: readonly string[]
  readonly PageNo: number
  readonly PageSize: number
  /** The sums of the whole result, one entry for each currency; present only if the call requests them. */
  readonly Totals?: readonly ListTotal[]
}

/** The number of records in one currency, and their sums by field. */
export interface ListTotal {
  readonly Count: number
  /** The sums of parts of the result; absent = the list declares none. */
  readonly Parts?: readonly PartTotal[]
  readonly [field: string]: unknown
}

/** The number of records in a part of a result, and their sums by field. */
export interface PartTotal {
  /** Heading, in zh-TW. */
  readonly Label: string
  readonly Count: number
  readonly [field: string]: unknown
}

/** OutData of the call for the tabs of a list, in the order of the tabs. */
export interface TabCounts {
  readonly Tabs: readonly TabCount[]
}

/** The number of records on a tab and, for each currency, their number and their sums. */
export interface TabCount {
  readonly Label: string
  readonly Count: number
  /** Whether there may be more records, because counting stopped; then there are no sums. Absent = Count is exact. */
  readonly IsMinimum?: boolean
  readonly Totals: readonly ListTotal[]
}

/** OutData of the call for the history of a record, newest first. */
export interface RecordHistory {
  readonly Items: readonly HistoryItem[]
  /** Whether there are older items. */
  readonly HasMore: boolean
}

/** What was done with a record, or happened to it. */
export interface HistoryItem {
  readonly Time: string
  /** Id of the user, or 繳款人, 銀行 or 系統; empty if it is not known. */
  readonly User: string
  readonly Title: string
  readonly Text: string
  readonly Changes: readonly FieldChange[]
}

/** The change of a field, with both values as text; empty texts for values that no line can show. */
export interface FieldChange {
  readonly Field: string
  readonly Label: string
  readonly Before: string
  readonly After: string
}

/** The number of items of a history by default. */
export const historyPageSize = 50

/** Maximum number of items of a history. */
export const maxHistory = 500

/** Maximum number of records in a call for several records. */
export const maxBulkRecords = 500

/** Maximum number of records of a call that gets a query instead of records. */
export const maxQueryRecords = 1000

/** The result for one record in a call for several records, with the key fields of the record. */
export interface RecordResult {
  readonly [keyField: string]: unknown
  readonly ReturnCode: string
  readonly ReturnMsg: string
}

/** OutData of GetAllSelectList: the options of each select box, by field name. */
export type SelectLists = Readonly<Record<string, readonly SelectOption[]>>

/** An option of a select box. */
export interface SelectOption {
  readonly Value: string
  readonly Text: string
}
