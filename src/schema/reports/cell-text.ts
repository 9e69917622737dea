import { formatDecimal } from '../../domain/money/money'
import { facetsOf } from '../field-types'
import type { ReportColumn } from '../language/report'
import { isNumeric, valueNumber, valueText } from '../text/value-text'
import type { ReportLine } from './report-lines'

/** Returns a cell of a report in words. A sum names itself in the first column, unless a figure stands there. */
export const cellText = ({ columns }: { readonly columns: readonly ReportColumn[] }, { Kind, Text, Values }: ReportLine, place: number): string => {
  const column = columns[place]
  if (!column || (place === 0 && Text !== '')) return Text
  const value = Values[column.field.name]
  if (Kind === 'row' || typeof value !== 'number') return valueText(column.field, Values)
  if (column.total === 'count') return `${value.toLocaleString('en')} 筆`
  return Number.isInteger(value) ? valueText(column.field, Values) : decimalText(column, value, Values)
}

// The average of whole numbers has decimals that the numbers do not.
const decimalText = ({ field }: ReportColumn, value: number, values: ReportLine['Values']): string => {
  const { places = 0, averagePlaces = 0 } = facetsOf(field).number ?? {}
  return averagePlaces > places ? formatDecimal(value) : valueText(field, values)
}

/** Returns the cell as a number where people calculate with it; null for words. */
export const cellNumber = ({ field, total }: ReportColumn, { Kind, Values }: ReportLine): number | null => {
  const value = Values[field.name]
  return Kind !== 'row' && total === 'count' && typeof value === 'number' ? value : valueNumber(field, Values)
}

/** Whether a cell stands at the right: figures do, what names a sum does not. */
export const isRightAligned = ({ field }: ReportColumn, { Text }: ReportLine, place: number): boolean => isNumeric(field) && !(place === 0 && Text !== '')
