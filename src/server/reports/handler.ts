import { allEndpoints } from '../../contract/all-endpoints'
import { listParams, maxPageSize, maxReportLines } from '../../contract/list-query'
import type { ReportResponse } from '../../contract/reports'
import { csvText } from '../../domain/csv'
import { Refusal } from '../../domain/refusal'
import { callIdOf, type ReportCall, reportCalls, reportParams } from '../../schema/calls/endpoints'
import { rulesOf } from '../../schema/field-types'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import { type ReportFormat, type ReportSpec, reportFormats } from '../../schema/language/report'
import { hasRecords, type ReportResource, type Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { fieldNamed } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import { reportPeriodErrors } from '../../schema/reports/period'
import { reportLines } from '../../schema/reports/report-lines'
import { validateRecord } from '../../schema/rules/validate'
import { actorOf, companyOf } from '../access/caller'
import { requireQueryRight } from '../access/operations'
import { issuerName } from '../bills/bill-sql'
import { type Call, FileDownload, type Handler, HttpRefusal } from '../call'
import { conditionContextOf, contextOf, throwIfFieldErrors } from '../context'
import { toTaipei } from '../database/times'
import type { Ports } from '../ports'
import { singleValue } from '../query-values'
import { documentOf, type ReportDocument, type ReportRun } from './document'
import { queriedRows, tooManyRowsRefusal } from './query'

/**
 * Returns the handler of a call of a declared report; undefined for any other call.
 * `findHandler` returns the handler of the call that provides the rows of the report.
 */
export const reportHandler = (
  controller: string,
  name: string,
  schemas: SchemaSet,
  findHandler: FindHandler,
): Handler | undefined => {
  const resource = schemas.resources.filter(isReport).find(({ endpoints }) => endpoints.controller === controller)
  const reportCall = reportCalls.find((candidate) => candidate === name)
  return resource && reportCall && ((call) => handlers[reportCall](resource, call, findHandler))
}

type FindHandler = (id: string) => Handler | undefined

const isReport = (resource: Resource): resource is ReportResource => resource.report !== undefined

const handlers: Readonly<
  Record<ReportCall, (resource: ReportResource, call: Call, findHandler: FindHandler) => Promise<unknown>>
> = {
  QueryReport: async (resource, call, findHandler): Promise<ReportResponse> => {
    const { page, pageSize } = readPage(call.query, maxReportLines)
    const { lines, time, user, issuer } = await runReport(resource, call, findHandler)
    return {
      Lines: lines.slice((page - 1) * pageSize, page * pageSize),
      RowCount: lines.filter(({ Kind }) => Kind === 'row').length,
      LineCount: lines.length,
      PageNo: page,
      PageSize: pageSize,
      Totals: lines.filter(({ Kind }) => Kind === 'total'),
      QueryTime: time,
      QueryUser: user,
      Company: issuer,
    }
  },
  DownloadReportFile: async (resource, call, findHandler) => {
    const format = readFormat(resource, call.query)
    const document = documentOf(resource, await runReport(resource, call, findHandler))
    return new FileDownload(
      `${document.title}.${format}`,
      mediaTypes[format],
      await writers[format](call.ports, document),
    )
  },
}

const runReport = async (resource: ReportResource, call: Call, findHandler: FindHandler): Promise<ReportRun> => {
  const parameters = readParameters(resource, call.query, conditionContextOf(contextOf(call)))
  const rows = await rowsOf(resource, call, parameters, findHandler)
  const time = toTaipei(call.ports.clock().toISOString())
  return {
    lines: reportLines(resource.report, rows),
    parameters,
    time,
    user: actorOf(call.scope),
    issuer: await issuerName(call.ports, companyOf(call.scope)),
  }
}

const rowsOf = async (
  { report }: ReportResource,
  call: Call,
  parameters: RecordValues,
  findHandler: FindHandler,
): Promise<readonly RecordValues[]> => {
  const { source } = report
  if ('of' in source) {
    requireQueryRight(call, source.of)
    return queriedRows(contextOf(call), report, source, parameters)
  }
  const pageName = allEndpoints(call.schemas)[source.call]?.page
  if (pageName) requireQueryRight(call, pageName)
  return calledRows(source.call, report, call, findHandler)
}

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
}

type Writer = (ports: Pick<Ports, 'sheets' | 'reports'>, document: ReportDocument) => Promise<Uint8Array<ArrayBuffer>>

