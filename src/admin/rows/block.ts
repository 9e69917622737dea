import { foldFullWidth } from '../../domain/full-width'
import { parseMoney } from '../../domain/money'
import { rulesOf } from '../../schema/field-types'
import { rowColumns } from '../../schema/row-columns'
import type { Field, Row } from '../../schema/types'
import { emptyValue } from '../../schema/validate'

/** The cells of a spreadsheet's block in the clipboard; null for a text that is one cell. */
export const blockOf = (text: string): readonly (readonly string[])[] | null => {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.length > 1 || text.includes('\t') ? lines.map((line) => line.split('\t')) : null
}

const isWritten = (column: Field, row: Row = {}): boolean => rowColumns([column], row).every(({ withheld }) => !withheld)

interface Reading {
  readonly today: string
  readonly currency: string
}

/** The rows with a block's cells in the columns that it covers. */
export const withBlock = (rows: readonly Row[], block: readonly (readonly string[])[], columns: readonly Field[], reading: Reading): readonly Row[] =>
  block.map((cells, index) => ({
    ...rows[index],
    ...Object.fromEntries(
      columns
        .slice(0, cells.length)
        .flatMap((column, at) => (isWritten(column, rows[index]) ? [[column.name, readCell(column, cells[at] ?? '', reading)]] : [])),
    ),
  }))

/** A cell as the form keeps it. What cannot be read stays as it is, for the check to name it. */
const readCell = (field: Field, cell: string, { today, currency }: Reading): unknown => {
  const text = foldFullWidth(cell).trim()
  if (text === '') return emptyValue(field)
  if (field.type === 'money') return parseMoney(text.replaceAll(',', ''), currency) ?? cell
  if (field.type === 'enum') return codeOf(field.options, text)
  if (field.type === 'enumList') return text.split(/[、,，;；]/).map((one) => codeOf(field.options, one.trim()))
  if (field.type === 'boolean') return yesNo[text] ?? cell
  const read = rulesOf(field.type).parse(field.type === 'string' || field.type === 'text' ? cell : text, field, { today, rows: noRows })
  return 'value' in read ? read.value : cell
}

// Spreadsheets hold what people read.
const codeOf = (options: Readonly<Record<string, string>>, text: string): string => Object.entries(options).find(([, words]) => words === text)?.[0] ?? text

const yesNo: Readonly<Record<string, boolean>> = { 是: true, 否: false, TRUE: true, FALSE: false }

const noRows = (): never => {
  throw new Error('A row holds no rows.')
}
