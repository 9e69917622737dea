import type { Column } from '../../domain/bills/bill-upload'
import { isReference } from '../../schema/field-types'
import type { Parsed } from '../../schema/field-types/field-type'
import type { Field } from '../../schema/language/types'

/** Codes of the error log with their meaning. */
const errorCodes = {
  E101: '必填',
  E102: '格式',
  E103: '檢查碼',
  E104: '長度',
  E105: '重複',
  E106: '查無代碼',
  E107: '日期順序',
  E108: '金額合計不符',
  E109: '金額超過通路上限',
  E110: '虛擬帳號已存在',
  E111: '帳單已繳',
  E112: '檔案欄位不符',
} as const

export type ErrorCode = keyof typeof errorCodes

/** Returns the code for a cell that its field refuses. */
export const cellErrorCode = (field: Field, parsed: Parsed): ErrorCode => {
  if (isReference(field)) return 'E106'
  const fault = 'fault' in parsed ? parsed.fault : undefined
  return fault === 'checkDigit' ? 'E103' : fault === 'length' ? 'E104' : 'E102'
}

/** An error of one cell of an upload, as the error log lists it. */
export interface RowError {
  readonly RowNo: number
  readonly ColumnName: string
  readonly Value: string
  readonly ErrorCode: ErrorCode
  readonly Message: string
}

/** Records an error of a cell of the current row; returns null for the caller to return. */
export type Fail = (column: Column, code: ErrorCode, message: string) => null

/** Returns an error of a row; truncates long values, because the file itself can be downloaded. */
export const rowError = (RowNo: number, ColumnName: string, value: string, ErrorCode: ErrorCode, Message: string): RowError => ({
  RowNo,
  ColumnName,
  Value: value.length > 200 ? `${[...value].slice(0, 199).join('')}…` : value,
  ErrorCode,
  Message,
})
