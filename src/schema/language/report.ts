import type { Condition, Expression, Field } from './types'

/**
 * The content of a page of kind `report`, with defaults filled in.
 * The parameters of the report are the fields of its resource.
 */
export interface ReportSpec {
  readonly source: ReportSource
  /** The fields of the source rows, including derived dates. */
  readonly fields: readonly Field[]
  /** The months and days that are derived from other fields of the rows, by name. */
  readonly dates: Readonly<Record<string, ReportDate>>
  readonly columns: readonly ReportColumn[]
  /** Rows are sorted by these fields first, and a subtotal follows the rows with the same value of a field. */
  readonly subtotals: readonly string[]
  readonly sort: readonly ReportSort[]
  readonly period?: ReportPeriod
  readonly formats: readonly ReportFormat[]
  readonly maxRows: number
}

/** The source of the rows: a query of a resource's table, or a call of the contract that returns the rows as Items. */
export type ReportSource = ReportQuery | { readonly call: string }

/** A query of a resource's table. */
export interface ReportQuery {
  /** Name of the resource. */
  readonly of: string
  readonly where: readonly ReportCondition[]
  /** One row for each combination of values of these fields; empty = one row for each record. */
  readonly groupBy: readonly string[]
}

/** The month of a date or datetime field, or the day of a datetime field. */
export interface ReportDate {
  readonly unit: ReportDateUnit
  /** Name of the field from which the month or day is derived. */
  readonly sourceField: string
}

/** The units of derived dates. */
export const reportDateUnits = ['month', 'day'] as const
export type ReportDateUnit = (typeof reportDateUnits)[number]

/**
 * A condition that selects rows by the value of a parameter, or by fixed values.
 * It is ignored while the parameter is empty.
 */
export interface ReportCondition {
  readonly field: string
  readonly match: ReportMatch
  readonly parameter?: string
  readonly values?: readonly (string | number | boolean)[]
  /** Rows are selected by the field only if the parameters fulfil this condition. */
  readonly when?: Condition
}

/** How a condition compares a field: `from` and `to` with a limit, `month` with the days of a month. */
export const reportMatches = ['exact', 'contains', 'from', 'to', 'month'] as const
export type ReportMatch = (typeof reportMatches)[number]

/** A column of a report. Without `aggregation` and `value` it shows a field of the rows. */
export interface ReportColumn {
  readonly field: Field
  /** The aggregate that subtotals and totals show in the column; absent = none. */
  readonly total?: ReportTotal
  /** The aggregate of each group that the column shows. */
  readonly aggregation?: ReportAggregation
  /** The expression that computes the value of the column from the other columns of the line. */
  readonly value?: Expression
}

/** The aggregates of a group of records. In a schema file, each of them can be a key of a column. */
export const reportAggregates = ['sum', 'count', 'min', 'max', 'average'] as const
export type ReportAggregate = (typeof reportAggregates)[number]

/** An aggregate of the records of a group. */
export interface ReportAggregation {
  readonly aggregate: ReportAggregate
  /** Name of the field that is aggregated; empty for `count`. */
  readonly sourceField: string
  /** Restricts the aggregate to records whose fields have one of these values. */
  readonly where: Readonly<Record<string, readonly string[]>>
}

/**
 * The aggregates that totals can show in a column.
 * `value` applies the expression of the column to the line of the total.
 */
export const reportTotals = ['sum', 'count', 'min', 'max', 'average', 'value'] as const
export type ReportTotal = (typeof reportTotals)[number]

/** A field by which the rows are sorted, and the order. */
export interface ReportSort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

/** The period of a report. */
export interface ReportPeriod {
  /** Name of the parameter with the first day. */
  readonly from: string
  /** Name of the parameter with the last day. */
  readonly to: string
  readonly maxDays: number
  /** The period that the form shows at first. */
  readonly first: DefaultPeriod
}

/** The periods that the form of a report can show at first. */
export const defaultPeriods = ['thisMonth', 'lastMonth', 'today'] as const
export type DefaultPeriod = (typeof defaultPeriods)[number]

/** The formats in which a report can be downloaded. */
export const reportFormats = ['xlsx', 'csv', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/**
 * The default and the maximum of `maxRows`, and the default of `maxDays`.
 * A report with more rows would need a background job.
 */
export const reportLimits = { rows: { default: 10_000, max: 50_000 }, days: 92 } as const
