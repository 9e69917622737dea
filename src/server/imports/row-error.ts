import type { UploadColumn } from '../../domain/bills/bill-upload'
import { Refusal } from '../../domain/refusal'
import { isReference } from '../../schema/field-types'
import type { ParseResult } from '../../schema/field-types/field-type'
import type { Field } from '../../schema/language/types'
import type { SheetRow } from '../ports'

/** The error codes of the error log, with their meanings. */
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

/** Rejects a row with a given code of the error log. */
export class RowRefusal extends Refusal {
  constructor(
    readonly field: string,
    readonly errorCode: ErrorCode,
    message: string,
  ) {
    super('2002', message, { [field]: message })
  }
}

/**
 * Codes of warnings.
 * Rows with warnings are imported, except the example row of a template (W102), and rows that equal recorded data
 * (W103) unless the user includes them.
 */
export const warningCodes = { W101: '無法印出的字', W102: '範例列', W103: '與已登錄的資料相同' } as const

/** A code of a warning. */
export type WarningCode = keyof typeof warningCodes

/** Returns the error code for a cell whose value is invalid for its field. */
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

/**
 * Records an error of a cell of the current row.
 * Always returns null, which a function that reads the cell can return in place of a value.
 */
export type CellErrorReporter<Column = UploadColumn> = (column: Column, code: ErrorCode, message: string) => null

/** A row whose errors are recorded: its number, and the title and text of each of its cells. */
interface TitledRow<Column> {
  readonly rowNo: number
  readonly titleOf: (column: Column) => string
  readonly textOf: (column: Column) => string
}

/**
 * Returns the function that adds errors of a row to a list.
 * It adds only the first error of each cell, because later ones usually follow from it.
 */
export const cellErrorReporter =
  <Column>(errors: RowError[], { rowNo, titleOf, textOf }: TitledRow<Column>): CellErrorReporter<Column> =>
  (column, code, message) => {
    const title = titleOf(column)
    if (!errors.some(({ ColumnName }) => ColumnName === title))
      errors.push(rowError(rowNo, title, textOf(column), code, message))
    return null
  }

/**
 * Returns an error for each filled cell in a column without a title, because its content would be ignored without a
 * message.
 */
export const untitledCellErrors = ({ rowNo, cells }: SheetRow, titledPositions: ReadonlySet<number>): RowError[] =>
  cells.flatMap((cell, index) =>
    cell.trim() === '' || titledPositions.has(index)
      ? []
      : [rowError(rowNo, `第 ${index + 1} 欄`, cell.trim(), 'E112', '這一欄沒有標題，請補上標題或清除內容。')],
  )

/** Returns an error of a row. Truncates long values, because users can download the file itself. */
export const rowError = (
  RowNo: number,
  ColumnName: string,
  value: string,
  ErrorCode: RowError['ErrorCode'],
  Message: string,
): RowError => ({
  RowNo,
  ColumnName,
  Value: value.length > 200 ? `${[...value].slice(0, 199).join('')}…` : value,
  ErrorCode,
  Message,
})

/** Returns whether an entry of the error log is a warning. */
export const isWarning = ({ ErrorCode }: RowError): boolean => Object.hasOwn(warningCodes, ErrorCode)
