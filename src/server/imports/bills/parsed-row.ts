import {
  type ColumnName,
  columnOf,
  isExample,
  maxAmount,
  maxFees,
  requiredColumns,
  titleOf,
  type UploadColumn,
  uploadColumns,
} from '../../../domain/bills/bill-upload'
import { type Currency, formatMoney } from '../../../domain/money/money'
import { Refusal } from '../../../domain/refusal'
import { parseValue } from '../../../schema/field-types'
import { readCell } from '../../../schema/imports/cells'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed } from '../../../schema/language/types'
import { tooBig } from '../../../schema/rules/messages'
import { isErrorTitle } from '../../../schema/sheets/failed-rows'
import type { SheetRow } from '../../ports'
import { cellErrorCode, type Fail, type RowError, rowError, untitledCellErrors } from '../row-error'

/** A row of a file with its cells parsed one by one; null where a cell is empty or wrong. */
export interface ParsedRow {
  readonly rowNo: number
  /** Fields of the bill as text; days as yyyy-MM-dd. */
  readonly values: Readonly<Record<ColumnName, string | null>>
  readonly shouldPay: number | null
  readonly fees: readonly { readonly no: number; readonly name: string; readonly amount: number }[]
  readonly errors: readonly RowError[]
  /** Returns the text of a cell. */
  readonly textOf: (column: UploadColumn) => string
}

type ReadOptions = Readonly<Record<'bills' | 'payer', Resource>> & { readonly currency: Currency; readonly today: string }

/** Reads the cells of a row by the rules of the bill's own fields. */
export const parseRow = (row: SheetRow, header: UploadHeader, options: ReadOptions): ParsedRow => {
  const { rowNo, cells } = row
  const textOf = (column: UploadColumn): string => (cells[header.positions.get(column) ?? -1] ?? '').trim()
  const errors: RowError[] = untitledCellErrors(row, header.titledPositions)
  const fail: Fail = (column, code, message) => {
    errors.push(rowError(rowNo, titleOf(column), textOf(column), code, message))
    return null
  }
  const values = Object.fromEntries(fieldColumns.map((column) => [column, readField(column, textOf(column), options, fail)]))
  const amountOf = (column: UploadColumn): number | null => readAmount(column, textOf(column), options, fail)
  const shouldPay = textOf('ShouldPayAmount') === '' ? null : amountOf('ShouldPayAmount')
  const fees = feeNumbers.flatMap((no) => readFee(no, textOf, amountOf, fail))
  // The object has exactly these columns as keys.
  return { rowNo, values: values as ParsedRow['values'], shouldPay, fees, errors, textOf }
}

