import { type RawBuilder, sql } from 'kysely'
import { maxReportPageSize } from '../../contract/list-query'
import { tenantFields } from '../../domain/access/roles'
import type { ReportResource } from '../../schema/language/resource'
import { type Field, fieldNamed } from '../../schema/language/types'
import { fieldsIdentifyingValueOf } from '../../schema/reports/report-lines'
import { canUseAgreement } from '../access/tenant'
import type { Call } from '../call'
import { throwIfFieldErrors } from '../context'
import type { RecordContext, ReportQuery } from '../record-context'
import type { ListCall } from '../records/list/list-condition'
import { listPlan } from '../records/list/list-plan'
import { parseListQuery } from '../records/list/list-query'
import { expressionOf, sqlContextOf } from '../records/projection'

/** A call for the rows of a report. */
export interface ReportCall extends ListCall {
  readonly report: ReportResource
}

/**
 * Returns the call for the rows of a report with its checked query.
 * Throws a refusal (2002) with a message for each invalid parameter, also for an agreement of another company.
 */
export const reportCall = async (
  context: RecordContext,
  report: ReportResource,
  query: Call['query'],
  callId: string,
): Promise<ReportCall> => {
  const plan = listPlan(context, report)
  const parsed = parseListQuery(plan, query, maxReportPageSize)
  throwIfFieldErrors(foreignAgreementErrors(context, parsed.values[tenantFields.agreement] ?? []))
  const rows =
    report.of === undefined ? await computedRows(context, report, { call: callId, values: parsed.values }) : undefined
  return { context, plan, parsed, report, rows }
}

const computedRows = async (
  context: RecordContext,
  { name }: ReportResource,
  query: ReportQuery,
): Promise<RawBuilder<unknown>> => {
  const { reportRows } = context.modules.get(name)
  if (!reportRows) throw new Error(`No rows are written for the report ${name} (resources/${name}/server.ts).`)
  return reportRows(context, query)
}

/**
 * Returns SQL for the order of a report: by the fields with subtotals, then by the field of the list's order, then by
 * the key, so that the order is unique.
 * Rows without a value come last.
 */
export const reportOrder = ({
  context,
  plan: { visible },
  parsed: { sort },
  report,
}: ReportCall): RawBuilder<unknown> => {
  const grouping = report.report.subtotals.flatMap((name) => {
    const field = fieldNamed(visible.fields, name)
    return field ? fieldsIdentifyingValueOf(field) : []
  })
  const directions = new Map<Field, 'ASC' | 'DESC'>()
  for (const name of [...grouping, sort.field.name, ...visible.key]) {
    const field = fieldNamed(visible.fields, name)
    if (field && !directions.has(field)) directions.set(field, field.name === sort.field.name ? sort.order : 'ASC')
  }
  const sqlContext = sqlContextOf(context)
  return sql.join(
    [...directions].map(
      ([field, direction]) =>
        sql`${expressionOf(visible, field, sqlContext)} ${direction === 'DESC' ? sql`desc nulls last` : sql`asc`}`,
    ),
  )
}

const foreignAgreementErrors = (
  { scope }: RecordContext,
  codes: readonly unknown[],
): Readonly<Record<string, string>> => {
  const foreign = codes.find((code) => !canUseAgreement(scope, String(code)))
  return foreign === undefined
    ? {}
    : { [tenantFields.agreement]: `您不能使用委託單位代號「${foreign}」，請改用貴公司的代號。` }
}
