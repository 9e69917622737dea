import { type Column, type ColumnName, columnOf, columns, maxFees, titleOf } from '../../../domain/bills/bill-upload'
import { foldFullWidth } from '../../../domain/full-width'
import { type Currency, parseMoney } from '../../../domain/money/money'
import { Refusal } from '../../../domain/refusal'
import { rulesOf } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import type { SheetRow } from '../../ports'
import { type ErrorCode, type Fail, type RowError, rowError } from '../row-error'

/** A row of a file whose cells were read, each by itself; null where a cell is empty or wrong. */
export interface ParsedRow {
  readonly rowNo: number
  /** Fields of the bill as text; days as yyyy-MM-dd. */
  readonly values: Readonly<Record<ColumnName, string | null>>
  readonly shouldPay: number | null
  readonly fees: readonly { readonly no: number; readonly name: string; readonly amount: number }[]
  readonly errors: readonly RowError[]
  /** The cell as it was typed. */
  readonly typed: (column: Column) => string
}

type ReadOptions = Readonly<Record<'bills' | 'payer', Resource>> & { readonly currency: Currency; readonly today: string }

/** Reads the cells of a row by the rules of the bill's own fields. */
export const parseRow = ({ rowNo, cells }: SheetRow, header: Header, options: ReadOptions): ParsedRow => {
  const typed = (column: Column): string => (cells[header.get(column) ?? -1] ?? '').trim()
  const errors: RowError[] = untitledCellErrors(rowNo, cells, header)
  const fail: Fail = (column, code, message) => {
    errors.push(rowError(rowNo, titleOf(column), typed(column), code, message))
    return null
  }
  const values = Object.fromEntries(fieldColumns.map((column) => [column, readCell(column, typed(column), options, fail)]))
  const amountOf = (column: Column): number | null =>
    readAmount(typed(column), options.currency) ?? fail(column, 'E102', `${titleOf(column)}不是正確的金額，請輸入如 1000 或 1,000。`)
  const shouldPay = typed('ShouldPayAmount') === '' ? null : amountOf('ShouldPayAmount')
  const fees = feeNumbers.flatMap((no) => readFee(no, typed, amountOf, fail))
  // The columns are exactly the names of the record.
  return { rowNo, values: values as ParsedRow['values'], shouldPay, fees, errors, typed }
}

const fieldColumns = (Object.keys(columns) as ColumnName[]).filter((column) => column !== 'ShouldPayAmount')
const feeNumbers = Array.from({ length: maxFees }, (_, index) => index + 1)

const readCell = (column: ColumnName, text: string, { bills, payer, today }: ReadOptions, fail: Fail): string | null => {
  if (text === '') return column === 'PayerId' || column === 'PayerName' ? fail(column, 'E101', `請填寫${titleOf(column)}。`) : null
  // The payer's own field says which codes are possible.
  const field = (column === 'PayerId' ? payer : bills).fields.find(({ name }) => name === column)
  if (!field) throw new Error(`Bills have no field ${column}.`)
  const named = { ...field, label: titleOf(column) }
  const parsed = rulesOf(field.type).parse(text, named, { today, parseItem: () => ({ value: {}, errors: {} }) })
  if ('error' in parsed) return fail(column, codeOf(named, text), parsed.error)
  return 'value' in parsed ? String(parsed.value) : null
}

const codeOf = (field: Field, text: string): ErrorCode => {
  if ('max' in field && typeof field.max === 'number' && [...text].length > field.max) return 'E104'
  return field.type === 'idNo' && /^([A-Za-z][A-Da-d\d]\d{8}|\d{8})$/.test(text) ? 'E103' : 'E102'
}

const readFee = (no: number, typed: ParsedRow['typed'], amountOf: (column: Column) => number | null, fail: Fail): ParsedRow['fees'] => {
  const [nameColumn, amountColumn] = [`FeeName${no}`, `Amount${no}`] as const
  const name = typed(nameColumn)
  if (name === '' && typed(amountColumn) === '') return []
  if (name === '') fail(nameColumn, 'E101', `${titleOf(amountColumn)}有金額，請填寫${titleOf(nameColumn)}。`)
  if (typed(amountColumn) === '') fail(amountColumn, 'E101', `請填寫${titleOf(amountColumn)}。`)
  const amount = typed(amountColumn) === '' ? null : amountOf(amountColumn)
  return name === '' || amount === null ? [] : [{ no, name, amount }]
}

/** Returns an error for each cell with content under no title: it would be lost silently. */
const untitledCellErrors = (rowNo: number, cells: readonly string[], header: Header): RowError[] => {
  const titled = new Set(header.values())
  return cells.flatMap((cell, index) =>
    cell.trim() === '' || titled.has(index) ? [] : [rowError(rowNo, `第 ${index + 1} 欄`, cell.trim(), 'E112', '這一欄沒有標題，請補上標題或清除內容。')],
  )
}

/** Returns an amount as files write it (1000, 1,000, -50, 10.5) in the currency's smallest unit; null when it is no amount, or finer than the currency. */
const readAmount = (text: string, currency: Currency): number | null => {
  const plain = foldFullWidth(text).trim()
  // In a form 1,00 may be on its way to 1,000; in a file it may mean 1.00.
  return /^-?(\d{1,3}(,\d{3})+|\d{1,9})(\.\d+)?$/.test(plain) ? parseMoney(plain, currency) : null
}

/** The position of each column of a file, counted from 0. */
export type Header = ReadonlyMap<Column, number>

/** Reads the header row; throws a refusal (3004) that names all unknown, repeated and missing titles. */
export const readHeader = ({ cells }: SheetRow, form: { readonly term: boolean }): Header => {
  const header = new Map<Column, number>()
  const problems: string[] = []
  for (const [index, title] of cells.entries()) {
    if (title.trim() === '') continue
    const column = columnOf(title)
    if (!column) problems.push(`不認得「${title.trim().slice(0, 20)}」欄`)
    else if (header.has(column)) problems.push(`「${titleOf(column)}」欄重複`)
    else header.set(column, index)
  }
  problems.push(...missingTitles(header, form.term))
  if (problems.length > 0) throw new Refusal('3004', `第 1 列的標題有誤：${problems.slice(0, 10).join('、')}。請下載範例檔，依範例的標題填寫後再上傳。`)
  return header
}

const missingTitles = (header: Header, termNamed: boolean): readonly string[] => {
  const required: readonly Column[] = termNamed ? ['PayerId', 'PayerName'] : ['BillTermId', 'PayerId', 'PayerName']
  const missing = required.filter((column) => !header.has(column))
  const unpaired = feeNumbers.flatMap((no): Column[] =>
    header.has(`FeeName${no}`) === header.has(`Amount${no}`) ? [] : [header.has(`FeeName${no}`) ? `Amount${no}` : `FeeName${no}`],
  )
  return [...missing, ...unpaired].map((column) => `缺少「${titleOf(column)}」欄`)
}
