import type { ImportMapping, ImportProblem } from '../../../contract/imports'
import { readCell } from '../../../schema/imports/cells'
import { importField } from '../../../schema/imports/columns'
import type { ImportColumn, ImportSpec } from '../../../schema/language/import'
import type { Resource } from '../../../schema/language/resource'
import type { Field, RecordValues } from '../../../schema/language/types'
import { required } from '../../../schema/rules/messages'
import { currencyOf } from '../../../schema/text/value-text'
import type { SheetRow } from '../../ports'
import { type ErrorCode, rowError } from '../row-error'

/** How the cells of a file are read. */
export interface ImportLayout {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly mapping: ImportMapping
  /** The columns that the file has. */
  readonly columns: readonly MappedColumn[]
}

/** Returns how the cells of a file are read, given the user's mapping of columns. */
export const importLayout = (resource: Resource, spec: ImportSpec, mapping: ImportMapping): ImportLayout => {
  const columns = spec.columns.flatMap((column) => {
    const field = column.field in mapping ? importField(resource, column) : undefined
    return field ? [{ column, field }] : []
  })
  return { resource, spec, mapping, columns }
}

/** Reads the cells of a row, with the errors of each cell by itself. */
export const rowInput = (reading: ImportLayout, row: SheetRow): { readonly input: RecordValues; readonly problems: readonly ImportProblem[] } => {
  const cells = reading.columns.map((one) => ({ ...one, cell: cellOf(reading, row, one.column.field) }))
  const currency = currencyOf(Object.fromEntries(cells.map(({ column, cell }) => [column.field, cell])))
  const values = new Map<string, unknown>()
  const problems: ImportProblem[] = []
  for (const { column, field, cell } of cells) {
    const read = cell === '' ? { value: null } : readCell(field, cell, { format: column.format, currency })
    if (cell === '' && column.required) problems.push(problemOf(reading, row, { column }, 'E101', required(field.label)))
    else if ('error' in read) problems.push(problemOf(reading, row, { column }, 'E102', read.error))
    else values.set(column.field, read.value)
  }
  return { input: inputOf(reading, row, cells, values), problems }
}

interface MappedColumn {
  readonly column: ImportColumn
  readonly field: Field
}

const inputOf = (reading: ImportLayout, row: SheetRow, columns: readonly MappedColumn[], values: ReadonlyMap<string, unknown>): RecordValues => {
  const plain = columns.filter(({ column }) => !column.line && values.has(column.field)).map(({ column }) => [column.field, values.get(column.field)] as const)
  const lists = new Set(columns.flatMap(({ column }) => (column.line ? [column.line.list] : [])))
  const lines = [...lists].map((list) => {
    const written = writtenLines(reading, row, list).map((index) => lineOf(columns, values, { list, index }))
    return [list, written.length > 0 ? written : null] as const
  })
  return Object.fromEntries([...plain, ...lines])
}

const lineOf = (
  columns: readonly MappedColumn[],
  values: ReadonlyMap<string, unknown>,
  place: { readonly list: string; readonly index: number },
): RecordValues =>
  Object.fromEntries(
    columns.flatMap(({ column: { field, line } }) =>
      line?.list === place.list && line.index === place.index && values.has(field) ? [[line.column, values.get(field)]] : [],
    ),
  )

/** Which of the lines that the file has room for are filled in: what a record counts from 0 without gaps, a file may leave gaps in. */
const writtenLines = (reading: ImportLayout, row: SheetRow, list: string): readonly number[] => {
  const filled = reading.columns.flatMap(({ column: { field, line } }) => (line?.list === list && cellOf(reading, row, field) !== '' ? [line.index] : []))
  return [...new Set(filled)].sort((a, b) => a - b)
}

/** The column of a problem, or the path of its field. */
type ProblemPlace = { readonly column: ImportColumn } | { readonly path: string }

/** A problem of a row, in the words of the file: its title where a column fills the field, else the field's label. */
export const problemOf = (reading: ImportLayout, row: SheetRow, place: ProblemPlace, code: ErrorCode, message: string): ImportProblem => {
  const column = 'column' in place ? place.column : columnAt(reading, row, place.path)
  const title = column?.title ?? labelOf(reading, 'path' in place ? place.path : '')
  const { ColumnName, Value, ErrorCode, Message } = rowError(row.rowNo, title, column ? cellOf(reading, row, column.field) : '', code, ofLine(column, message))
  return { ColumnName, Value, ErrorCode, Message }
}

/** The column that fills a field; a line of a record is the next one that is filled in. */
export const columnAt = (reading: ImportLayout, row: SheetRow, path: string): ImportColumn | undefined => {
  const [list = '', nth, name] = path.split('.')
  if (nth === undefined) return reading.spec.columns.find(({ field }) => field === path)
  const index = writtenLines(reading, row, list)[Number(nth)]
  return reading.spec.columns.find(({ line }) => line?.list === list && line.index === index && line.column === name)
}

const labelOf = ({ resource }: ImportLayout, path: string): string => resource.fields.find(({ name }) => name === path.split('.')[0])?.label ?? ''

// The title has the number of the line, and rows are what the file has.
const ofLine = (column: ImportColumn | undefined, message: string): string => (column?.line ? message.replace(/^第 \d+ 列：/, '') : message)

/** Returns the text of a field's cell; empty where no column fills the field. */
export const cellOf = ({ mapping }: ImportLayout, { cells }: SheetRow, field: string): string => {
  const place = mapping[field]
  return place === undefined ? '' : (cells[place] ?? '').trim()
}
