import { formatRocMonth, formatRocSlash } from '../../domain/dates/roc-date'
import { foldText } from '../../domain/text-folding'
import { parseValue, rulesOf, sampleValue } from '../field-types'
import type { CellContext, CellResult } from '../field-types/field-type'
import { sampleToday } from '../field-types/samples'
import type { ImportColumn } from '../language/import'
import type { Field, RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'
import { sampleRecord } from '../rules/sample-record'
import { valueText } from '../text/value-text'
import { cellProblem } from './cell-problems'
import { importField } from './columns'

/**
 * Converts a cell that is not empty to the value that a form would send.
 * All imports read their cells with this function.
 */
export const readCell = (field: Field, cell: string, context: CellContext): CellResult => {
  const { isCode, fromCell } = rulesOf(field.type)
  const problem = cellProblem(
    { text: cell, storedAs: context.storedAs },
    { label: field.label, isCode: isCode?.(field) ?? false },
  )
  if (problem !== undefined) return { error: problem }
  return fromCell?.(foldText(cell), field, context) ?? { value: cell }
}

/** The values from which the example row of an import template is generated. */
export interface SampleContext {
  readonly today: string
  /** Values that refer to stored records, by the name of the field. */
  readonly storedValues?: RecordValues
}

/**
 * Returns the example row of an import template.
 * The import accepts the row if `storedValues` has a value for each reference.
 */
export const sampleCells = (
  columns: readonly ImportColumn[],
  fields: readonly Field[],
  { today, storedValues = {} }: SampleContext,
): readonly string[] => {
  const importedFields = fields.filter(({ name }) => columns.some(({ field, item }) => (item?.list ?? field) === name))
  const otherValues = Object.fromEntries(
    fields.filter((field) => !importedFields.includes(field)).map((field) => [field.name, field.default ?? null]),
  )
  const record = sampleRecord(importedFields, 0, sampleValue, { today, otherValues })
  return columns.map((column) => {
    if (column.item) return itemCell(column, importedFields, record)
    const field = importedFields.find(({ name }) => name === column.field)
    // A field that its condition hides is empty in the sample, so no stored value replaces it.
    return field ? cellOf(column, field, { ...record, ...(isEmpty(record[field.name]) ? {} : storedValues) }) : ''
  })
}

/** Returns the example for a column that fills a field of list items. */
const itemCell = (column: ImportColumn, fields: readonly Field[], record: RecordValues): string => {
  const field = importField({ fields }, column)
  const items = record[column.item?.list ?? '']
  return field ? cellOf(column, field, Array.isArray(items) ? (items[column.item?.index ?? 0] ?? {}) : {}) : ''
}

const cellOf = ({ sample, calendar }: ImportColumn, field: Field, record: RecordValues): string => {
  const value = record[field.name]
  if (sample !== undefined) return sample
  if (isEmpty(value)) return ''
  if (field.default === undefined && rulesOf(field.type).acceptsAnyText?.(field)) return '範例'
  if (calendar === 'roc' && typeof value === 'string')
    return value.length === 'yyyy-mm'.length ? formatRocMonth(value) : formatRocSlash(value)
  return valueText(field, record)
}

/** Returns the message with which a field rejects an example; undefined if it accepts the example. */
export const sampleProblem = (
  { sample, calendar }: Pick<ImportColumn, 'calendar'> & { readonly sample: string },
  field: Field,
): string | undefined => {
  const cell = readCell(field, sample, { calendar, currency: 'TWD' })
  if ('error' in cell) return cell.error
  const parsed = parseValue(field, cell.value, sampleToday)
  return 'error' in parsed ? parsed.error : undefined
}
