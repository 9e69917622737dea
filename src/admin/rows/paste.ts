import { foldFullWidth } from '../../domain/full-width'
import { rulesOf } from '../../schema/field-types'
import type { Field, RecordValues, RoleField } from '../../schema/language/types'
import { itemFields } from '../../schema/rules/list-items'
import { emptyValue } from '../../schema/rules/validate'

/** Returns the cells of a spreadsheet's block in the clipboard; null for a text that is one cell. */
export const pastedCells = (text: string): readonly (readonly string[])[] | null => {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.length > 1 || text.includes('\t') ? lines.map((line) => line.split('\t')) : null
}

const isWritten = (column: RoleField, row: RecordValues = {}): boolean => itemFields([column], row).every(({ writable }) => writable !== false)

interface Reading {
  readonly today: string
  readonly currency: string
}

/** Returns the rows with a block's cells in the columns that it covers. */
export const withPastedCells = (
  rows: readonly RecordValues[],
  block: readonly (readonly string[])[],
  columns: readonly RoleField[],
  reading: Reading,
): readonly RecordValues[] =>
  block.map((cells, index) => ({
    ...rows[index],
    ...Object.fromEntries(
      columns
        .slice(0, cells.length)
        .flatMap((column, at) => (isWritten(column, rows[index]) ? [[column.name, readCell(column, cells[at] ?? '', reading)]] : [])),
    ),
  }))

/** Returns a cell as the form keeps it. What cannot be read stays as it is, for the check to name it. */
const readCell = (field: Field, cell: string, { today, currency }: Reading): unknown => {
  const text = foldFullWidth(cell).trim()
  if (text === '') return emptyValue(field)
  const { cell: readText, parse, group } = rulesOf(field.type)
  const sent = readText ? readText(text, field, currency) : group === 'text' ? cell : text
  const read = parse(sent, field, { today, parseItem: noRows })
  if ('value' in read) return read.value
  return typeof sent === 'string' ? cell : sent
}

const noRows = (): never => {
  throw new Error('A row holds no rows.')
}
