import type { Condition, Expression, Field } from './types'

/** The content of a page of kind `report`, with every default filled in; its parameters are the fields of its resource. */
export interface ReportSpec {
  readonly source: ReportSource
  /** The fields of the source rows, including derived dates. */
  readonly fields: readonly Field[]
  /** The fields of the rows that are the month or the day of another field, by name. */
  readonly dates: Readonly<Record<string, ReportDate>>
  readonly columns: readonly ReportColumn[]
  /** Fields with a subtotal after each of their values; rows are sorted by these fields first. */
  readonly subtotals: readonly string[]
  readonly sort: readonly ReportSort[]
  readonly period?: ReportPeriod
  readonly formats: readonly ReportFormat[]
  readonly maxRows: number
}

/** The source of the rows: the table of a resource, or a call of the contract that returns them as Items. */
export type ReportSource = ReportQuery | { readonly call: string }

export interface ReportQuery {
  readonly of: string
  readonly where: readonly ReportCondition[]
  /** One row for each combination of values of these fields; empty = one row for each record. */
  readonly groupBy: readonly string[]
}

/** The month of a date or datetime field, or the day of a datetime field. */
export interface ReportDate {
  readonly unit: ReportDateUnit
  readonly of: string
}

export const reportDateUnits = ['month', 'day'] as const
export type ReportDateUnit = (typeof reportDateUnits)[number]

/** Filters the rows by a parameter that is not empty, or by fixed values. */
export interface ReportCondition {
  readonly field: string
  readonly match: ReportMatch
  readonly parameter?: string
  readonly values?: readonly (string | number | boolean)[]
  /** Applied only if the parameters fulfil this condition. */
  readonly when?: Condition
}

export const reportMatches = ['exact', 'contains', 'from', 'to', 'month'] as const
export type ReportMatch = (typeof reportMatches)[number]

/** A column: a field of the rows, an aggregate of each group (its figure), or a value computed from the other columns of its line. */
export interface ReportColumn {
  readonly field: Field
  /** The aggregate that subtotals and totals show in the column; absent = none. */
  readonly total?: ReportTotal
  readonly figure?: ReportFigure
  readonly value?: Expression
}

/** The aggregates of a group of records; in a file they are keys of a column. */
export const reportAggregates = ['sum', 'count', 'min', 'max', 'average'] as const
export type ReportAggregate = (typeof reportAggregates)[number]

/** An aggregate of the records of a group. */
export interface ReportFigure {
  readonly aggregate: ReportAggregate
  /** The field of the records; empty for `count`. */
  readonly of: string
  /** Restricts the figure to records whose fields have one of these values. */
  readonly where: Readonly<Record<string, readonly string[]>>
}

/** What a total can show for its column; `value` = the column's expression applied to the line of the total. */
export const reportTotals = ['sum', 'count', 'min', 'max', 'average', 'value'] as const
export type ReportTotal = (typeof reportTotals)[number]

export interface ReportSort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

/** The names of the parameters with the first and last day, the longest allowed period, and the period that the form proposes (`first`). */
export interface ReportPeriod {
  readonly from: string
  readonly to: string
  readonly maxDays: number
  readonly first: DefaultPeriod
}

export const defaultPeriods = ['thisMonth', 'lastMonth', 'today'] as const
export type DefaultPeriod = (typeof defaultPeriods)[number]

export const reportFormats = ['xlsx', 'csv', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Limits of a report; a larger report would need a job. */
export const reportLimits = { rows: { default: 10_000, max: 50_000 }, days: 92 } as const
