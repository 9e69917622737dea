import type { RawBuilder, SqlBool } from 'kysely'
import type { ListResponse } from '../../../contract/envelope'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import {
  canSeeUnmasked,
  isBankReadingPersonalData,
  operationOfList,
  recordViewFor,
  unmaskedListView,
} from '../../access/fields'
import { requireReason } from '../../access/reason'
import type { Call } from '../../call'
import { auditList, auditRecord } from '../../context'
import type { RecordContext } from '../../record-context'
import { withBounds } from './list-bounds'
import { notSortable } from './list-order'
import { readCountedPage } from './list-page'
import { listPlan } from './list-plan'
import { type ParsedQuery, parseListQuery, searchesPersonalData } from './list-query'
import { readTotals, totalsTallyOf } from './list-totals'
import { mayTakeLong, readInTurn } from './long-reads'

interface ListOptions {
  /** A condition in addition to those of the query. */
  readonly condition?: RawBuilder<SqlBool>
  /**
   * Masks personal data only where the detail page masks them, and writes an audit line for each record.
   * For exports.
   */
  readonly unmasked?: boolean
}

/**
 * Returns one page of the records that match a query and that the session may read, with their number and, on request,
 * sums of amounts.
 * Without `unmasked`, personal data are masked as in lists.
 * The number of records in a long list may be cached, or a minimum.
 * Reading personal data is audited. A search by them tells the bank whose data there are, also if they are masked, and so
 * needs a reason as well.
 */
export const listRecords = async (
  context: RecordContext,
  resource: Resource,
  query: Call['query'],
  { condition, unmasked = false }: ListOptions = {},
): Promise<ListResponse<RecordValues>> => {
  const plan = listPlan(context, resource)
  const { visible } = plan
  const parsed = parseListQuery(plan, query)
  const operation = operationOfList(context, resource, findsOneRecord(resource, parsed))
  const isUnmasked = unmasked || canSeeUnmasked(context, resource, operation)
  if (isUnmasked || searchesPersonalData(plan, parsed)) requireReason(context, resource)
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const call = await withBounds({ context, plan, parsed, condition })
  const { rows, total, isMinimum } = await readInTurn(call, mayTakeLong(call), readCountedPage)
  const unsorted = notSortable(call, { total, isMinimum })
  const records = rows.map((row) => projection.read(row))
  await auditPage(context, resource, { records, unmaskedAs: isUnmasked ? (unmasked ? 'Export' : 'View') : undefined })
  const show = unmasked ? unmaskedListView(context, resource) : recordViewFor(context, resource, operation)
  return {
    Items: records.map((record, index) => show(record, rows[index])),
    TotalCount: total,
    ...(isMinimum ? { IsMinimum: true } : {}),
    ...(unsorted.length > 0 ? { NotSortable: unsorted } : {}),
    PageNo: parsed.page,
    PageSize: parsed.pageSize,
    ...(parsed.needsTotals && visible.list.totals.length > 0
      ? { Totals: await readInTurn(call, totalsTallyOf(call, []) === null, readTotals) }
      : {}),
  }
}

/**
 * Writes the audit lines of a page of a list: one for each record whose personal data the caller has got unmasked, as
 * the action `unmaskedAs`, otherwise one for a page that the bank has read.
 */
export const auditPage = async (
  context: RecordContext,
  resource: Resource,
  {
    records,
    unmaskedAs,
  }: { readonly records: readonly RecordValues[]; readonly unmaskedAs: 'Export' | 'View' | undefined },
): Promise<void> => {
  if (unmaskedAs) await auditRecord(context, resource, ...records.map((key) => ({ action: unmaskedAs, key })))
  else if (isBankReadingPersonalData(context, resource))
    await auditList(context, resource, { action: 'Query', count: records.length })
}

/** Returns whether a query asks for one record by its key, as forms do that are filled from the list. */
const findsOneRecord = ({ key }: Resource, { filters }: ParsedQuery): boolean =>
  key.every((name) =>
    filters.some(
      ({ field, match, values }) => field.name === name && (match === 'exact' || match === 'in') && values.length === 1,
    ),
  )
