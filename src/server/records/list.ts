import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListResponse, ListTotal } from '../../contract/envelope'
import { tenantFields } from '../../domain/access/roles'
import { fieldNamed, type RecordValues } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { currencyField } from '../../schema/text/value-text'
import { canSeeUnmasked, isBankReadingPersonalData, recordViewFor, unmaskedListView } from '../access/fields'
import { agreementCondition, tenantCondition } from '../access/tenant'
import type { Call } from '../http/call'
import { auditList, auditRecord, type RecordContext } from './context'
import { findTotalNearEnd, listCounter } from './list-count'
import { orderOf, pageKeys } from './list-page'
import type { ListPlan } from './list-plan'
import { type FilterOptions, filterCondition, keywordCondition, type ParsedQuery, parseListQuery } from './list-query'
import { allOf, columnOf, hasOneOf, sameValues, sqlContextOf } from './projection'
import type { RecordTally } from './tallies'

interface ListOptions {
  /** A condition in addition to those of the query. */
  readonly condition?: RawBuilder<SqlBool>
  /** Masks personal data only where the detail page masks them, and writes an audit line for each record. For exports. */
  readonly unmasked?: boolean
}

/** Returns one page of the records that match a query and that the session may read, with their number and, on request, sums of amounts. Without `unmasked`, personal data are masked as in lists. The number of records in a long list may be cached. Reading personal data is audited. */
export const listRecords = async (
  context: RecordContext,
  plan: ListPlan,
  query: Call['query'],
  { condition, unmasked = false }: ListOptions = {},
): Promise<ListResponse<RecordValues>> => {
  const { resource, visible } = plan
  const parsed = parseListQuery(plan, query)
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const conditionFor = (options: FilterOptions) => allOf([listCondition(context, plan, parsed, options), ...(condition ? [condition] : [])])
  const where = conditionFor({})
  const counter = listCounter(context, plan, { parsed, where, hasOnlyQueryConditions: !condition })
  const totalNearEnd = await findTotalNearEnd(context, parsed, counter)
  // One statement reads the page and the total, so that they are consistent. For a page near the end of the list, the total has already been read, because the position of
  // the page depends on it; the statement then returns this total. The inner query selects only keys, so that labels and counts are computed for the records of the page only.
  const { rows } = await sql<RecordValues & RowWithTotal>`
    select ${projection.select(sqlContextOf(context))}, (${totalNearEnd === null ? counter.count() : sql`select ${totalNearEnd}::bigint`}) as total
    from (${pageKeys(context, plan, { parsed, where: conditionFor({ isLong: counter.isLong(), agreementFilter: agreementFilterOf(context, visible, parsed) }), totalNearEnd })}) as k
    join ${sql.table(resource.table)} as t on ${sameValues(resource.key, 'k', 't')}
    order by ${orderOf(visible, parsed, context)}`.execute(context.db)
  // If the page is empty because it is after the last page, no row contains the total, so it is read separately.
  const [first] = rows.length > 0 || parsed.page === 1 ? rows : (await sql<RowWithTotal>`select (${counter.count()}) as total`.execute(context.db)).rows
  const total = counter.cacheTotal(first?.total ?? 0)
  const records = rows.map((row) => projection.read(row))
  if (unmasked || canSeeUnmasked(context, resource, 'list'))
    await auditRecord(context, resource, ...records.map((key) => ({ action: unmasked ? 'Export' : 'View', key })))
  else if (isBankReadingPersonalData(context, resource)) await auditList(context, resource, { action: 'Query', count: records.length })
  const show = unmasked ? unmaskedListView(context, resource) : recordViewFor(context, resource, 'list')
  return {
    Items: records.map((record, index) => show(record, rows[index])),
    // A cached total can be smaller than the number of records up to this page, because records have been added since.
    TotalCount: Math.max(total, records.length > 0 ? (parsed.page - 1) * parsed.pageSize + records.length : 0),
    PageNo: parsed.page,
    PageSize: parsed.pageSize,
    ...(parsed.needsTotals && visible.list.totals.length > 0 ? { Totals: await readTotals(context, plan, { where, tally: counter.tally }) } : {}),
  }
}

/** Returns the number of records and the sums of their amounts, for each currency. */
const readTotals = async (
  { db }: RecordContext,
  { resource, visible }: ListPlan,
  { where, tally: countTally }: { readonly where: RawBuilder<SqlBool>; readonly tally: RecordTally | null },
): Promise<readonly ListTotal[]> => {
  const tally = countTally && visible.list.totals.every((name) => countTally.sums.includes(columnName(name))) ? countTally : null
  const currency = fieldNamed(visible.fields, currencyField) && columnOf(currencyField)
  const sums = visible.list.totals.map((name) => sql`coalesce(sum(${columnOf(name)}), 0)::bigint as ${sql.id(name)}`)
  const count = tally ? sql`sum(${sql.ref(`t.${tally.count}`)})::bigint` : sql`count(*)`
  const { rows } = await sql<ListTotal>`
    select ${sql.join([...(currency ? [sql`${currency} as ${sql.id(currencyField)}`] : []), sql`${count} as "Count"`, ...sums])}
    from ${sql.table(tally?.table ?? resource.table)} as t
    where ${where}
    ${currency ? sql`group by ${currency} having ${count} <> 0 order by ${currency}` : sql``}`.execute(db)
  return rows
}

/** Returns the SQL condition for the records that match a query and that the session may read. */
export const listCondition = (
  context: RecordContext,
  { visible }: Pick<ListPlan, 'visible'>,
  parsed: ParsedQuery,
  options: FilterOptions = {},
): RawBuilder<SqlBool> =>
  allOf([
    tenantCondition(visible, context.scope),
    ...(visible.where ? [hasOneOf(visible.where)] : []),
    ...parsed.filters.map((filter) => filterCondition(visible, filter, context, options)),
    ...(parsed.keyword ? [keywordCondition(visible, parsed.keyword, context)] : []),
  ])

/** Returns the SQL condition for the agreements of a list: those that the session may use, restricted by the query's filter for agreements. */
const agreementFilterOf = (context: RecordContext, visible: ListPlan['visible'], { filters }: ParsedQuery): RawBuilder<SqlBool> =>
  allOf([
    agreementCondition(context.scope, 't'),
    ...filters.filter(({ field }) => field.name === tenantFields.agreement).map((filter) => filterCondition(visible, filter, context)),
  ])

/** A row with the number of records in the list. */
interface RowWithTotal {
  readonly total: number
}
