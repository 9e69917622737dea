import type { ImportMapping, ImportProblem } from '../../../contract/imports'
import { readCell } from '../../../schema/imports/cells'
import { importField } from '../../../schema/imports/columns'
import type { ImportColumn, ImportSpec } from '../../../schema/language/import'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { required } from '../../../schema/rules/messages'
import { currencyField, currencyOf } from '../../../schema/text/value-text'
import type { SheetRow } from '../../ports'
import { type RowError, rowError } from '../row-error'

/** The columns of a file and the fields that they fill. */
export interface ImportLayout {
  /** The resource; its fields are those that a row fills in, if rows do something with records. */
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly mapping: ImportMapping
  /** The columns of the import that are mapped to a column of the file, with their fields. */
  readonly columns: readonly FilledField[]
  /** The names of the list fields to whose items columns of the file are mapped. */
  readonly lists: readonly string[]
}

interface FilledField {
  readonly column: ImportColumn
  readonly field: Field
}

/** Returns the columns of a file with this mapping, with the fields that they fill. */
export const importLayout = (resource: Resource, spec: ImportSpec, mapping: ImportMapping): ImportLayout => {
  const columns = spec.columns.flatMap((column) => {
    const field = column.field in mapping ? importField(spec.action ?? resource, column) : undefined
    return field ? [{ column, field }] : []
  })
  return {
    resource: spec.action ? { ...resource, fields: spec.action.fields } : resource,
    spec,
    mapping,
    columns,
    lists: [...new Set(columns.flatMap(({ column }) => (column.item ? [column.item.list] : [])))],
  }
}

/** Parses the cells of a row. Returns the values by field, and the problems of single cells. */
export const rowInput = (
  layout: ImportLayout,
  row: SheetRow,
): { readonly input: RecordValues; readonly problems: readonly ImportProblem[] } => {
  const currency = currencyIn(layout, row)
  const values: Record<string, unknown> = {}
  const problems: ImportProblem[] = []
  for (const { column, field } of layout.columns) {
    const cell = cellOf(layout, row, column.field)
    const result =
      cell === ''
        ? { value: null }
        : readCell(field, cell, {
            calendar: column.calendar,
            currency,
            storedAs: row.storedAs?.[layout.mapping[column.field] ?? -1],
          })
    if (cell === '' && column.required) problems.push(problemOf(layout, row, { column }, 'E101', required(field.label)))
    else if ('error' in result) problems.push(problemOf(layout, row, { column }, 'E102', result.error))
    else values[column.field] = result.value
  }
  return { input: layout.lists.length === 0 ? values : withLists(layout, row, values), problems }
}

/** Returns the currency of a row. The cell may contain the code or the name of the currency. */
const currencyIn = (layout: ImportLayout, row: SheetRow): string => {
  const currencyColumn = layout.columns.find(({ column }) => column.field === currencyField)
  const currency =
    currencyColumn && readCell(currencyColumn.field, cellOf(layout, row, currencyField), { currency: '' })
  return currencyOf({ [currencyField]: currency && 'value' in currency ? currency.value : undefined })
}

/** Returns the values of a row. Combines the values of item columns into lists. */
const withLists = (layout: ImportLayout, row: SheetRow, values: RecordValues): RecordValues => {
  const { columns } = layout
  const record: Record<string, unknown> = {}
  for (const { column } of columns)
    if (!column.item && column.field in values) record[column.field] = values[column.field]
  for (const list of layout.lists) {
    const items = filledItemIndexes(layout, row, list).map((index) => itemOf(columns, values, { list, index }))
    record[list] = items.length > 0 ? items : null
  }
  return record
}

const itemOf = (
  columns: readonly FilledField[],
  values: RecordValues,
  position: { readonly list: string; readonly index: number },
): RecordValues =>
  Object.fromEntries(
    columns.flatMap(({ column: { field, item } }) =>
      item?.list === position.list && item.index === position.index && field in values
        ? [[item.field, values[field]]]
        : [],
    ),
  )

/**
 * Returns the indexes of the items of a list that have a filled cell.
 * In a file, empty items can precede a filled item; a record has no empty items.
 */
const filledItemIndexes = (layout: ImportLayout, row: SheetRow, list: string): readonly number[] => {
  const filled = layout.columns.flatMap(({ column: { field, item } }) =>
    item?.list === list && cellOf(layout, row, field) !== '' ? [item.index] : [],
  )
  return [...new Set(filled)].sort((a, b) => a - b)
}

/** The column or the field that has a problem. */
type ProblemLocation = { readonly column: ImportColumn } | { readonly path: string }

/**
 * Returns a problem of a row.
 * It contains the title of the column, or the label of the field if no column fills the field.
 */
export const problemOf = (
  layout: ImportLayout,
  row: SheetRow,
  location: ProblemLocation,
  code: RowError['ErrorCode'],
  message: string,
): ImportProblem => {
  const column = 'column' in location ? location.column : columnAt(layout, row, location.path)
  const title = column?.title ?? labelOf(layout, 'path' in location ? location.path : '')
  const cell = column ? cellOf(layout, row, column.field) : ''
  const { RowNo: _, ...problem } = rowError(row.rowNo, title, cell, code, withoutItemNo(column, message))
  return problem
}

/**
 * Returns the column that fills the field with a path such as `FeeItems.0.Amount`.
 * The n-th item of a record is the n-th filled item of the row.
 */
export const columnAt = (layout: ImportLayout, row: SheetRow, path: string): ImportColumn | undefined => {
  const [list = '', position, name] = path.split('.')
  if (position === undefined) return layout.spec.columns.find(({ field }) => field === path)
  const index = filledItemIndexes(layout, row, list)[Number(position)]
  return layout.spec.columns.find(({ item }) => item?.list === list && item.index === index && item.field === name)
}

const labelOf = ({ resource }: ImportLayout, path: string): string =>
  fieldNamed(resource.fields, path.split('.')[0])?.label ?? ''

// Messages about items begin with the number of the item, which users could mistake for a row of the file.
// The title of the column already contains that number.
const withoutItemNo = (column: ImportColumn | undefined, message: string): string =>
  column?.item ? message.replace(/^第 \d+ 列：/, '') : message

/** Returns the text of a field's cell; empty if no column fills the field. */
export const cellOf = ({ mapping }: ImportLayout, { cells }: SheetRow, field: string): string => {
  const columnIndex = mapping[field]
  return columnIndex === undefined ? '' : (cells[columnIndex] ?? '').trim()
}