const writers: Readonly<Record<ReportFormat, Writer>> = {
  xlsx: ({ sheets }, { title, issuer, conditions, timeAndUser, sheetColumns, rows }) =>
    sheets.write({
      name: title,
      preamble: [title, ...(issuer ? [issuer] : []), ...conditions, timeAndUser],
      columns: sheetColumns,
      rows: rows.map(({ cells, isTotal }) => ({ cells, bold: isTotal })),
    }),
  csv: async (_, { sheetColumns, rows }) =>
    new TextEncoder().encode(csvText([sheetColumns.map(({ title }) => title), ...rows.map(({ csv }) => csv)])),
  pdf: ({ reports }, document) => reports.print(document),
}

/**
 * Returns the rows that a call returns for the parameters of a report.
 * If the call returns a list, all pages are read.
 */
const calledRows = async (
  id: string,
  { maxRows }: ReportSpec,
  call: Call,
  findHandler: FindHandler,
): Promise<readonly RecordValues[]> => {
  const endpoint = allEndpoints(call.schemas)[id]
  const handler = findHandler(id)
  if (!endpoint || !handler) throw new HttpRefusal(501, '此功能尚未開放。')
  const query = Object.fromEntries(Object.entries(call.query).filter(([name]) => !reservedParams.includes(name)))
  const rowsFor = async (listQuery: Call['query']) =>
    itemsOf(await handler({ ...call, endpoint, query: { ...query, ...listQuery } }))
  if (endpoint.response !== 'list') return rowsFor({})
  const rows: RecordValues[] = []
  // A report may use fields that the list shows only on demand.
  const allFields: Call['query'] = isRecordList(id, call.schemas) ? { [listParams.allFields]: ['true'] } : {}
  for (let page = 1; ; page += 1) {
    const pageRows = await rowsFor({
      ...allFields,
      [listParams.page]: [String(page)],
      [listParams.pageSize]: [String(maxPageSize)],
    })
    rows.push(...pageRows)
    if (rows.length > maxRows) throw tooManyRowsRefusal(maxRows)
    if (pageRows.length < maxPageSize) return rows
  }
}

const isRecordList = (id: string, { resources }: SchemaSet): boolean =>
  resources.some(
    (resource) =>
      hasRecords(resource) && resource.endpoints.operations.includes('list') && callIdOf(resource, 'list') === id,
  )

// Parameters of the report itself, which are not passed to the call that provides the rows.
const reservedParams: readonly string[] = Object.values(reportParams)

const itemsOf = (result: unknown): readonly RecordValues[] => {
  const items = isObject(result) ? result.Items : result
  if (Array.isArray(items)) return items as readonly RecordValues[]
  throw new Error('The call of a report returned neither a list of rows nor an object with such a list as Items.')
}

/** Returns the parameters of a report, validated by the rules of their fields and by the report's longest period. */
const readParameters = (
  resource: ReportResource,
  query: Call['query'],
  conditionContext: ConditionContext,
): RecordValues => {
  const parameters = Object.entries(query).filter(
    ([name, values]) => !reservedParams.includes(name) && values.some(Boolean),
  )
  const input = Object.fromEntries(
    parameters.map(([name, values]) => {
      const field = fieldNamed(resource.fields, name)
      return [name, field && rulesOf(field.type).hasListValues ? values.filter(Boolean) : singleValue(query, name)]
    }),
  )
  const { value, errors } = validateRecord(resource, input, { mode: 'create', ...conditionContext })
  throwIfFieldErrors({ ...reportPeriodErrors(resource.report, value), ...errors })
  return value
}

/** Returns the requested page and its size; throws a refusal for numbers out of range. */
const readPage = (query: Call['query'], max: number): { readonly page: number; readonly pageSize: number } => {
  const page = wholeNumber(singleValue(query, reportParams.page) ?? '1', max)
  const pageSize = wholeNumber(singleValue(query, reportParams.pageSize) ?? '100', max)
  if (page && pageSize) return { page, pageSize }
  throw new Refusal('2002', `頁碼與每頁列數須為 1 到 ${max.toLocaleString('en')} 的整數。`)
}

/** Returns the requested file format; throws a refusal for one that the report does not offer. */
const readFormat = ({ report }: ReportResource, query: Call['query']): ReportFormat => {
  const format = reportFormats.find((candidate) => candidate === singleValue(query, reportParams.format))
  if (format && report.formats.includes(format)) return format
  throw new HttpRefusal(400, `這份報表可以下載的格式是 ${report.formats.join('、')}。`)
}

const wholeNumber = (text: string, max: number): number | undefined => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}
