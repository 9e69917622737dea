import type { Field } from '../../schema/language/types'
import { cellText } from '../../schema/reports/cell-text'
import type { ReportLine } from '../../schema/reports/report-lines'

/**
 * Returns the number of columns that the heading of a subtotal or total covers: those before its first amount; 0 for a
 * row.
 */
export const headingSpanOf = (columns: readonly Field[], line: ReportLine): number => {
  if (line.kind === 'row') return 0
  const firstAmount = columns.findIndex((field, index) => index > 0 && cellText(field, line, index) !== '')
  return firstAmount === -1 ? columns.length : firstAmount
}
