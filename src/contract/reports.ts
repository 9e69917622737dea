import type { ReportLine } from '../schema/reports/report-lines'

export type { ReportLine }

/** OutData of …/QueryReport: a page of the lines; figures are of the whole result, whatever the page. */
export interface ReportAnswer {
  readonly Lines: readonly ReportLine[]
  /** Rows, without subtotals and totals. */
  readonly RowCount: number
  readonly LineCount: number
  readonly PageNo: number
  readonly PageSize: number
  /** The totals of the whole result, which are its last lines too. */
  readonly Totals: readonly ReportLine[]
  /** When the figures were read, by whom, and for which company; empty for the bank's own users. */
  readonly QueryTime: string
  readonly QueryUser: string
  readonly Company: string
}

/** Most lines of a page; a print asks for all of them at once. */
export const maxReportLines = 50_000
