import { isEmpty } from '../condition'
import { currencyField } from '../currency'
import { isReference } from '../field-types'
import type { Field, Row } from '../types'
import { isMoney, valueText } from '../value-text'
import { derivedColumns, withDates, withValues } from './derived-row'
import type { ReportColumn, ReportSpec } from './report-spec'
import { averageParts, groupAverages, totalsOf } from './report-total'

/** A line of a report: a row, a subtotal behind the rows that it adds up, or a total at the end. */
export interface ReportLine {
  readonly Kind: 'row' | 'subtotal' | 'total'
  /** What the sums are of; empty for a row. */
  readonly Text: string
  readonly Values: Row
}

/** Rows with their subtotals and totals. Screen and file are both made from these lines, so their figures are the same. Amounts of several currencies are never added up together. */
export const reportLines = (spec: Lines, rows: readonly Row[]): readonly ReportLine[] => {
  const derived = derivedColumns(spec.columns)
  const whole = rows.map((row) => withValues(derived, { ...withDates(spec, row), ...groupAverages(spec.columns, row) }))
  return [...linesOf(spec, spec.subtotals, whole), ...(rows.length === 0 ? [] : sums('total', '合計', whole, spec.columns))]
}

type Lines = Pick<ReportSpec, 'columns' | 'subtotals' | 'fields' | 'dates'>

const linesOf = (spec: Lines, [name, ...rest]: readonly string[], rows: readonly Row[]): readonly ReportLine[] => {
  if (name === undefined) return rows.map((row) => ({ Kind: 'row', Text: '', Values: withoutParts(spec.columns, row) }))
  const field = spec.fields.find((one) => one.name === name)
  return runsOf(rows, namedBy(spec.fields, name)).flatMap((run) => [
    ...linesOf(spec, rest, run),
    ...sums('subtotal', `小計：${textOf(field, run[0])}`, run, spec.columns),
  ])
}

/** What tells the values of a field apart: a reference names its record only together with the fields that both agree in. */
export const namedBy = (fields: readonly Field[], name: string): readonly string[] => {
  const field = fields.find((one) => one.name === name)
  return field && isReference(field) ? [...new Set([...field.same, name])] : [name]
}

/** Neighbours of one value. */
const runsOf = (rows: readonly Row[], names: readonly string[]): readonly (readonly Row[])[] => {
  const runs: Row[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && names.every((name) => last[0]?.[name] === row[name])) last.push(row)
    else runs.push([row])
  }
  return runs
}

const sums = (Kind: 'subtotal' | 'total', text: string, rows: readonly Row[], columns: readonly ReportColumn[]): readonly ReportLine[] => {
  const totalled = columns.filter(({ total }) => total)
  if (totalled.length === 0) return []
  const currencies = totalled.some(({ field }) => isMoney(field)) ? [...new Set(rows.map((row) => row[currencyField]))] : [undefined]
  return currencies.map((currency) => {
    const values = totalsOf(columns, currencies.length === 1 ? rows : rows.filter((row) => row[currencyField] === currency))
    return {
      Kind,
      Text: currencies.length === 1 ? text : `${text}（${currency}）`,
      Values: isEmpty(currency) ? values : { ...values, [currencyField]: currency },
    }
  })
}

const withoutParts = (columns: readonly ReportColumn[], row: Row): Row => {
  const parts = columns.flatMap(({ field, figure }) => (figure?.how === 'average' ? Object.values(averageParts(field.name)) : []))
  return parts.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !parts.includes(name)))
}

const textOf = (field: Field | undefined, row: Row | undefined): string => (field && row && valueText(field, row)) || '（空白）'
