import type { Field, Resource } from '../types'

/** What a query-and-print page shows, with every default filled in; its parameters are the fields of its resource. */
export interface ReportSpec {
  readonly source: ReportSource
  /** What a row of the source may hold. */
  readonly fields: readonly Field[]
  readonly columns: readonly ReportColumn[]
  /** Fields whose every value is followed by a subtotal; rows come in their order. */
  readonly subtotals: readonly string[]
  readonly sort: readonly ReportSort[]
  readonly period?: ReportPeriod
  readonly formats: readonly ReportFormat[]
  readonly maxRows: number
}

/** Where rows come from: the table of a resource, or a call of the contract that answers them as Items. */
export type ReportSource = ReportQuery | { readonly call: string }

export interface ReportQuery {
  readonly of: string
  readonly where: readonly ReportCondition[]
  /** A row for each of their values rather than for each record. */
  readonly groupBy: readonly string[]
}

/** Narrows the rows by a parameter, as long as it says something, or by fixed values. */
export interface ReportCondition {
  readonly field: string
  readonly match: ReportMatch
  readonly parameter?: string
  readonly values?: readonly (string | number | boolean)[]
}

export const reportMatches = ['exact', 'contains', 'from', 'to'] as const
export type ReportMatch = (typeof reportMatches)[number]

/** A column as it is shown. What is summed or counted is the source's to work out. */
export interface ReportColumn {
  readonly field: Field
  /** Adds up in subtotals and totals. */
  readonly total: boolean
  readonly sum?: string
  readonly count?: true
}

export interface ReportSort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

/** The two parameters that say from when to when, how long that may be, and what is proposed. */
export interface ReportPeriod {
  readonly from: string
  readonly to: string
  readonly maxDays: number
  readonly first: ReportFirst
}

export const reportFirsts = ['thisMonth', 'lastMonth', 'today'] as const
export type ReportFirst = (typeof reportFirsts)[number]

export const reportFormats = ['xlsx', 'csv', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Bounds of what a file may allow; larger reports need a job. */
export const reportLimits = { rows: { usual: 10_000, most: 50_000 }, days: 92 } as const

/** A page of kind `report`. */
export type ReportResource = Resource & { readonly report: ReportSpec }
