import type { Field } from '../language/types'
import { isNumeric, valueText } from '../text/value-text'
import type { ReportLine } from './report-lines'

/** Returns a cell of a report as text. Subtotals and totals have their heading in the first column. */
export const cellText = (field: Field, { text, values }: ReportLine, index: number): string =>
  index === 0 && text !== '' ? text : valueText(field, values)

/** Checks whether a cell is right-aligned. Numbers are; the headings of subtotals and totals are not. */
export const isRightAligned = (field: Field, { text }: ReportLine, index: number): boolean =>
  isNumeric(field) && !(index === 0 && text !== '')
