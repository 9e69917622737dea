import { fileFormatParam, maxReportRows } from '../../contract/list-query'
import { mediaTypeOf } from '../../domain/file-kinds'
import { Refusal } from '../../domain/refusal'
import { isReference } from '../../schema/field-types'
import type { ReportFormat } from '../../schema/language/report'
import type { ReportResource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { type ReportLine, reportLines } from '../../schema/reports/report-lines'
import { filterField, parameterName } from '../../schema/rules/list-filters'
import { valueText } from '../../schema/text/value-text'
import { actorOf, companyOf } from '../access/caller'
import { requireReason } from '../access/reason'
import { issuerName } from '../bills/bill-sql'
import { type Call, type FileBytes, FileDownload } from '../call'
import { auditList, contextOf, throwIfFieldErrors } from '../context'
import { toTaipei } from '../database/times'
import { loggedDownload } from '../files'
import type { RecordContext } from '../record-context'
import { displayTextsOf } from '../records/labels'
import { printColumns, type ReportHead } from './document'
import { type ReportCall, reportCall } from './report-call'
import { type ReportRowSet, reportRowSet } from './report-rows'
import { writeReport } from './write-report'

/** Returns the rows of a report as a file, with the subtotals and totals of the screen. */
export const reportFile = async (
  call: Call,
  report: ReportResource,
  callId: string,
): Promise<FileDownload<FileBytes>> => {
  requireReason(call, report)
  const context: RecordContext = { ...contextOf(call), db: call.ports.backgroundDb }
  const { [fileFormatParam]: formats = [], ...query } = call.query
  const format = formatOf(report, formats)
  const rowsCall = await reportCall(context, report, query, callId)
  const rows = await reportRowSet(rowsCall)
  requireFewRows(rows)
  const head = await headOf(call, rowsCall)
  const lines = linesOf(rowsCall, rows)
  // The first lines are read before the response begins, so that their errors still determine its status.
  const first = await lines.next()
  await auditList(context, report, { action: 'Export', count: rows.count })
  const name = `${report.report.title}.${format.toLowerCase()}`
  const bytes = writeReport(call.ports, format, {
    report: rowsCall.report,
    head,
    currencies: rows.currencies,
    first: first.done ? [] : first.value,
    more: loggedDownload(call.ports, { path: call.endpoint.path }, lines),
  })
  return new FileDownload(name, mediaTypeOf(name), bytes)
}

const formatOf = ({ report }: ReportResource, [sent, ...others]: readonly string[]): ReportFormat => {
  const format = report.formats.find((candidate) => candidate === sent)
  if (format && others.length === 0) return format
  throwIfFieldErrors({ [fileFormatParam]: `檔案格式須為 ${report.formats.join('、')} 其中之一。` })
  return 'Xlsx'
}

/** Throws a refusal (2002) if a report has too many rows for a file that the user waits for. */
export const requireFewRows = ({ count }: ReportRowSet): void => {
  if (count <= maxReportRows) return
  throw new Refusal(
    '2002',
    `查詢結果有 ${count.toLocaleString('en')} 筆，超過 ${maxReportRows.toLocaleString('en')} 筆，請縮短期間，或到「報表下載」申請檔案。`,
  )
}

/** Returns the lines of a report while its rows are read. */
export const linesOf = async function* (
  { report }: Pick<ReportCall, 'report'>,
  rows: ReportRowSet,
): AsyncGenerator<readonly ReportLine[]> {
  const lines = reportLines(report)
  for await (const step of rows.steps()) yield lines.push(step)
  yield lines.end()
}

/** Returns the head of a report: its title, company, conditions, time and user. */
export const headOf = async (
  { ports, scope }: Pick<Call, 'ports' | 'scope'>,
  call: ReportCall,
): Promise<ReportHead> => {
  const time = toTaipei(ports.clock().toISOString()).slice(0, 16).replaceAll('-', '/').replace('T', ' ')
  return {
    title: call.report.report.title,
    issuer: await issuerName(ports, companyOf(scope)),
    conditions: await conditionsOf(call),
    timeAndUser: `製表時間：${time}　製表人員：${actorOf(scope)}`,
    columns: printColumns(call.report),
  }
}

const conditionsOf = async ({
  context,
  plan: { visible },
  parsed: { values },
}: ReportCall): Promise<readonly string[]> => {
  const texts: string[] = []
  for (const filter of visible.list.filters) {
    const field = filterField(visible, filter)
    const ends = filter.match === 'range' ? (['from', 'to'] as const) : (['from'] as const)
    const given = ends.map((end) => values[parameterName(filter, end)] ?? [])
    if (!field || given.every((entered) => entered.length === 0)) continue
    const shown = await Promise.all(given.map((entered) => textOf(context, field, entered)))
    texts.push(`${field.label}：${shown.join('～')}`)
  }
  return texts
}

const textOf = async (context: RecordContext, field: Field, values: readonly unknown[]): Promise<string> => {
  const labels = isReference(field) ? await displayTextsOf(context, { ...field, same: [] }, values) : new Map()
  return values.map((value) => labels.get(value) || valueText(field, { [field.name]: value })).join('、')
}
