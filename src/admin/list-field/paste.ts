import { foldText } from '../../domain/text-folding'
import { rulesOf } from '../../schema/field-types'
import { readCell } from '../../schema/imports/cells'
import type { Field, RecordValues, RoleField } from '../../schema/language/types'
import { itemFields } from '../../schema/rules/list-items'
import { emptyValue } from '../../schema/rules/validate'

/**
 * Returns the rows of spreadsheet cells in a clipboard text; null for the text of a single cell, which the browser
 * pastes itself.
 */
export const pastedCells = (text: string): readonly (readonly string[])[] | null => {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.length > 1 || text.includes('\t') ? lines.map((line) => line.split('\t')) : null
}

interface PasteContext {
  readonly today: string
  readonly currency: string
}

/**
 * Returns one item for each pasted row: the existing item at the same index, if there is one, with the values of the
 * cells.
 * `columns` are the columns that the cells fill, from left to right.
 */
export const withPastedCells = (
  items: readonly RecordValues[],
  pastedRows: readonly (readonly string[])[],
  columns: readonly RoleField[],
  context: PasteContext,
): readonly RecordValues[] =>
  pastedRows.map((cells, index) => ({
    ...items[index],
    ...Object.fromEntries(
      itemFields(columns.slice(0, cells.length), items[index] ?? {}).flatMap((column, position) =>
        column.writable === false ? [] : [[column.name, parseCell(column, cells[position] ?? '', context)]],
      ),
    ),
  }))

/**
 * Returns a pasted cell as a value of the form.
 * A text that cannot be parsed becomes the value, so that the validation message can quote it.
 */
const parseCell = (field: Field, cell: string, { today, currency }: PasteContext): unknown => {
  const text = foldText(cell)
  if (text === '') return emptyValue(field)
  const { parse, group } = rulesOf(field.type)
  // A text is passed unchanged, because `parse` trims it and converts only codes to half width.
  const readResult = readCell(field, group === 'text' ? cell : text, { currency })
  if ('error' in readResult) return cell
  const raw = readResult.value
  const parsed = parse(raw, field, { today, parseItem: rejectList })
  if ('value' in parsed) return parsed.value
  return typeof raw === 'string' ? cell : raw
}

const rejectList = (): never => {
  throw new Error('An item of a list field contains no list.')
}
