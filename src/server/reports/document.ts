import { exponentOf } from '../../domain/money/money'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { cellNumber, cellText } from '../../schema/reports/cell-text'
import type { ReportLine } from '../../schema/reports/report-lines'
import { currencyOf, isMoney, isNumeric, valueText } from '../../schema/text/value-text'

/** A report for downloads and prints, with the same lines as on the screen. */
export interface ReportDocument {
  readonly title: string
  /** The bank, and the company whose figures the report shows; the bank alone for its own users. */
  readonly company: string
  /** The parameters as texts, with their labels. */
  readonly conditions: readonly string[]
  /** The text that says when and by whom the report was run. */
  readonly origin: string
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[]
  readonly rows: readonly ReportDocumentRow[]
}

export interface ReportDocumentRow {
  /** The cells as displayed. */
  readonly texts: readonly string[]
  /** The cells for a spreadsheet: figures as numbers, amounts in whole units of the currency. */
  readonly cells: readonly (string | number)[]
  /** A subtotal or a total. */
  readonly isTotal: boolean
}

/** The result of a report, with the data of its query. */
export interface ReportRun {
  readonly lines: readonly ReportLine[]
  readonly parameters: RecordValues
  readonly time: string
  readonly user: string
  readonly company: string
}

/** Returns the result of a report as a document. */
export const documentOf = (resource: ReportResource, { lines, parameters, time, user, company }: ReportRun): ReportDocument => ({
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
