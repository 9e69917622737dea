import type { ReturnCode } from '../domain/refusal'

/** The format of every JSON answer; `0000` is success (specification, sections 7 and 8). */
export interface Envelope<T = unknown> {
  readonly ReturnCode: ReturnCode | (string & {})
  readonly ReturnMsg: string
  readonly OutData: T
}

/** OutData of refused input: a message for each wrong field. */
export interface FieldErrors {
  readonly Errors: Readonly<Record<string, string>>
}

/** OutData of a list call. Pages count from 1. */
export interface ListAnswer<T = Record<string, unknown>> {
  readonly Items: readonly T[]
  readonly TotalCount: number
  readonly PageNo: number
  readonly PageSize: number
}

/** OutData of GetAllSelectList: the options of each select box by name. */
export type SelectLists = Readonly<Record<string, readonly SelectOption[]>>

/** An option of a select box. */
export interface SelectOption {
  readonly Value: string
  readonly Text: string
}
