import {
  type BillFieldColumn,
  columnOf,
  maxAmount,
  maxFees,
  requiredColumns,
  titleOf,
  type UploadColumn,
  uploadColumns,
} from '../../../domain/bills/bill-upload'
import { type Currency, formatMoney } from '../../../domain/money/money'
import { parseValue } from '../../../schema/field-types'
import type { StoredAs } from '../../../schema/field-types/field-type'
import { cellProblem } from '../../../schema/imports/cell-problems'
import { readCell } from '../../../schema/imports/cells'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed } from '../../../schema/language/types'
import { aboveMaximum } from '../../../schema/rules/messages'
import type { SheetRow } from '../../ports'
import { type Header, positionsOfTitles, readTitles } from '../header'
import { type CellErrorReporter, cellErrorCode, type RowError, rowError, untitledCellErrors } from '../row-error'

/** A row of a file with its parsed cells. The value of an empty or invalid cell is null. */
export interface ParsedRow {
  readonly rowNo: number
  /**
   * The fields of the bill as text; dates as yyyy-MM-dd.
   * `ShouldPayAmount` is always null, because `shouldPay` contains the amount.
   */
  readonly values: Readonly<Record<BillFieldColumn, string | null>>
  readonly shouldPay: number | null
  /** The fee items; `no` is the number in the names of their columns, such as 1 for FeeName1 and Amount1. */
  readonly fees: readonly { readonly no: number; readonly name: string; readonly amount: number }[]
  readonly errors: readonly RowError[]
  /** Returns the text of a cell. */
  readonly textOf: (column: UploadColumn) => string
}

/** The data for reading the cells of a file: its columns, and the resources that declare the fields. */
interface ReadOptions extends Readonly<Record<'bills' | 'payer', Resource>> {
  readonly header: UploadHeader
  readonly currency: Currency
  readonly today: string
}

/** Returns the function that parses rows of a file by the rules of the fields that their columns fill. */
export const rowParser = (options: ReadOptions): ((row: SheetRow) => ParsedRow) => {
  const { header } = options
  const columns = fieldColumns
    .filter((column) => header.positions.has(column) || isRequiredCell(column))
    .map((column) => ({ column, field: fieldOf(options, column) }))
  const fees = feeNumbers
    .filter((no) => header.positions.has(`FeeName${no}`) || header.positions.has(`Amount${no}`))
    .map((no) => feeColumns(options, no))
  const shouldPayField = amountField(options.bills, 'ShouldPayAmount')
  return (row) => {
    const { rowNo, cells } = row
    const textOf = (column: UploadColumn): string => (cells[header.positions.get(column) ?? -1] ?? '').trim()
    const errors = untitledCellErrors(row, header.titledPositions)
    const reportError: CellErrorReporter = (column, code, message) => {
      errors.push(rowError(rowNo, titleOf(column), textOf(column), code, message))
      return null
    }
    const storedAsOf = (column: UploadColumn): StoredAs | undefined =>
      row.storedAs?.[header.positions.get(column) ?? -1]
    const cellReader: CellReader = { textOf, storedAsOf, reportError, options }
    const values: Record<BillFieldColumn, string | null> = { ...noValues }
    for (const { column, field } of columns) values[column] = readField(column, field, cellReader)
    const shouldPay =
      textOf('ShouldPayAmount') === '' ? null : readAmount('ShouldPayAmount', shouldPayField, cellReader)
    return { rowNo, values, shouldPay, fees: fees.flatMap((fee) => readFee(fee, cellReader)), errors, textOf }
  }
}

/** The functions and settings for reading the cells of one row. */
interface CellReader {
  readonly textOf: ParsedRow['textOf']
  readonly storedAsOf: (column: UploadColumn) => StoredAs | undefined
  readonly reportError: CellErrorReporter
  readonly options: ReadOptions
}

const billFieldColumns = Object.keys(uploadColumns) as BillFieldColumn[]
const fieldColumns = billFieldColumns.filter((column) => column !== 'ShouldPayAmount')
// The cast is safe, because the object has exactly these columns as keys.
const noValues = Object.fromEntries(billFieldColumns.map((column) => [column, null])) as ParsedRow['values']
const feeNumbers = Array.from({ length: maxFees }, (_, index) => index + 1)

const isRequiredCell = (column: BillFieldColumn): boolean => column === 'PayerId' || column === 'PayerName'

const readField = (
  column: BillFieldColumn,
  field: Field,
  { textOf, storedAsOf, reportError, options: { currency, today } }: CellReader,
): string | null => {
  const text = textOf(column)
  if (text === '') return isRequiredCell(column) ? reportError(column, 'E101', `請填寫${titleOf(column)}。`) : null
  const read = readCell(field, text, { currency, storedAs: storedAsOf(column) })
  if ('error' in read) return reportError(column, 'E102', read.error)
  const parsed = parseValue(field, read.value, today)
  if ('error' in parsed) return reportError(column, cellErrorCode(field, parsed), parsed.error)
  return 'value' in parsed ? String(parsed.value) : null
}

