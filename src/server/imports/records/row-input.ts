import type { ImportMapping, ImportProblem } from '../../../contract/imports'
import { readCell } from '../../../schema/imports/cells'
import { importField } from '../../../schema/imports/columns'
import type { ImportColumn, ImportSpec } from '../../../schema/language/import'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { required } from '../../../schema/rules/messages'
import { currencyField, currencyOf } from '../../../schema/text/value-text'
import type { SheetRow } from '../../ports'
import { type ErrorCode, rowError } from '../row-error'

/** The mapping of a file's columns to the fields of a record. */
export interface ImportLayout {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly mapping: ImportMapping
  /** The columns of the import that the file has, with their fields. */
  readonly columns: readonly MappedColumn[]
}

/** Returns the layout of a file by the user's mapping of columns. */
export const importLayout = (resource: Resource, spec: ImportSpec, mapping: ImportMapping): ImportLayout => {
  const columns = spec.columns.flatMap((column) => {
    const field = column.field in mapping ? importField(resource, column) : undefined
    return field ? [{ column, field }] : []
  })
  return { resource, spec, mapping, columns }
}

/** Parses the cells of a row one by one; returns their values and their errors. */
export const rowInput = (layout: ImportLayout, row: SheetRow): { readonly input: RecordValues; readonly problems: readonly ImportProblem[] } => {
  const cells = layout.columns.map((mapped) => ({ ...mapped, cell: cellOf(layout, row, mapped.column.field) }))
  const currency = currencyIn(cells)
  const values = new Map<string, unknown>()
  const problems: ImportProblem[] = []
  for (const { column, field, cell } of cells) {
    const read = cell === '' ? { value: null } : readCell(field, cell, { format: column.format, currency })
    if (cell === '' && column.required) problems.push(problemOf(layout, row, { column }, 'E101', required(field.label)))
    else if ('error' in read) problems.push(problemOf(layout, row, { column }, 'E102', read.error))
    else values.set(column.field, read.value)
  }
  return { input: inputOf(layout, row, cells, values), problems }
}

/** Returns the currency of a row, whose cell holds its code or its text. */
const currencyIn = (cells: readonly (MappedColumn & { readonly cell: string })[]): string => {
  const found = cells.find(({ column }) => column.field === currencyField)
  const currency = found && readCell(found.field, found.cell, { currency: '' })
  return currencyOf({ [currencyField]: currency && 'value' in currency ? currency.value : undefined })
}

interface MappedColumn {
  readonly column: ImportColumn
  readonly field: Field
}

const inputOf = (layout: ImportLayout, row: SheetRow, columns: readonly MappedColumn[], values: ReadonlyMap<string, unknown>): RecordValues => {
  const fieldValues = columns
    .filter(({ column }) => !column.item && values.has(column.field))
    .map(({ column }) => [column.field, values.get(column.field)] as const)
  const listNames = new Set(columns.flatMap(({ column }) => (column.item ? [column.item.list] : [])))
  const lists = [...listNames].map((list) => {
    const items = filledItems(layout, row, list).map((index) => itemOf(columns, values, { list, index }))
    return [list, items.length > 0 ? items : null] as const
  })
  return Object.fromEntries([...fieldValues, ...lists])
}

const itemOf = (
  columns: readonly MappedColumn[],
  values: ReadonlyMap<string, unknown>,
  position: { readonly list: string; readonly index: number },
): RecordValues =>
  Object.fromEntries(
    columns.flatMap(({ column: { field, item } }) =>
      item?.list === position.list && item.index === position.index && values.has(field) ? [[item.column, values.get(field)]] : [],
    ),
  )

/** Returns the positions of the filled items of a list. A file may have gaps between them; a record has none. */
const filledItems = (layout: ImportLayout, row: SheetRow, list: string): readonly number[] => {
  const filled = layout.columns.flatMap(({ column: { field, item } }) => (item?.list === list && cellOf(layout, row, field) !== '' ? [item.index] : []))
  return [...new Set(filled)].sort((a, b) => a - b)
}

/** The column of a problem, or the path of its field. */
type ProblemLocation = { readonly column: ImportColumn } | { readonly path: string }

/** Returns a problem of a row, named after the file's column, or after the field if no column fills it. */
export const problemOf = (layout: ImportLayout, row: SheetRow, location: ProblemLocation, code: ErrorCode, message: string): ImportProblem => {
  const column = 'column' in location ? location.column : columnAt(layout, row, location.path)
  const title = column?.title ?? labelOf(layout, 'path' in location ? location.path : '')
  const cell = column ? cellOf(layout, row, column.field) : ''
  const { RowNo: _, ...problem } = rowError(row.rowNo, title, cell, code, withoutRowNo(column, message))
  return problem
}

/** Returns the column that fills the field at a path. The n-th item of a record is the n-th item that is filled in the file. */
export const columnAt = (layout: ImportLayout, row: SheetRow, path: string): ImportColumn | undefined => {
  const [list = '', position, name] = path.split('.')
  if (position === undefined) return layout.spec.columns.find(({ field }) => field === path)
  const index = filledItems(layout, row, list)[Number(position)]
  return layout.spec.columns.find(({ item }) => item?.list === list && item.index === index && item.column === name)
}

const labelOf = ({ resource }: ImportLayout, path: string): string => fieldNamed(resource.fields, path.split('.')[0])?.label ?? ''

// The title contains the number of the item; the row number in such a message means the item, not the row of the file.
const withoutRowNo = (column: ImportColumn | undefined, message: string): string => (column?.item ? message.replace(/^第 \d+ 列：/, '') : message)

/** Returns the text of a field's cell; empty where no column fills the field. */
export const cellOf = ({ mapping }: ImportLayout, { cells }: SheetRow, field: string): string => {
  const columnIndex = mapping[field]
  return columnIndex === undefined ? '' : (cells[columnIndex] ?? '').trim()
}
