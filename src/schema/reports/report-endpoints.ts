import type { ResourceEndpoint } from '../endpoints'
import type { Resource } from '../resource'

export const reportCalls = ['QueryReport', 'DownloadReportFile'] as const
export type ReportCall = (typeof reportCalls)[number]

/** Parameters beside the report's own. */
export const reportParams = { page: 'PageNo', pageSize: 'PageSize', format: 'FileFormat' } as const

/** The calls of a report by name. */
export const reportEndpoint = ({ name, endpoints }: Pick<Resource, 'name' | 'endpoints'>, call: ReportCall): ResourceEndpoint => ({
  method: 'GET',
  path: `/Ext/${endpoints.controller}/${call}`,
  session: 'company',
  answer: call === 'QueryReport' ? 'data' : 'file',
  page: name,
  right: 'Query',
})

/** All of them by their ids; none where the page is no report. */
export const reportEndpoints = (resource: Resource): Readonly<Record<string, ResourceEndpoint>> =>
  resource.report ? Object.fromEntries(reportCalls.map((call) => [`${resource.endpoints.controller}.${call}`, reportEndpoint(resource, call)])) : {}
