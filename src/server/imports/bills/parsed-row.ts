import { type Column, type ColumnName, columnOf, columns, maxAmount, maxFees, titleOf } from '../../../domain/bills/bill-upload'
import { type Currency, formatMoney } from '../../../domain/money/money'
import { Refusal } from '../../../domain/refusal'
import { parseValue } from '../../../schema/field-types'
import { readCell } from '../../../schema/imports/cells'
import type { Resource } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import { tooBig } from '../../../schema/rules/messages'
import type { SheetRow } from '../../ports'
import { cellErrorCode, type Fail, type RowError, rowError } from '../row-error'

/** A row of a file with its cells parsed one by one; null where a cell is empty or wrong. */
export interface ParsedRow {
  readonly rowNo: number
  /** Fields of the bill as text; days as yyyy-MM-dd. */
  readonly values: Readonly<Record<ColumnName, string | null>>
  readonly shouldPay: number | null
  readonly fees: readonly { readonly no: number; readonly name: string; readonly amount: number }[]
  readonly errors: readonly RowError[]
  /** Returns the text of a cell. */
  readonly textOf: (column: Column) => string
}

type ReadOptions = Readonly<Record<'bills' | 'payer', Resource>> & { readonly currency: Currency; readonly today: string }

/** Reads the cells of a row by the rules of the bill's own fields. */
export const parseRow = ({ rowNo, cells }: SheetRow, header: Header, options: ReadOptions): ParsedRow => {
  const textOf = (column: Column): string => (cells[header.get(column) ?? -1] ?? '').trim()
  const errors: RowError[] = untitledCellErrors(rowNo, cells, header)
  const fail: Fail = (column, code, message) => {
    errors.push(rowError(rowNo, titleOf(column), textOf(column), code, message))
    return null
  }
  const values = Object.fromEntries(fieldColumns.map((column) => [column, readField(column, textOf(column), options, fail)]))
  const amountOf = (column: Column): number | null => readAmount(column, textOf(column), options, fail)
  const shouldPay = textOf('ShouldPayAmount') === '' ? null : amountOf('ShouldPayAmount')
  const fees = feeNumbers.flatMap((no) => readFee(no, textOf, amountOf, fail))
  // The columns are exactly the names of the record.
  return { rowNo, values: values as ParsedRow['values'], shouldPay, fees, errors, textOf }
}

const fieldColumns = (Object.keys(columns) as ColumnName[]).filter((column) => column !== 'ShouldPayAmount')
const feeNumbers = Array.from({ length: maxFees }, (_, index) => index + 1)

const readField = (column: ColumnName, text: string, { bills, payer, currency, today }: ReadOptions, fail: Fail): string | null => {
  if (text === '') return column === 'PayerId' || column === 'PayerName' ? fail(column, 'E101', `請填寫${titleOf(column)}。`) : null
  // Only the payer resource declares which payer codes are valid.
  const field = fieldOf(column === 'PayerId' ? payer : bills, column, column)
  const read = readCell(field, text, { currency })
  const parsed = 'error' in read ? read : parseValue(field, read.value, today)
  if ('error' in parsed) return fail(column, cellErrorCode(field, parsed), parsed.error)
  return 'value' in parsed ? String(parsed.value) : null
}

/** Returns a field with the title of a column as its label. */
const fieldOf = ({ fields }: Resource, name: string, column: Column): Field => {
  const field = fields.find((one) => one.name === name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return { ...field, label: titleOf(column) }
}

const readAmount = (column: Column, text: string, { bills, currency }: ReadOptions, fail: Fail): number | null => {
  const field = fieldOf(bills, 'ShouldPayAmount', column)
  const read = readCell(field, text, { currency })
  if ('error' in read) return fail(column, 'E102', read.error)
  if (typeof read.value !== 'number') return fail(column, 'E102', `${titleOf(column)}不是正確的金額，請輸入如 1000 或 1,000。`)
  return Math.abs(read.value) > maxAmount ? fail(column, 'E102', tooBig(field.label, formatMoney(maxAmount, currency))) : read.value
}

const readFee = (no: number, textOf: ParsedRow['textOf'], amountOf: (column: Column) => number | null, fail: Fail): ParsedRow['fees'] => {
  const [nameColumn, amountColumn] = [`FeeName${no}`, `Amount${no}`] as const
  const name = textOf(nameColumn)
  if (name === '' && textOf(amountColumn) === '') return []
  if (name === '') fail(nameColumn, 'E101', `${titleOf(amountColumn)}有金額，請填寫${titleOf(nameColumn)}。`)
  if (textOf(amountColumn) === '') fail(amountColumn, 'E101', `請填寫${titleOf(amountColumn)}。`)
  const amount = textOf(amountColumn) === '' ? null : amountOf(amountColumn)
  return name === '' || amount === null ? [] : [{ no, name, amount }]
}

/** Returns an error for each cell with content but no title: its content would be lost silently. */
const untitledCellErrors = (rowNo: number, cells: readonly string[], header: Header): RowError[] => {
  const titled = new Set(header.values())
  return cells.flatMap((cell, index) =>
    cell.trim() === '' || titled.has(index) ? [] : [rowError(rowNo, `第 ${index + 1} 欄`, cell.trim(), 'E112', '這一欄沒有標題，請補上標題或清除內容。')],
  )
}

/** The position of each column of a file, counted from 0. */
export type Header = ReadonlyMap<Column, number>

/** The message for a file whose first row has no known title. It does not repeat the row, which may contain the data of payers. */
export const noHeaderText = '第 1 列沒有任何認得的欄位標題，請按「下載範例」，在第 1 列填入範例的標題後再上傳。'

/** Reads the header row; throws a refusal (3004) that names all unknown, repeated and missing titles. `hasTerm`: the upload form names the term of all bills. */
export const readHeader = ({ cells }: SheetRow, { hasTerm }: { readonly hasTerm: boolean }): Header => {
  const header = new Map<Column, number>()
  const problems: string[] = []
  for (const [index, title] of cells.entries()) {
    if (title.trim() === '') continue
    const column = columnOf(title)
    if (!column) problems.push(`不認得「${title.trim().slice(0, 20)}」欄`)
    else if (header.has(column)) problems.push(`「${titleOf(column)}」欄重複`)
    else header.set(column, index)
  }
  if (header.size === 0) throw new Refusal('3004', noHeaderText)
  problems.push(...missingTitles(header, hasTerm))
  if (problems.length > 0) throw new Refusal('3004', `第 1 列的標題有誤：${problems.slice(0, 10).join('、')}。請按「下載範例」，依範例的標題填寫後再上傳。`)
  return header
}

const missingTitles = (header: Header, hasTerm: boolean): readonly string[] => {
  const required: readonly Column[] = hasTerm ? ['PayerId', 'PayerName'] : ['BillTermId', 'PayerId', 'PayerName']
  const missing = required.filter((column) => !header.has(column))
  const unpaired = feeNumbers.flatMap((no): Column[] =>
    header.has(`FeeName${no}`) === header.has(`Amount${no}`) ? [] : [header.has(`FeeName${no}`) ? `Amount${no}` : `FeeName${no}`],
  )
  return [...missing, ...unpaired].map((column) => `缺少「${titleOf(column)}」欄`)
}
