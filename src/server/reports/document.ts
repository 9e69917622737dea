import { exponentOf } from '../../domain/money/money'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { cellNumber, cellText } from '../../schema/reports/cell-text'
import type { ReportLine } from '../../schema/reports/report-lines'
import { currencyOf, isMoney, isNumeric, valueText } from '../../schema/text/value-text'

/** A report for files and prints, with the same lines as on the screen. */
export interface ReportDocument {
  readonly title: string
  /** The company of the figures; empty for the bank's own users. */
  readonly company: string
  /** The parameters, one condition each. */
  readonly conditions: readonly string[]
  /** When and by whom the figures were read. */
  readonly origin: string
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[]
  readonly rows: readonly ReportDocumentRow[]
}

export interface ReportDocumentRow {
  /** As displayed. */
  readonly texts: readonly string[]
  /** Numbers where a spreadsheet calculates, in whole units of the currency. */
  readonly cells: readonly (string | number)[]
  /** A subtotal or a total. */
  readonly isTotal: boolean
}

interface ReportRun {
  readonly parameters: RecordValues
  readonly time: string
  readonly user: string
  readonly company: string
}

export const documentOf = (resource: ReportResource, lines: readonly ReportLine[], { parameters, time, user, company }: ReportRun): ReportDocument => ({
  title: resource.label,
  company,
  conditions: resource.fields.flatMap((field) => {
    const text = valueText(field, parameters)
    return text ? [`${field.label}：${text}`] : []
  }),
  origin: `製表時間：${time.slice(0, 16).replaceAll('-', '/').replace('T', ' ')}　製表人員：${user}`,
  columns: resource.report.columns.map(({ field }) => ({ title: field.label, numeric: isNumeric(field) })),
  rows: lines.map((line) => ({
    texts: resource.report.columns.map((_, index) => cellText(resource.report, line, index)),
    cells: cells(resource, line),
    isTotal: line.Kind !== 'row',
  })),
})

const cells = ({ report }: ReportResource, line: ReportLine): readonly (string | number)[] =>
  report.columns.map((column, index) => {
    if (index === 0 && line.Text !== '') return line.Text
    const number = cellNumber(column, line)
    if (number === null) return cellText(report, line, index)
    return isMoney(column.field) && !(line.Kind !== 'row' && column.total === 'count') ? number / 10 ** exponentOf(currencyOf(line.Values)) : number
  })
