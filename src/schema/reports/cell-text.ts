import { formatDecimal } from '../../domain/money/money'
import { facetsOf } from '../field-types'
import type { ReportColumn } from '../language/report'
import { isNumeric, valueText } from '../text/value-text'
import type { ReportLine } from './report-lines'

/** Returns a cell of a report as text. Subtotals and totals have their heading in the first column. */
export const cellText = (
  { columns }: { readonly columns: readonly ReportColumn[] },
  { Kind, Text, Values }: ReportLine,
  index: number,
): string => {
  const column = columns[index]
  if (!column || (index === 0 && Text !== '')) return Text
  const value = Values[column.field.name]
  if (Kind === 'row' || typeof value !== 'number') return valueText(column.field, Values)
  if (column.total === 'count') return `${value.toLocaleString('en')} 筆`
  return Number.isInteger(value) ? valueText(column.field, Values) : decimalText(column, value, Values)
}

// The average of whole numbers may have decimals.
const decimalText = ({ field }: ReportColumn, value: number, values: ReportLine['Values']): string => {
  const { decimals = 0, averageDecimals = 0 } = facetsOf(field).numberKind ?? {}
  return averageDecimals > decimals ? formatDecimal(value) : valueText(field, values)
}

/** Checks whether a cell is right-aligned. Numbers are; the headings of subtotals and totals are not. */
export const isRightAligned = ({ field }: ReportColumn, { Text }: ReportLine, index: number): boolean =>
  isNumeric(field) && !(index === 0 && Text !== '')
