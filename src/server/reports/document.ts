import type { TextCell } from '../../domain/csv'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { cellText } from '../../schema/reports/cell-text'
import { reportColumns } from '../../schema/reports/report-form'
import type { ReportLine } from '../../schema/reports/report-lines'
import { type FieldColumn, fieldColumns, sheetColumn } from '../../schema/sheets/field-columns'
import type { SheetCell, SheetColumn, SheetRow } from '../../schema/sheets/sheet'
import { isNumeric, valueText } from '../../schema/text/value-text'

/** What stands above and below the lines of a report in its files. */
export interface ReportHead {
  readonly title: string
  /** The bank, and the company whose figures the report shows; only the bank for its own users. */
  readonly issuer: string
  /** The conditions of the query as texts, with their labels. */
  readonly conditions: readonly string[]
  /** A text with the time of the report and the user who ran it. */
  readonly timeAndUser: string
  readonly columns: readonly { readonly title: string; readonly isNumeric: boolean }[]
}

/** A line of a printed report. */
export interface PrintLine {
  readonly texts: readonly string[]
  /** Whether the line is a subtotal or a total. */
  readonly isTotal: boolean
}

/** Returns the titles of a printed report. */
export const printColumns = (report: ReportResource): ReportHead['columns'] =>
  reportColumns(report).map((field) => ({ title: field.label, isNumeric: isNumeric(field) }))

/** Returns the function that converts lines for print. */
export const printLines = (report: ReportResource): ((lines: readonly ReportLine[]) => readonly PrintLine[]) => {
  const fields = reportColumns(report)
  return (lines) =>
    lines.map((line) => ({
      texts: fields.map((field, index) => cellText(field, line, index)),
      isTotal: line.kind !== 'row',
    }))
}

/** The table of a report in spreadsheets and text files. A reference by code has two columns, for code and name. */
export interface ReportTable {
  readonly titles: readonly string[]
  /** Returns the columns of a workbook for amounts in these currencies. */
  sheetColumns(lines: readonly ReportLine[], currencies: readonly RecordValues[]): readonly SheetColumn[]
  /** Returns rows with figures and dates as numbers, amounts in whole units of their currency. */
  sheetRows(lines: readonly ReportLine[]): readonly SheetRow[]
  /** Returns rows with figures as numbers and dates as the portal shows them. */
  textRows(lines: readonly ReportLine[]): readonly (readonly TextCell[])[]
}

/** Returns the table of a report. */
export const reportTable = (report: ReportResource): ReportTable => {
  const columns = fieldColumns(reportColumns(report), valueText)
  return {
    titles: columns.map(({ title }) => title),
    sheetColumns: (lines, currencies) =>
      columns.map((column, index) =>
        sheetColumn(
          column,
          lines.map((line) => cellOf(column, line, index)),
          currencies,
        ),
      ),
    sheetRows: (lines) =>
      lines.map((line) => ({
        cells: columns.map((column, index) => cellOf(column, line, index)),
        bold: line.kind !== 'row',
      })),
    textRows: (lines) =>
      lines.map((line) =>
        columns.map((column, index) => (index === 0 && line.text !== '' ? line.text : column.text(line.values))),
      ),
  }
}

const cellOf = (column: FieldColumn, { text, values }: ReportLine, index: number): SheetCell =>
  index === 0 && text !== '' ? text : column.cell(values)