// Payer codes are validated by the field of the payer resource, because only that field declares which codes are valid.
const fieldOf = ({ bills, payer }: ReadOptions, column: BillFieldColumn): Field =>
  labelledField(column === 'PayerId' ? payer : bills, column, column)

/** Returns a field whose label is the title of a column, so that messages name the column. */
const labelledField = ({ fields }: Pick<Resource, 'fields'>, name: string, column: UploadColumn): Field => {
  const field = fieldNamed(fields, name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return { ...field, label: titleOf(column) }
}

const readAmount = (
  column: UploadColumn,
  field: Field,
  { textOf, storedAsOf, reportError, options: { currency } }: CellReader,
): number | null => {
  const read = readCell(field, textOf(column), { currency, storedAs: storedAsOf(column) })
  if ('error' in read) return reportError(column, 'E102', read.error)
  if (typeof read.value !== 'number')
    return reportError(column, 'E102', `${titleOf(column)}不是正確的金額，請輸入如 1000 或 1,000。`)
  return Math.abs(read.value) > maxAmount
    ? reportError(column, 'E102', aboveMaximum(field.label, formatMoney(maxAmount, currency)))
    : read.value
}

/**
 * Returns the field that parses the amounts of a column: for every column the field `Amount` of a fee item, because the
 * amount of a bill is a computed field, which cannot parse input.
 */
const amountField = ({ fields }: Resource, column: UploadColumn): Field => {
  const items = fieldNamed(fields, 'FeeItems')
  return labelledField({ fields: items?.type === 'rows' ? items.fields : [] }, 'Amount', column)
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
  const { textOf, storedAsOf, reportError } = reader
  const [name, amountText] = [textOf(nameColumn), textOf(amountColumn)]
  if (name === '' && amountText === '') return []
  const amount = amountText === '' ? null : readAmount(amountColumn, field, reader)
  // A sheet shows the amounts of items that a payer does not have as 0 or -.
  if (name === '' && amount === 0) return []
  if (name === '') reportError(nameColumn, 'E101', `${titleOf(amountColumn)}有金額，請填寫${titleOf(nameColumn)}。`)
  const nameProblem = cellProblem(
    { text: name, storedAs: storedAsOf(nameColumn) },
    { label: titleOf(nameColumn), isCode: true },
  )
  if (nameProblem !== undefined) reportError(nameColumn, 'E102', nameProblem)
  if (amountText === '') reportError(amountColumn, 'E101', `請填寫${titleOf(amountColumn)}。`)
  return name === '' || nameProblem !== undefined || amount === null ? [] : [{ no, name, amount }]
}

export type UploadHeader = Header<UploadColumn>

/**
 * Returns the columns of a file by their titles.
 * Throws a refusal (3004) for wrong titles.
 * `hasTerm` is true if the upload form sets the term of all bills.
 */
export const readHeader = (titles: SheetRow, { hasTerm }: { readonly hasTerm: boolean }): UploadHeader =>
  readTitles(titles, {
    columnOf,
    titleOf,
    missingColumns: (positions) => [
      ...requiredColumns(hasTerm).filter((column) => !positions.has(column)),
      ...unpairedColumns(positions),
    ],
  })

/** Returns the columns of a file according to the mapping that its import stores. */
export const mappedHeader = ({ cells }: SheetRow, mapping: readonly MappedColumn[]): UploadHeader => ({
  // The cast is safe, because only valid mappings are stored.
  positions: new Map(mapping.map(({ Field, Place }) => [Field as UploadColumn, Place])),
  titledPositions: new Set([...positionsOfTitles(cells), ...mapping.map(({ Place }) => Place)]),
})

/** A column in the mapping that an import stores: its field, its position counted from 0, and its title. */
export interface MappedColumn {
  readonly Field: string
  readonly Place: number
  readonly Title: string
}

/** Returns the mapping that an import stores. Long titles are truncated. */
export const mappedColumns = (
  mapping: Iterable<readonly [string, number]>,
  titles: readonly string[],
): readonly MappedColumn[] =>
  [...mapping].map(([Field, Place]) => ({
    Field,
    Place,
    Title: [...(titles[Place] ?? '').trim()].slice(0, maxTitleCharacters).join(''),
  }))

const maxTitleCharacters = 60

/**
 * Returns the missing columns of fee items: the column for the amount if the file has only the column for the name, and
 * vice versa.
 */
export const unpairedColumns = (positions: UploadHeader['positions']): readonly UploadColumn[] =>
  feeNumbers.flatMap((no): UploadColumn[] =>
    positions.has(`FeeName${no}`) === positions.has(`Amount${no}`)
      ? []
      : [positions.has(`FeeName${no}`) ? `Amount${no}` : `FeeName${no}`],
  )
