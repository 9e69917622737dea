import { isEmpty } from '../condition'
import type { Field, Row } from '../types'
import { valueText } from '../value-text'
import type { ReportColumn, ReportSpec } from './report-spec'

/** A line of a report: a row, a subtotal behind the rows that it adds up, or a total at the end. */
export interface ReportLine {
  readonly Kind: 'row' | 'subtotal' | 'total'
  /** What the sums are of; empty for a row. */
  readonly Text: string
  readonly Values: Row
}

/** Rows with their subtotals and totals. Screen and file are both made from these lines, so their figures are the same. Amounts of several currencies are never added up together. */
export const reportLines = (spec: Pick<ReportSpec, 'columns' | 'subtotals' | 'fields'>, rows: readonly Row[]): readonly ReportLine[] => {
  const totalled = spec.columns.filter(({ total }) => total)
  const lines = linesOf(spec, spec.subtotals, rows, totalled)
  return rows.length === 0 || totalled.length === 0 ? lines : [...lines, ...sums('total', '合計', rows, totalled)]
}

type Lines = Pick<ReportSpec, 'fields'>

const linesOf = (spec: Lines, [name, ...rest]: readonly string[], rows: readonly Row[], totalled: readonly ReportColumn[]): readonly ReportLine[] => {
  if (name === undefined) return rows.map((row) => ({ Kind: 'row', Text: '', Values: row }))
  const field = spec.fields.find((one) => one.name === name)
  return runsOf(rows, namedBy(spec.fields, name)).flatMap((run) => [
    ...linesOf(spec, rest, run, totalled),
    ...sums('subtotal', `小計：${textOf(field, run[0])}`, run, totalled),
  ])
}

/** What tells the values of a field apart: a reference names its record only together with the fields that both agree in. */
export const namedBy = (fields: readonly Field[], name: string): readonly string[] => {
  const field = fields.find((one) => one.name === name)
  return field?.type === 'reference' ? [...new Set([...field.same, name])] : [name]
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

const sums = (Kind: 'subtotal' | 'total', text: string, rows: readonly Row[], totalled: readonly ReportColumn[]): readonly ReportLine[] => {
  if (totalled.length === 0) return []
  const currencies = totalled.some(({ field }) => field.type === 'money') ? [...new Set(rows.map(({ CurrencyType }) => CurrencyType))] : [undefined]
  return currencies.map((currency) => {
    const own = currencies.length === 1 ? rows : rows.filter(({ CurrencyType }) => CurrencyType === currency)
    const values = Object.fromEntries(totalled.map(({ field }) => [field.name, own.reduce((sum, row) => sum + Number(row[field.name] ?? 0), 0)]))
    return {
      Kind,
      Text: currencies.length === 1 ? text : `${text}（${currency}）`,
      Values: isEmpty(currency) ? values : { ...values, CurrencyType: currency },
    }
  })
}

const textOf = (field: Field | undefined, row: Row | undefined): string => (field && row && valueText(field, row)) || '（空白）'
