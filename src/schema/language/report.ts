import type { Field } from './types'

/**
 * What a page of kind `report` adds to its list, with defaults filled in.
 * The rows of a report are those of its list: its fields, columns, filters and sums are declared there.
 */
export interface ReportSpec {
  /** The name of the report on paper and of its files: the label of the page without 列印 (print). */
  readonly title: string
  /** The forms of a report with several calls; empty = it has one form, with the columns of its list. */
  readonly forms: readonly ReportForm[]
  /** The field with which users choose a form; absent = there is one form. */
  readonly formField?: Field
  /** Rows are sorted by these fields first, and a subtotal follows the rows with the same value of a field. */
  readonly subtotals: readonly string[]
  /** The figures of subtotals and of the end, in their order. */
  readonly totals: readonly ReportTotal[]
  readonly formats: readonly ReportFormat[]
  /** The period that the query form shows at first. */
  readonly first: DefaultPeriod
  /** The lines behind a figure; absent = no page lists them. */
  readonly lines?: ReportLines
}

/** The page that lists the lines behind a figure, and the values that the lines of every figure have. */
export interface ReportLines {
  readonly page: string
  readonly where?: Readonly<Record<string, readonly string[]>>
}

/** One of several forms of a report. Each has a call of its own. */
export interface ReportForm {
  readonly code: string
  readonly label: string
  /** The call of the contract that returns its rows. */
  readonly call: string
  readonly columns: readonly string[]
  readonly subtotals: readonly string[]
}

/** A figure of a report: the sums of all rows that the rules of its list count, or of one part of them. */
export interface ReportTotal {
  /** Heading of the line at the end, in zh-TW. */
  readonly label: string
  /** Heading of the line after each group of rows; absent = groups do not have the figure. */
  readonly subtotal?: string
  /** The label of the part (`totalRules.parts`); absent = everything that the rules count. */
  readonly part?: string
}

/** The periods that the form of a report can show at first. */
export const defaultPeriods = ['thisMonth', 'lastMonth', 'today'] as const
export type DefaultPeriod = (typeof defaultPeriods)[number]

/** The formats in which a report can be downloaded: the codes of the enum FileFormat. */
export const reportFormats = ['Xlsx', 'Pdf', 'Csv', 'Txt'] as const
export type ReportFormat = (typeof reportFormats)[number]
