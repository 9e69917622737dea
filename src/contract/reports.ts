import type { ReportLine } from '../schema/reports/report-lines'
import type { reportResponse } from './openapi/calls/declared'
import type { ValueOf } from './openapi/json'

export type { ReportLine }

/** OutData of …/QueryReport: a page of the lines. Counts and totals cover all pages. */
export type ReportResponse = ValueOf<ReturnType<typeof reportResponse>>
