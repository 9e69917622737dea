import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { cellText } from '../../schema/reports/cell-text'
import type { ReportLine } from '../../schema/reports/report-lines'
import { type FieldColumn, fieldColumns, sheetColumn } from '../../schema/sheets/field-columns'
import type { SheetCell, SheetColumn } from '../../schema/sheets/sheet'
import { isNumeric, valueText } from '../../schema/text/value-text'

/** A report for downloads and prints, with the same lines as on the screen. */
export interface ReportDocument {
  readonly title: string
  /** The bank, and the company whose figures the report shows; only the bank for its own users. */
  readonly issuer: string
  /** The parameters as texts, with their labels. */
  readonly conditions: readonly string[]
  /** A text with the time of the report and the user who ran it. */
  readonly timeAndUser: string
  readonly columns: readonly { readonly title: string; readonly isNumeric: boolean }[]
  /** The columns of the spreadsheet. A reference by code has two columns, one for the code and one for the name. */
  readonly sheetColumns: readonly SheetColumn[]
  readonly rows: readonly ReportDocumentRow[]
}

/** A line of a report in the formats of its files. */
export interface ReportDocumentRow {
  /** The cells as displayed. */
  readonly texts: readonly string[]
  /** The cells of the spreadsheet: figures and dates as numbers, amounts in whole units of the currency. */
  readonly cells: readonly SheetCell[]
  /** The cells of the CSV file. */
  readonly csv: readonly (string | number)[]
  /** Whether the line is a subtotal or a total. */
  readonly isTotal: boolean
}

/** The result of a report, with the data of its query. */
export interface ReportRun {
  readonly lines: readonly ReportLine[]
  readonly parameters: RecordValues
  readonly time: string
  readonly user: string
  readonly issuer: string
}

/** Returns the result of a report as a document. */
export const documentOf = (
  resource: ReportResource,
  { lines, parameters, time, user, issuer }: ReportRun,
): ReportDocument => {
  const { report } = resource
  const columns = fieldColumns(
    report.columns.map(({ field }) => field),
    valueText,
  )
  const countFields = report.columns.filter(({ total }) => total === 'count').map(({ field }) => field.name)
  const cells = lines.map((line) =>
    columns.map((column, columnIndex) => totalCell(column, columnIndex, line, countFields) ?? column.cell(line.Values)),
  )
  const records = lines.map(({ Values }) => Values)
  return {
    title: resource.label,
    issuer,
    conditions: resource.fields.flatMap((field) => {
      const text = valueText(field, parameters)
      return text ? [`${field.label}：${text}`] : []
    }),
    timeAndUser: `製表時間：${time.slice(0, 16).replaceAll('-', '/').replace('T', ' ')}　製表人員：${user}`,
    columns: report.columns.map(({ field }) => ({ title: field.label, isNumeric: isNumeric(field) })),
    sheetColumns: columns.map((column, columnIndex) =>
      sheetColumn(
        column,
        cells.map((row) => row[columnIndex] ?? null),
        records,
      ),
    ),
    rows: lines.map((line, lineIndex) => ({
      texts: report.columns.map((_, index) => cellText(report, line, index)),
      cells: cells[lineIndex] ?? [],
      csv: columns.map(
        (column, columnIndex) =>
          totalCell(column, columnIndex, line, countFields) ??
          column.text?.(line.Values) ??
          cells[lineIndex]?.[columnIndex] ??
          '',
      ),
      isTotal: line.Kind !== 'row',
    })),
  }
}

/**
 * Returns the content of a cell that does not show a value of its field: the heading of a total, or a number of
 * records; undefined for all other cells.
 */
const totalCell = (
  { field, title }: FieldColumn,
  columnIndex: number,
  { Kind, Text, Values }: ReportLine,
  countFields: readonly string[],
): SheetCell | undefined => {
  if (columnIndex === 0 && Text !== '') return Text
  const count = Values[field.name]
  // A reference by code has two columns. The count is shown in the one with the title of the field.
  return Kind !== 'row' && countFields.includes(field.name) && typeof count === 'number' && title === field.label
    ? count
    : undefined
}
