import { roundedTo } from '../computed'
import { isEmpty } from '../condition'
import { facetsOf } from '../field-types'
import type { Row } from '../types'
import { derivedColumns, withValues } from './derived-row'
import type { ReportColumn, ReportTotal } from './report-spec'

/** What subtotals and totals of these rows say, column by column. An average is of the records, never of other averages. */
export const totalsOf = (columns: readonly ReportColumn[], rows: readonly Row[]): Row => {
  const values = Object.fromEntries(
    columns.flatMap((column) => (column.total && column.total !== 'value' ? [[column.field.name, ways[column.total](column, rows)]] : [])),
  )
  const anew = columns.filter(({ total }) => total === 'value')
  return anew.length === 0 ? values : withValues(derivedColumns(anew), values)
}

/** The parts of an average that a group brings along; they stand in no column. */
export const averageParts = (name: string) => ({ sum: `sum:${name}`, count: `count:${name}` })

/** The averages of a group, out of the parts that it brings along. */
export const groupAverages = (columns: readonly ReportColumn[], row: Row): Row =>
  Object.fromEntries(columns.filter(({ figure }) => figure?.how === 'average').map((column) => [column.field.name, ways.average(column, [row])]))

type Way = (column: ReportColumn, rows: readonly Row[]) => string | number | null

const ways: Readonly<Record<Exclude<ReportTotal, 'value'>, Way>> = {
  sum: ({ field }, rows) => sumOf(rows, field.name),
  count: (_, rows) => rows.length,
  min: ({ field }, rows) => extreme(filled(rows, field.name), (one, other) => one < other),
  max: ({ field }, rows) => extreme(filled(rows, field.name), (one, other) => one > other),
  average: ({ field, figure }, rows) => {
    const parts = averageParts(field.name)
    const [sum, count] =
      figure?.how === 'average' ? [sumOf(rows, parts.sum), sumOf(rows, parts.count)] : [sumOf(rows, field.name), filled(rows, field.name).length]
    return count === 0 ? null : roundedTo(facetsOf(field).number?.averagePlaces ?? 2, sum / count)
  },
}

const sumOf = (rows: readonly Row[], name: string): number => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)

const filled = (rows: readonly Row[], name: string): readonly (string | number)[] =>
  rows.flatMap((row) => (isEmpty(row[name]) ? [] : [row[name] as string | number]))

const extreme = (values: readonly (string | number)[], isBefore: (one: string | number, other: string | number) => boolean): string | number | null =>
  values.reduce<string | number | null>((best, one) => (best === null || isBefore(one, best) ? one : best), null)
