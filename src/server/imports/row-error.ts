import type { UploadColumn } from '../../domain/bills/bill-upload'
import { isReference } from '../../schema/field-types'
import type { ParseResult } from '../../schema/field-types/field-type'
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

/** Codes of warnings: their rows are imported. */
const warningCodes = { W101: '無法印出的字' } as const

type WarningCode = keyof typeof warningCodes

/** Returns the error code for a cell that its field rejects. */
export const cellErrorCode = (field: Field, parsed: ParseResult): ErrorCode => {
  if (isReference(field)) return 'E106'
  const kind = 'errorKind' in parsed ? parsed.errorKind : undefined
  return kind === 'checkDigit' ? 'E103' : kind === 'length' ? 'E104' : 'E102'
}

/** An error or warning of one cell of an upload, as the error log lists it. */
export interface RowError {
  readonly RowNo: number
  readonly ColumnName: string
  readonly Value: string
  readonly ErrorCode: ErrorCode | WarningCode
  readonly Message: string
}

/** Records an error of a cell of the current row; returns null for the caller to return. */
export type Fail = (column: UploadColumn, code: ErrorCode, message: string) => null

/** Returns an error of a row; truncates long values, because the file itself can be downloaded. */
export const rowError = (RowNo: number, ColumnName: string, value: string, ErrorCode: RowError['ErrorCode'], Message: string): RowError => ({
  RowNo,
  ColumnName,
  Value: value.length > 200 ? `${[...value].slice(0, 199).join('')}…` : value,
  ErrorCode,
  Message,
})

/** Returns whether a line of the error log is a warning, so that its row is imported nevertheless. */
export const isWarning = ({ ErrorCode }: RowError): boolean => Object.hasOwn(warningCodes, ErrorCode)
