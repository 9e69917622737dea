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
import { parseValue } from '../../../schema/field-types'
import { readCell } from '../../../schema/imports/cells'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed } from '../../../schema/language/types'
import { tooBig } from '../../../schema/rules/messages'
import type { SheetRow } from '../../ports'
import { type Header, positionsOfTitles, readTitles } from '../header'
import { type CellErrorReporter, cellErrorCode, type RowError, rowError, untitledCellErrors } from '../row-error'

/** A row of a file with its parsed cells; null where a cell is empty or invalid. */
export interface ParsedRow {
  readonly rowNo: number
  /** Fields of the bill as text; dates as yyyy-MM-dd. */
  readonly values: Readonly<Record<ColumnName, string | null>>
  readonly shouldPay: number | null
  readonly fees: readonly { readonly no: number; readonly name: string; readonly amount: number }[]
  readonly errors: readonly RowError[]
  /** Returns the text of a cell. */
  readonly textOf: (column: UploadColumn) => string
}

/** How the cells of a file are read: its columns, and the rules of the fields. */
interface ReadOptions extends Readonly<Record<'bills' | 'payer', Resource>> {
  readonly header: UploadHeader
  readonly currency: Currency
  readonly today: string
}

/** Returns the function that parses the rows of a file by the rules of the bill's fields. */
export const rowParser = (options: ReadOptions): ((row: SheetRow) => ParsedRow) => {
  const { header } = options
  const columns = fieldColumns
    .filter((column) => header.positions.has(column) || isRequired(column))
    .map((column) => ({ column, field: fieldOf(options, column) }))
  const fees = feeNumbers.filter((no) => header.positions.has(`FeeName${no}`) || header.positions.has(`Amount${no}`)).map((no) => feeColumns(options, no))
  const shouldPayField = amountField(options.bills, 'ShouldPayAmount')
  return (row) => {
    const { rowNo, cells } = row
    const textOf = (column: UploadColumn): string => (cells[header.positions.get(column) ?? -1] ?? '').trim()
    const errors = untitledCellErrors(row, header.titledPositions)
    const fail: CellErrorReporter = (column, code, message) => {
      errors.push(rowError(rowNo, titleOf(column), textOf(column), code, message))
      return null
    }
    const cellReader: CellReader = { textOf, fail, options }
    const values: Record<ColumnName, string | null> = { ...noValues }
    for (const { column, field } of columns) values[column] = readField(column, field, cellReader)
    const shouldPay = textOf('ShouldPayAmount') === '' ? null : readAmount('ShouldPayAmount', shouldPayField, cellReader)
    return { rowNo, values, shouldPay, fees: fees.flatMap((fee) => readFee(fee, cellReader)), errors, textOf }
  }
}

/** The functions and settings for reading the cells of one row. */
interface CellReader {
  readonly textOf: ParsedRow['textOf']
  readonly fail: CellErrorReporter
  readonly options: ReadOptions
}

const columnNames = Object.keys(uploadColumns) as ColumnName[]
const fieldColumns = columnNames.filter((column) => column !== 'ShouldPayAmount')
// The object has exactly these columns as keys.
const noValues = Object.fromEntries(columnNames.map((column) => [column, null])) as ParsedRow['values']
const feeNumbers = Array.from({ length: maxFees }, (_, index) => index + 1)

const isRequired = (column: ColumnName): boolean => column === 'PayerId' || column === 'PayerName'

const readField = (column: ColumnName, field: Field, { textOf, fail, options: { currency, today } }: CellReader): string | null => {
  const text = textOf(column)
  if (text === '') return isRequired(column) ? fail(column, 'E101', `請填寫${titleOf(column)}。`) : null
  const read = readCell(field, text, { currency })
  const parsed = 'error' in read ? read : parseValue(field, read.value, today)
  if ('error' in parsed) return fail(column, cellErrorCode(field, parsed), parsed.error)
  return 'value' in parsed ? String(parsed.value) : null
}

