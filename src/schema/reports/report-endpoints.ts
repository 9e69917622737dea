import type { Right } from '../../domain/rights'
import type { Resource } from '../types'

/** A call that a report gives. */
export interface ReportEndpoint {
  readonly method: 'GET'
  readonly path: string
  readonly session: 'company'
  readonly answer: 'data' | 'file'
  readonly page: string
  readonly right: Right
}

export const reportCalls = ['QueryReport', 'DownloadReportFile'] as const
export type ReportCall = (typeof reportCalls)[number]

/** Parameters beside the report's own. */
export const reportParams = { page: 'PageNo', pageSize: 'PageSize', format: 'FileFormat' } as const

/** The calls of a report by name. */
export const reportEndpoint = ({ name, endpoints }: Pick<Resource, 'name' | 'endpoints'>, call: ReportCall): ReportEndpoint => ({
  method: 'GET',
  path: `/Ext/${endpoints.controller}/${call}`,
  session: 'company',
  answer: call === 'QueryReport' ? 'data' : 'file',
  page: name,
  right: 'Query',
})

/** All of them by their ids; none where the page is no report. */
export const reportEndpoints = (resource: Resource): Readonly<Record<string, ReportEndpoint>> =>
  resource.report ? Object.fromEntries(reportCalls.map((call) => [`${resource.endpoints.controller}.${call}`, reportEndpoint(resource, call)])) : {}
