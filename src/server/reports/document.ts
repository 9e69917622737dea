import { exponentOf } from '../../domain/money'
import type { ReportLine } from '../../schema/reports/report-lines'
import type { ReportResource } from '../../schema/reports/report-spec'
import type { Row } from '../../schema/types'
import { isNumeric, valueNumber, valueText } from '../../schema/value-text'

/** A report as files and prints show it: the same lines as on the screen. */
export interface ReportDocument {
  readonly title: string
  /** What was asked, one condition each. */
  readonly conditions: readonly string[]
  /** When and by whom the figures were read. */
  readonly made: string
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[]
  readonly rows: readonly ReportDocumentRow[]
}

export interface ReportDocumentRow {
  /** In words, for people. */
  readonly texts: readonly string[]
  /** Numbers where a spreadsheet calculates, in whole units of the currency. */
  readonly cells: readonly (string | number)[]
  /** A subtotal or a total. */
  readonly strong: boolean
}

interface Asked {
  readonly parameters: Row
  readonly time: string
  readonly user: string
}

export const documentOf = (resource: ReportResource, lines: readonly ReportLine[], { parameters, time, user }: Asked): ReportDocument => ({
  title: resource.label,
  conditions: resource.fields.flatMap((field) => {
    const text = valueText(field, parameters)
    return text ? [`${field.label}：${text}`] : []
  }),
  made: `製表時間：${time.slice(0, 16).replaceAll('-', '/').replace('T', ' ')}　製表人員：${user}`,
  columns: resource.report.columns.map(({ field }) => ({ title: field.label, numeric: isNumeric(field) })),
  rows: lines.map((line) => ({ texts: texts(resource, line), cells: cells(resource, line), strong: line.Kind !== 'row' })),
})

/** A sum names itself in the first column. */
const texts = ({ report }: ReportResource, { Values, Text }: ReportLine): readonly string[] =>
  report.columns.map(({ field }, place) => (place === 0 && Text !== '' ? Text : valueText(field, Values)))

const cells = ({ report }: ReportResource, { Values, Text }: ReportLine): readonly (string | number)[] =>
  report.columns.map(({ field }, place) => {
    if (place === 0 && Text !== '') return Text
    const number = valueNumber(field, Values)
    if (number === null) return valueText(field, Values)
    return field.type === 'money' ? number / 10 ** exponentOf(String(Values.CurrencyType ?? 'TWD')) : number
  })