// Only the payer resource declares which payer codes are valid.
const fieldOf = ({ bills, payer }: ReadOptions, column: ColumnName): Field => labelled(column === 'PayerId' ? payer : bills, column, column)

/** Returns a field with the title of a column as its label. */
const labelled = ({ fields }: Pick<Resource, 'fields'>, name: string, column: UploadColumn): Field => {
  const field = fieldNamed(fields, name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return { ...field, label: titleOf(column) }
}

const readAmount = (column: UploadColumn, field: Field, { textOf, fail, options: { currency } }: CellReader): number | null => {
  const read = readCell(field, textOf(column), { currency })
  if ('error' in read) return fail(column, 'E102', read.error)
  if (typeof read.value !== 'number') return fail(column, 'E102', `${titleOf(column)}不是正確的金額，請輸入如 1000 或 1,000。`)
  return Math.abs(read.value) > maxAmount ? fail(column, 'E102', tooBig(field.label, formatMoney(maxAmount, currency))) : read.value
}

/** Returns the field that parses an amount, labelled with the title of its column. It is the amount of a fee item, because the amount of a bill is computed and cannot be entered. */
const amountField = ({ fields }: Resource, column: UploadColumn): Field => {
  const items = fieldNamed(fields, 'FeeItems')
  return labelled({ fields: items?.type === 'rows' ? items.fields : [] }, 'Amount', column)
}

/** The two columns of a fee item. */
interface FeeColumns {
  readonly no: number
  readonly nameColumn: UploadColumn
  readonly amountColumn: UploadColumn
  readonly field: Field
}

const feeColumns = ({ bills }: ReadOptions, no: number): FeeColumns => {
  const amountColumn = `Amount${no}` as const
  return { no, nameColumn: `FeeName${no}`, amountColumn, field: amountField(bills, amountColumn) }
}

const readFee = ({ no, nameColumn, amountColumn, field }: FeeColumns, reader: CellReader): ParsedRow['fees'] => {
  const { textOf, fail } = reader
  const [name, amountText] = [textOf(nameColumn), textOf(amountColumn)]
  if (name === '' && amountText === '') return []
  if (name === '') fail(nameColumn, 'E101', `${titleOf(amountColumn)}有金額，請填寫${titleOf(nameColumn)}。`)
  if (amountText === '') fail(amountColumn, 'E101', `請填寫${titleOf(amountColumn)}。`)
  const amount = amountText === '' ? null : readAmount(amountColumn, field, reader)
  return name === '' || amount === null ? [] : [{ no, name, amount }]
}

export type UploadHeader = Header<UploadColumn>

/** Reads the header row; throws a refusal (3004) for wrong titles. `hasTerm` is true if the upload form sets the term of all bills. */
export const readHeader = (titles: SheetRow, { hasTerm }: { readonly hasTerm: boolean }): UploadHeader =>
  readTitles(titles, {
    columnOf,
    titleOf,
    missing: (positions) => [...requiredColumns(hasTerm).filter((column) => !positions.has(column)), ...unpairedColumns(positions)],
  })

/** Returns the columns of a file according to the mapping that its import stores. */
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

/** Returns whether a row is the template's example. Only the first row below the header can be one. */
export const isExampleRow = ({ cells }: SheetRow, header: UploadHeader): boolean => isExample(cells[header.positions.get('PayerId') ?? -1] ?? '')

/** Returns the missing columns of fee items: the amount column if the file has only the name column, and vice versa. */
export const unpairedColumns = (positions: UploadHeader['positions']): readonly UploadColumn[] =>
  feeNumbers.flatMap((no): UploadColumn[] =>
    positions.has(`FeeName${no}`) === positions.has(`Amount${no}`) ? [] : [positions.has(`FeeName${no}`) ? `Amount${no}` : `FeeName${no}`],
  )
