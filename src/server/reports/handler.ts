import { sql } from 'kysely'
import { allEndpoints } from '../../contract/all-endpoints'
import { maxReportLines, type ReportAnswer } from '../../contract/reports'
import { type ReportCall, reportCalls } from '../../schema/reports/report-endpoints'
import { type ReportLine, reportLines } from '../../schema/reports/report-lines'
import type { ReportResource } from '../../schema/reports/report-spec'
import type { SchemaSet } from '../../schema/schema-set'
import type { Resource, Row } from '../../schema/types'
import { type Call, type Handler, HttpRefusal } from '../call'
import { pageRights } from '../page-rights'
import { contextOf } from '../records/context'
import { aroundOf, roleOf } from '../records/sight'
import { actorOf, companyOf } from '../store/tenant'
import { toTaipei } from '../store/times'
import { calledRows } from './called-rows'
import { documentOf } from './document'
import { reportFile } from './file'
import { readFormat, readPage, readParameters } from './parameters'
import { queriedRows } from './query'

/** Who answers a call of a report that a schema declares; it knows no report by name. `find` looks up who answers the call that a report takes its rows from. */
export const reportHandler = (controller: string, name: string, schemas: SchemaSet, find: (id: string) => Handler | undefined): Handler | undefined => {
  const resource = schemas.resources.find((one) => one.report && one.endpoints.controller === controller)
  const call = reportCalls.find((one) => one === name)
  if (!resource || !isReport(resource) || !call) return undefined
  return (input) => handlers[call](resource, input, find)
}

type Find = Parameters<typeof reportHandler>[3]

const isReport = (resource: Resource): resource is ReportResource => resource.report !== undefined

const handlers: Readonly<Record<ReportCall, (resource: ReportResource, call: Call, find: Find) => Promise<unknown>>> = {
  QueryReport: async (resource, call, find): Promise<ReportAnswer> => {
    const { page, pageSize } = readPage(call.query, maxReportLines)
    const { lines, time } = await answerOf(resource, call, find)
    return {
      Lines: lines.slice((page - 1) * pageSize, page * pageSize),
      RowCount: lines.filter(({ Kind }) => Kind === 'row').length,
      LineCount: lines.length,
      PageNo: page,
      PageSize: pageSize,
      Totals: lines.filter(({ Kind }) => Kind === 'total'),
      QueryTime: time,
      QueryUser: actorOf(call.scope),
      Company: await companyName(call),
    }
  },
  DownloadReportFile: async (resource, call, find) => {
    const format = readFormat(resource, call.query)
    const { lines, time, parameters } = await answerOf(resource, call, find)
    return reportFile(call.ports, documentOf(resource, lines, { parameters, time, user: actorOf(call.scope), company: await companyName(call) }), format)
  },
}

const companyName = async ({ scope, ports }: Call): Promise<string> => {
  const { rows } = await sql<{ customer_name: string }>`select customer_name from customer where uniform_no = ${companyOf(scope)}`.execute(ports.db)
  return rows[0]?.customer_name ?? ''
}

interface Answered {
  readonly lines: readonly ReportLine[]
  readonly parameters: Row
  readonly time: string
}

const answerOf = async (resource: ReportResource, call: Call, find: Find): Promise<Answered> => {
  const parameters = readParameters(resource, call.query, aroundOf(contextOf(call)))
  const rows = await rowsOf(resource, call, parameters, find)
  return { lines: reportLines(resource.report, rows), parameters, time: toTaipei(call.ports.clock().toISOString()) }
}

const rowsOf = async ({ report }: ReportResource, call: Call, parameters: Row, find: Find): Promise<readonly Row[]> => {
  const { source } = report
  if ('of' in source) {
    refuseStrangers(call, source.of)
    return queriedRows(contextOf(call), report, source, parameters)
  }
  const page = allEndpoints(call.schemas)[source.call]?.page
  if (page) refuseStrangers(call, page)
  return calledRows(source.call, report, call, find)
}

/** A report tells no more than the page whose records it is about. */
const refuseStrangers = ({ schemas, scope }: Call, name: string): void => {
  const page = schemas.get(name)
  if (page.page && !pageRights(roleOf(scope), page).includes('Query')) throw new HttpRefusal(403, `您沒有查詢「${page.label}」的權限，請洽貴公司的管理者。`)
}
