import type { Condition, Expression, Field } from './types'

/** What a query-and-print page shows, with every default filled in; its parameters are the fields of its resource. */
export interface ReportSpec {
  readonly source: ReportSource
  /** What a row of the source may hold, its dates included. */
  readonly fields: readonly Field[]
  /** The fields of rows that are the month or the day of another one. */
  readonly dates: Readonly<Record<string, ReportDate>>
  readonly columns: readonly ReportColumn[]
  /** Fields whose every value is followed by a subtotal; rows come in their order. */
  readonly subtotals: readonly string[]
  readonly sort: readonly ReportSort[]
  readonly period?: ReportPeriod
  readonly formats: readonly ReportFormat[]
  readonly maxRows: number
}

/** Where rows come from: the table of a resource, or a call of the contract that returns them as Items. */
export type ReportSource = ReportQuery | { readonly call: string }

export interface ReportQuery {
  readonly of: string
  readonly where: readonly ReportCondition[]
  /** A row for each of their values rather than for each record. */
  readonly groupBy: readonly string[]
}

/** The month of a day or a moment, or the day of a moment, to group by. */
export interface ReportDate {
  readonly unit: ReportDateUnit
  readonly of: string
}

export const reportDateUnits = ['month', 'day'] as const
export type ReportDateUnit = (typeof reportDateUnits)[number]

/** Narrows the rows by a parameter, as long as it says something, or by fixed values. */
export interface ReportCondition {
  readonly field: string
  readonly match: ReportMatch
  readonly parameter?: string
  readonly values?: readonly (string | number | boolean)[]
  /** Asked only where the parameters fulfil it. */
  readonly when?: Condition
}

export const reportMatches = ['exact', 'contains', 'from', 'to', 'month'] as const
export type ReportMatch = (typeof reportMatches)[number]

/** A column as it is shown: a field of the rows, a figure of each group, or a value that follows from its line. */
export interface ReportColumn {
  readonly field: Field
  /** What subtotals and totals say of it; absent = nothing. */
  readonly total?: ReportTotal
  readonly figure?: ReportFigure
  readonly value?: Expression
}

/** The figures of a group of records; in a file the key of a column. */
export const reportAggregates = ['sum', 'count', 'min', 'max', 'average'] as const
export type ReportAggregate = (typeof reportAggregates)[number]

export interface ReportFigure {
  readonly how: ReportAggregate
  /** The field of the records; empty where they are counted. */
  readonly of: string
  /** Only of the records whose fields have one of these values. */
  readonly where: Readonly<Record<string, readonly string[]>>
}

/** What a total may say of its column; `value` = its expression, computed from the line of the total. */
export const reportTotals = ['sum', 'count', 'min', 'max', 'average', 'value'] as const
export type ReportTotal = (typeof reportTotals)[number]

export interface ReportSort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

/** The two parameters that say from when to when, how long that may be, and what is proposed. */
export interface ReportPeriod {
  readonly from: string
  readonly to: string
  readonly maxDays: number
  readonly first: ReportProposal
}

export const reportProposals = ['thisMonth', 'lastMonth', 'today'] as const
export type ReportProposal = (typeof reportProposals)[number]

export const reportFormats = ['xlsx', 'csv', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Bounds of what a file may allow; larger reports need a job. */
export const reportLimits = { rows: { default: 10_000, max: 50_000 }, days: 92 } as const
