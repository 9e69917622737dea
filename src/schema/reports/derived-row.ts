import { computedValue } from '../computed'
import { isEmpty } from '../condition'
import type { ComputedField, Row } from '../types'
import type { ReportColumn, ReportDateUnit, ReportSpec } from './report-spec'

/** The row with the months and days of its moments; a group brings its own. */
export const withDates = ({ dates }: Pick<ReportSpec, 'dates'>, row: Row): Row => ({
  ...Object.fromEntries(Object.entries(dates).map(([name, { unit, of }]) => [name, isEmpty(row[of]) ? null : String(row[of]).slice(0, lengths[unit])])),
  ...row,
})

/** The columns that follow from others of their line. */
export const derivedColumns = (columns: readonly ReportColumn[]): readonly ComputedField[] =>
  columns.flatMap(({ field, value }) => (value !== undefined && field.type === 'computed' ? [field] : []))

/** The values with those that follow from them; a column may look at those before it. */
export const withValues = (derived: readonly ComputedField[], row: Row): Row => {
  const values: Record<string, unknown> = { ...row }
  for (const field of derived) values[field.name] = computedValue(field, values)
  return values
}

// 2026-11 and 2026-11-30 begin a day and a moment alike; moments travel on Taipei's clock.
const lengths: Readonly<Record<ReportDateUnit, number>> = { month: 7, day: 10 }
