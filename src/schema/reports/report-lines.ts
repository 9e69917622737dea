import { facetsOf, isReference } from '../field-types'
import type { ReportColumn, ReportDateUnit, ReportSpec, ReportTotal } from '../language/report'
import { type ComputedField, type Field, fieldNamed, type RecordValues } from '../language/types'
import { computedValue, roundedTo } from '../rules/computed'
import { isEmpty } from '../rules/condition'
import { currencyField, isMoney, valueText } from '../text/value-text'

/**
 * A line of a report: a row, a subtotal after its rows, or a total at the end.
 * Responses contain lines unchanged, so their keys are in PascalCase like those of the contract.
 */
export interface ReportLine {
  readonly Kind: 'row' | 'subtotal' | 'total'
  /** Heading of a subtotal or total; empty for a row. */
  readonly Text: string
  readonly Values: RecordValues
}

/**
 * Returns rows with their subtotals and totals.
 * Screens and files use the same lines, so they show the same figures.
 * Amounts of different currencies are never added.
 */
export const reportLines = (spec: LineSpec, rows: readonly RecordValues[]): readonly ReportLine[] => {
  const computed = computedColumns(spec.columns)
  const rowsWithValues = rows.map((row) =>
    withComputedValues(computed, { ...withDates(spec, row), ...groupAverages(spec.columns, row) }),
  )
  return [
    ...linesOf(spec, spec.subtotals, rowsWithValues),
    ...(rows.length === 0 ? [] : totalLines('total', '合計', rowsWithValues, spec.columns)),
  ]
}

type LineSpec = Pick<ReportSpec, 'columns' | 'subtotals' | 'fields' | 'dates'>

/** Returns the rows with a subtotal after each group of rows. `name` is the field of the outermost groups. */
const linesOf = (
  spec: LineSpec,
  [name, ...innerNames]: readonly string[],
  rows: readonly RecordValues[],
): readonly ReportLine[] => {
  if (name === undefined)
    return rows.map((row) => ({ Kind: 'row', Text: '', Values: withoutAverageParts(spec.columns, row) }))
  const field = fieldNamed(spec.fields, name)
  return runsOf(rows, fieldsIdentifyingValueOf(spec.fields, name)).flatMap((run) => [
    ...linesOf(spec, innerNames, run),
    ...totalLines('subtotal', `小計：${textOf(field, run[0])}`, run, spec.columns),
  ])
}

/**
 * Returns the names of the fields that together identify a value of the named field: for a reference also the fields in
 * `same`, because its code is unique only together with them.
 */
export const fieldsIdentifyingValueOf = (fields: readonly Field[], name: string): readonly string[] => {
  const field = fieldNamed(fields, name)
  return field && isReference(field) ? [...new Set([...field.same, name])] : [name]
}

/** Groups neighbouring rows that have the same values in the named fields. */
const runsOf = (rows: readonly RecordValues[], names: readonly string[]): readonly (readonly RecordValues[])[] => {
  const runs: RecordValues[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && names.every((name) => last[0]?.[name] === row[name])) last.push(row)
    else runs.push([row])
  }
  return runs
}

const totalLines = (
  Kind: 'subtotal' | 'total',
  text: string,
  rows: readonly RecordValues[],
  columns: readonly ReportColumn[],
): readonly ReportLine[] => {
  const columnsWithTotal = columns.filter(({ total }) => total)
  if (columnsWithTotal.length === 0) return []
  const currencies = columnsWithTotal.some(({ field }) => isMoney(field))
    ? [...new Set(rows.map((row) => row[currencyField]))]
    : [undefined]
  return currencies.map((currency) => {
    const values = totalsOf(
      columns,
      currencies.length === 1 ? rows : rows.filter((row) => row[currencyField] === currency),
    )
    return {
      Kind,
      Text: currencies.length === 1 ? text : `${text}（${currency}）`,
      Values: isEmpty(currency) ? values : { ...values, [currencyField]: currency },
    }
  })
}

const withoutAverageParts = (columns: readonly ReportColumn[], row: RecordValues): RecordValues => {
  const parts = columns.flatMap(({ field, aggregation }) =>
    aggregation?.aggregate === 'average' ? Object.values(averageParts(field.name)) : [],
  )
  return parts.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !parts.includes(name)))
}

