import { type Column, type ColumnName, columns, maxFees, titleOf } from '../../../domain/bill-upload'
import type { Currency } from '../../../domain/money'
import { rulesOf } from '../../../schema/field-types'
import type { Resource } from '../../../schema/resource'
import type { Field } from '../../../schema/types'
import type { SheetRow } from '../../ports'
import { type ErrorCode, type RowError, rowError } from '../row-error'
import { readAmount } from './amount'
import type { Header } from './header'

/** A row of a file, each cell read by itself; null where a cell is empty or wrong. */
export interface Draft {
  readonly rowNo: number
  /** Fields of the bill as text; days as yyyy-MM-dd. */
  readonly values: Readonly<Record<ColumnName, string | null>>
  readonly shouldPay: number | null
  readonly fees: readonly { readonly no: number; readonly name: string; readonly amount: number }[]
  readonly errors: readonly RowError[]
  /** The cell as it was typed. */
  readonly typed: (column: Column) => string
}

/** What reading a cell depends on. */
export interface ReadOptions {
  readonly bills: Resource
  readonly payer: Resource
  readonly currency: Currency
  readonly today: string
}

/** Reads the cells of a row by the rules of the bill's own fields. */
export const readDraft = ({ rowNo, cells }: SheetRow, header: Header, options: ReadOptions): Draft => {
  const typed = (column: Column): string => (cells[header.get(column) ?? -1] ?? '').trim()
  const errors: RowError[] = strayErrors(rowNo, cells, header)
  const fail = (column: Column, code: ErrorCode, message: string): null => {
    errors.push(rowError(rowNo, titleOf(column), typed(column), code, message))
    return null
  }
  const values = Object.fromEntries(fieldColumns.map((column) => [column, readCell(column, typed(column), options, fail)]))
  const amountOf = (column: Column): number | null =>
    readAmount(typed(column), options.currency) ?? fail(column, 'E102', `${titleOf(column)}不是正確的金額，請輸入如 1000 或 1,000。`)
  const shouldPay = typed('ShouldPayAmount') === '' ? null : amountOf('ShouldPayAmount')
  const fees = feeNumbers.flatMap((no) => readFee(no, typed, amountOf, fail))
  // The columns are exactly the names of the record.
  return { rowNo, values: values as Draft['values'], shouldPay, fees, errors, typed }
}

type Fail = (column: Column, code: ErrorCode, message: string) => null

const fieldColumns = (Object.keys(columns) as ColumnName[]).filter((column) => column !== 'ShouldPayAmount')
const feeNumbers = Array.from({ length: maxFees }, (_, index) => index + 1)

const readCell = (column: ColumnName, text: string, { bills, payer, today }: ReadOptions, fail: Fail): string | null => {
  if (text === '') return column === 'PayerId' || column === 'PayerName' ? fail(column, 'E101', `請填寫${titleOf(column)}。`) : null
  // A bill refers to a payer; what a code of somebody unknown may look like, the payer's own field says.
  const field = (column === 'PayerId' ? payer : bills).fields.find(({ name }) => name === column)
  if (!field) throw new Error(`Bills have no field ${column}.`)
  const named = { ...field, label: titleOf(column) }
  const parsed = rulesOf(field.type).parse(text, named, { today, rows: () => ({ value: {}, errors: {} }) })
  if ('error' in parsed) return fail(column, codeOf(named, text), parsed.error)
  return 'value' in parsed ? String(parsed.value) : null
}

const codeOf = (field: Field, text: string): ErrorCode => {
  if ('max' in field && typeof field.max === 'number' && [...text].length > field.max) return 'E104'
  return field.type === 'idNo' && /^([A-Za-z][A-Da-d\d]\d{8}|\d{8})$/.test(text) ? 'E103' : 'E102'
}

const readFee = (no: number, typed: Draft['typed'], amountOf: (column: Column) => number | null, fail: Fail): Draft['fees'] => {
  const [nameColumn, amountColumn] = [`FeeName${no}`, `Amount${no}`] as const
  const name = typed(nameColumn)
  if (name === '' && typed(amountColumn) === '') return []
  if (name === '') fail(nameColumn, 'E101', `${titleOf(amountColumn)}有金額，請填寫${titleOf(nameColumn)}。`)
  if (typed(amountColumn) === '') fail(amountColumn, 'E101', `請填寫${titleOf(amountColumn)}。`)
  const amount = typed(amountColumn) === '' ? null : amountOf(amountColumn)
  return name === '' || amount === null ? [] : [{ no, name, amount }]
}

/** Cells with content under no title would be lost without a word. */
const strayErrors = (rowNo: number, cells: readonly string[], header: Header): RowError[] => {
  const places = new Set(header.values())
  return cells.flatMap((cell, place) =>
    cell.trim() === '' || places.has(place) ? [] : [rowError(rowNo, `第 ${place + 1} 欄`, cell.trim(), 'E112', '這一欄沒有標題，請補上標題或清除內容。')],
  )
}
