import { rocMonth, rocSlash } from '../../domain/dates/roc-date'
import { foldFullWidth } from '../../domain/full-width'
import { rulesOf, sampleValue } from '../field-types'
import type { ImportColumn, ImportFormat } from '../language/import'
import type { Field, RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'
import { notGregorian, notRoc } from '../rules/messages'
import { sampleRecord } from '../rules/sample-record'
import { valueText } from '../text/value-text'
import { importField } from './columns'

/** What a cell says, ready for the validator; or a zh-TW sentence where the cell itself has the wrong form. */
export type CellValue = { readonly value: unknown } | { readonly error: string }

/** How a cell is to be read. */
export interface CellContext {
  readonly format?: ImportFormat | undefined
  /** The currency of the row, for amounts with decimals. */
  readonly currency: string
}

/** Reads a cell that is not blank into what a form would send. */
export const readCell = (field: Field, cell: string, { format, currency }: CellContext): CellValue => {
  const rules = rulesOf(field.type)
  if (rules.fromDay || rules.compares === 'date') return inCalendar(cell, field, format)
  return { value: rules.cell ? rules.cell(cell.trim(), field, currency) : cell }
}

/** Reads a day. A spreadsheet's own dates come as 2026-11-30 however it shows them; only typed text can be in the wrong calendar. */
const inCalendar = (cell: string, { label }: Field, format: ImportFormat | undefined): CellValue => {
  const value = foldFullWidth(cell).trim()
  const gregorian = /^[1-9]\d{3}([-/]|\d{2}$|\d{4}$)/.test(value)
  if (format === 'roc' && gregorian && !value.includes('-')) return { error: notRoc(label) }
  return format === 'gregorian' && !gregorian ? { error: notGregorian(label) } : { value }
}

/** What an example is made with. */
export interface Example {
  readonly today: string
  /** Values that records of the database have, for the fields that refer to them. */
  readonly known?: RecordValues
}

/** Returns what the template shows below its titles: a row that the import would take, as far as it can be known without other records than the known ones. */
export const sampleCells = (columns: readonly ImportColumn[], fields: readonly Field[], { today, known = {} }: Example): readonly string[] => {
  const named = fields.filter(({ name }) => columns.some(({ field, line }) => (line?.list ?? field) === name))
  const beside = Object.fromEntries(fields.filter((field) => !named.includes(field)).map((field) => [field.name, field.default ?? null]))
  const row = sampleRecord(named, 0, sampleValue, { today, beside })
  return columns.map((column) => {
    if (column.line) return lineCell(column, named, row)
    const field = named.find(({ name }) => name === column.field)
    return field ? cellOf(column, field, { ...row, ...(isEmpty(row[field.name]) ? {} : known) }) : ''
  })
}

/** Returns a cell of the first item of a list, as an example. */
const lineCell = (column: ImportColumn, fields: readonly Field[], row: RecordValues): string => {
  const field = importField({ fields }, column)
  const lines = row[column.line?.list ?? '']
  return field ? cellOf(column, field, Array.isArray(lines) ? (lines[column.line?.index ?? 0] ?? {}) : {}) : ''
}

const cellOf = ({ sample, format }: ImportColumn, field: Field, row: RecordValues): string => {
  const value = row[field.name]
  if (sample !== undefined) return sample
  if (isEmpty(value)) return ''
  if (field.default === undefined && isFreeText(field)) return '範例'
  if (format === 'roc' && typeof value === 'string') return value.length === 7 ? rocMonth(value) : rocSlash(value)
  return valueText(field, row)
}

// Where any words do, these two say what the row is.
const isFreeText = (field: Field): boolean =>
  (field.type === 'string' || field.type === 'text') && !field.pattern && field.lengthOf === undefined && field.min <= 2 && field.max >= 2

/** Returns why the field would refuse an example; undefined where it takes it. */
export const sampleProblem = ({ sample, format }: Pick<ImportColumn, 'format'> & { readonly sample: string }, field: Field): string | undefined => {
  const cell = readCell(field, sample, { format, currency: 'TWD' })
  if ('error' in cell) return cell.error
  const parsed = rulesOf(field.type).parse(cell.value, field, { today: '2026-11-20', parseItem: (_, row) => ({ value: row, errors: {} }) })
  return 'error' in parsed ? parsed.error : undefined
}
