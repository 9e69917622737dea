import type { ImportMapping, ImportProblem } from '../../contract/imports'
import type { ImportColumn, ImportSpec } from '../../schema/imports/import-spec'
import { currencyOf, readCell } from '../../schema/imports/read-cell'
import { required } from '../../schema/sentences'
import type { Field, Resource, Row } from '../../schema/types'
import { type ErrorCode, rowError } from '../imports/row-error'
import type { SheetRow } from '../ports'

/** A row of a file as a form would send it: a field for each column that the file has, null where the cell is blank. */
export interface RowInput {
  readonly input: Row
  readonly problems: readonly ImportProblem[]
}

/** How the cells of a file are read. */
export interface Reading {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly mapping: ImportMapping
}

/** Reads the cells of a row; what a cell alone shows to be wrong is noted. */
export const rowInput = (reading: Reading, row: SheetRow): RowInput => {
  const cells = mappedColumns(reading).map((one) => ({ ...one, cell: cellOf(reading, row, one.column.field) }))
  const currency = currencyOf(Object.fromEntries(cells.map(({ column, cell }) => [column.field, cell])))
  const input: Record<string, unknown> = {}
  const problems: ImportProblem[] = []
  for (const { column, field, cell } of cells) {
    const read = cell === '' ? { value: null } : readCell(field, cell, { format: column.format, currency })
    if (cell === '' && column.required) problems.push(problemOf(reading, row, field.name, 'E101', required(field.label)))
    else if ('error' in read) problems.push(problemOf(reading, row, field.name, 'E102', read.error))
    else input[field.name] = read.value
  }
  return { input, problems }
}

/** A problem of a row, in the words of the file: its title where a column fills the field, else the field's label. */
export const problemOf = (reading: Reading, row: SheetRow, name: string, code: ErrorCode, message: string): ImportProblem => {
  const own = name.split('.')[0] ?? name
  const title = reading.spec.columns.find(({ field }) => field === own)?.title ?? reading.resource.fields.find((field) => field.name === own)?.label ?? ''
  const { ColumnName, Value, ErrorCode, Message } = rowError(row.rowNo, title, cellOf(reading, row, own), code, message)
  return { ColumnName, Value, ErrorCode, Message }
}

/** What the cell says that fills a field; empty where no column does. */
export const cellOf = ({ mapping }: Reading, { cells }: SheetRow, field: string): string => {
  const place = mapping[field]
  return place === undefined ? '' : (cells[place] ?? '').trim()
}

const mappedColumns = ({ spec, mapping, resource }: Reading): { readonly column: ImportColumn; readonly field: Field }[] =>
  spec.columns
    .filter(({ field }) => field in mapping)
    .flatMap((column) => resource.fields.filter(({ name }) => name === column.field).map((field) => ({ column, field })))
