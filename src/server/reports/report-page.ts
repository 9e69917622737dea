import { type RawBuilder, sql } from 'kysely'
import type { ListResponse } from '../../contract/envelope'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { canSeeUnmasked, recordViewFor } from '../access/fields'
import { requireReason } from '../access/reason'
import type { Call } from '../call'
import type { RecordContext } from '../record-context'
import { auditPage } from '../records/list/list'
import { fromRecords, listCondition } from '../records/list/list-condition'
import { readTotal, tallyOf } from '../records/list/list-count'
import { searchesPersonalData } from '../records/list/list-query'
import { readTotals } from '../records/list/list-totals'
import { columnOf, sameValues, sqlContextOf } from '../records/projection'
import { type ReportCall, reportCall, reportOrder } from './report-call'

/** A query of a report by one of its calls. */
export interface ReportRequest {
  readonly query: Call['query']
  readonly callId: string
}

/** Returns one page of the rows of a report in its order, as list calls return records, masked as in lists. */
export const reportPage = async (
  context: RecordContext,
  report: ReportResource,
  { query, callId }: ReportRequest,
): Promise<ListResponse<RecordValues>> => {
  const call = await reportCall(context, report, query, callId)
  const { plan, parsed } = call
  const isUnmasked = canSeeUnmasked(context, report, 'list')
  if (isUnmasked || searchesPersonalData(plan, parsed)) requireReason(context, report)
  // Not cached as in long lists, because the number of rows must agree with the figures.
  const total = await readTotal(call, tallyOf(call))
  const { rows } = await sql<RecordValues>`
    select ${plan.fullProjection.select(sqlContextOf(context))}
    ${pageRows(call)}
    order by ${reportOrder(call)}`.execute(context.db)
  const records = rows.map((row) => plan.fullProjection.read(row))
  await auditPage(context, report, { records, unmaskedAs: isUnmasked ? 'View' : undefined })
  const show = recordViewFor(context, report, 'list')
  return {
    Items: records.map((record, index) => show(record, rows[index])),
    TotalCount: total,
    PageNo: parsed.page,
    PageSize: parsed.pageSize,
    ...(parsed.needsTotals && plan.visible.list.totals.length > 0 ? { Totals: await readTotals(call) } : {}),
  }
}

/**
 * Returns SQL for the rows of a page, with the alias `t`.
 * The inner query of a table reads only keys, so that sorting a long period needs little memory, and labels are read
 * only for the rows of the page.
 */
const pageRows = (call: ReportCall): RawBuilder<unknown> => {
  const { page, pageSize } = call.parsed
  const { table, key } = call.plan.resource
  const select = (columns: RawBuilder<unknown>) => sql`
    select ${columns} ${fromRecords(call)} where ${listCondition(call)}
    order by ${reportOrder(call)} limit ${pageSize} offset ${(page - 1) * pageSize}`
  return call.rows
    ? sql`from (${select(sql`t.*`)}) as t`
    : sql`from (${select(sql.join(key.map((name) => columnOf(name))))}) as k
        join ${sql.table(table)} as t on ${sameValues(key, 'k', 't')}`
}