const textOf = (field: Field | undefined, row: RecordValues | undefined): string =>
  (field && row && valueText(field, row)) || '（空白）'

/**
 * Adds the months and days that `dates` derives from date and datetime fields.
 * A grouped row, which contains the values of a group of records, already has them.
 */
export const withDates = ({ dates }: Pick<ReportSpec, 'dates'>, row: RecordValues): RecordValues => ({
  ...Object.fromEntries(
    Object.entries(dates).map(([name, { unit, sourceField }]) => [
      name,
      isEmpty(row[sourceField]) ? null : String(row[sourceField]).slice(0, prefixLengths[unit]),
    ]),
  ),
  ...row,
})

/** Returns the columns whose values are computed from other columns of the same line. */
const computedColumns = (columns: readonly ReportColumn[]): readonly ComputedField[] =>
  columns.flatMap(({ field, value }) => (value !== undefined && field.type === 'computed' ? [field] : []))

/** Adds the computed values of a line, from left to right: an expression may use the columns before its own. */
const withComputedValues = (computed: readonly ComputedField[], row: RecordValues): RecordValues => {
  const values: Record<string, unknown> = { ...row }
  for (const field of computed) values[field.name] = computedValue(field, values)
  return values
}

// Both dates and datetimes begin with an ISO day, such as 2026-11-30; datetimes are sent in Taipei time.
const prefixLengths: Readonly<Record<ReportDateUnit, number>> = { month: 7, day: 10 }

/**
 * Returns the subtotals or totals of rows by column.
 * An average is computed from all records, never from other averages.
 * The total `value` is the result of the column's own expression for the other totals.
 */
export const totalsOf = (columns: readonly ReportColumn[], rows: readonly RecordValues[]): RecordValues => {
  const values = Object.fromEntries(
    columns.flatMap((column) =>
      column.total && column.total !== 'value' ? [[column.field.name, aggregates[column.total](column, rows)]] : [],
    ),
  )
  const recomputedColumns = columns.filter(({ total }) => total === 'value')
  return recomputedColumns.length === 0 ? values : withComputedValues(computedColumns(recomputedColumns), values)
}

/** Returns the names under which a grouped row contains the sum and the count of an average. No column shows them. */
export const averageParts = (name: string) => ({ sum: `sum:${name}`, count: `count:${name}` })

/** Returns the averages of a grouped row, computed from their sums and counts. */
export const groupAverages = (columns: readonly ReportColumn[], row: RecordValues): RecordValues =>
  Object.fromEntries(
    columns
      .filter(({ aggregation }) => aggregation?.aggregate === 'average')
      .map((column) => [column.field.name, aggregates.average(column, [row])]),
  )

type Aggregate = (column: ReportColumn, rows: readonly RecordValues[]) => string | number | null

const aggregates: Readonly<Record<Exclude<ReportTotal, 'value'>, Aggregate>> = {
  sum: ({ field }, rows) => sumOf(rows, field.name),
  count: (_, rows) => rows.length,
  min: ({ field }, rows) => extremeOf(filledValues(rows, field.name), (value, other) => value < other),
  max: ({ field }, rows) => extremeOf(filledValues(rows, field.name), (value, other) => value > other),
  average: ({ field, aggregation }, rows) => {
    const parts = averageParts(field.name)
    const [sum, count] =
      aggregation?.aggregate === 'average'
        ? [sumOf(rows, parts.sum), sumOf(rows, parts.count)]
        : [sumOf(rows, field.name), filledValues(rows, field.name).length]
    return count === 0 ? null : roundedTo(facetsOf(field).numberKind?.averageDecimals ?? 2, sum / count)
  },
}

const sumOf = (rows: readonly RecordValues[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)

const filledValues = (rows: readonly RecordValues[], name: string): readonly (string | number)[] =>
  rows.flatMap((row) => (isEmpty(row[name]) ? [] : [row[name] as string | number]))

const extremeOf = (
  values: readonly (string | number)[],
  isMoreExtreme: (value: string | number, other: string | number) => boolean,
): string | number | null =>
  values.reduce<string | number | null>(
    (result, value) => (result === null || isMoreExtreme(value, result) ? value : result),
    null,
  )