const fieldColumns = (Object.keys(uploadColumns) as ColumnName[]).filter((column) => column !== 'ShouldPayAmount')
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
const fieldOf = ({ fields }: Resource, name: string, column: UploadColumn): Field => {
  const field = fieldNamed(fields, name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return { ...field, label: titleOf(column) }
}

const readAmount = (column: UploadColumn, text: string, { bills, currency }: ReadOptions, fail: Fail): number | null => {
  const field = amountField(bills, column)
  const read = readCell(field, text, { currency })
  if ('error' in read) return fail(column, 'E102', read.error)
  if (typeof read.value !== 'number') return fail(column, 'E102', `${titleOf(column)}不是正確的金額，請輸入如 1000 或 1,000。`)
  return Math.abs(read.value) > maxAmount ? fail(column, 'E102', tooBig(field.label, formatMoney(maxAmount, currency))) : read.value
}

/** Returns the field that parses an amount, labelled with the title of its column: that of a fee item, because the amount of a bill is a computed field, which parses no input. */
const amountField = (bills: Resource, column: UploadColumn): Field => {
  const items = fieldNamed(bills.fields, 'FeeItems')
  return fieldOf({ ...bills, fields: items?.type === 'rows' ? items.fields : [] }, 'Amount', column)
}

const readFee = (no: number, textOf: ParsedRow['textOf'], amountOf: (column: UploadColumn) => number | null, fail: Fail): ParsedRow['fees'] => {
  const [nameColumn, amountColumn] = [`FeeName${no}`, `Amount${no}`] as const
  const name = textOf(nameColumn)
  if (name === '' && textOf(amountColumn) === '') return []
  if (name === '') fail(nameColumn, 'E101', `${titleOf(amountColumn)}有金額，請填寫${titleOf(nameColumn)}。`)
  if (textOf(amountColumn) === '') fail(amountColumn, 'E101', `請填寫${titleOf(amountColumn)}。`)
  const amount = textOf(amountColumn) === '' ? null : amountOf(amountColumn)
  return name === '' || amount === null ? [] : [{ no, name, amount }]
}

/** The columns of a file, by their positions, which count from 0. */
export interface UploadHeader {
  readonly positions: ReadonlyMap<UploadColumn, number>
  /** The positions of all titles; some of them belong to columns that are not imported. */
  readonly titledPositions: ReadonlySet<number>
}

/** The message for a file whose first row has no known title. It does not repeat the row, which may contain the data of payers. */
export const noHeaderText = '第 1 列沒有任何認得的欄位標題，請按「下載範例」，在第 1 列填入範例的標題後再上傳。'

/** Reads the header row; throws a refusal (3004) that names all unknown, repeated and missing titles. `hasTerm`: the upload form names the term of all bills. */
export const readHeader = ({ cells }: SheetRow, { hasTerm }: { readonly hasTerm: boolean }): UploadHeader => {
  const positions = new Map<UploadColumn, number>()
  const problems: string[] = []
  for (const [index, title] of cells.entries()) {
    if (title.trim() === '' || isErrorTitle(title)) continue
    const column = columnOf(title)
    if (!column) problems.push(`不認得「${title.trim().slice(0, 20)}」欄`)
    else if (positions.has(column)) problems.push(`「${titleOf(column)}」欄重複`)
    else positions.set(column, index)
  }
  if (positions.size === 0) throw new Refusal('3004', noHeaderText)
  problems.push(...missingTitles(positions, hasTerm))
  if (problems.length > 0) throw new Refusal('3004', `第 1 列的標題有誤：${problems.slice(0, 10).join('、')}。請按「下載範例」，依範例的標題填寫後再上傳。`)
  return { positions, titledPositions: positionsOfTitles(cells) }
}

/** Returns the columns of a file by the mapping that its import stores. */
export const mappedHeader = ({ cells }: SheetRow, mapping: readonly MappedColumn[]): UploadHeader => ({
  // Only validated mappings are stored.
  positions: new Map(mapping.map(({ Field, Place }) => [Field as UploadColumn, Place])),
  titledPositions: new Set([...positionsOfTitles(cells), ...mapping.map(({ Place }) => Place)]),
})

/** A column of a file as its import stores it. */
export interface MappedColumn {
  readonly Field: string
  readonly Place: number
  readonly Title: string
}

/** Returns the columns of a header as the import stores them. */
export const mappedColumns = (mapping: Iterable<readonly [string, number]>, titles: readonly string[]): readonly MappedColumn[] =>
  [...mapping].map(([Field, Place]) => ({ Field, Place, Title: [...(titles[Place] ?? '').trim()].slice(0, 60).join('') }))

/** Returns the positions of the titles of a file. */
const positionsOfTitles = (cells: readonly string[]): ReadonlySet<number> =>
  new Set(cells.flatMap((title, position) => (title.trim() === '' ? [] : [position])))

/** Returns whether a row is the template's example. Only the first row below the header can be one. */
export const isExampleRow = ({ cells }: SheetRow, header: UploadHeader): boolean => isExample(cells[header.positions.get('PayerId') ?? -1] ?? '')

const missingTitles = (positions: UploadHeader['positions'], hasTerm: boolean): readonly string[] => {
  const missing = requiredColumns(hasTerm).filter((column) => !positions.has(column))
  return [...missing, ...unpairedColumns(positions)].map((column) => `缺少「${titleOf(column)}」欄`)
}

/** Returns the missing columns of fee items: the amount where a file has only the name, and the name where it has only the amount. */
export const unpairedColumns = (positions: UploadHeader['positions']): readonly UploadColumn[] =>
  feeNumbers.flatMap((no): UploadColumn[] =>
    positions.has(`FeeName${no}`) === positions.has(`Amount${no}`) ? [] : [positions.has(`FeeName${no}`) ? `Amount${no}` : `FeeName${no}`],
  )
