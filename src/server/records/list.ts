import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListResponse, ListTotal } from '../../contract/envelope'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed, type RecordValues } from '../../schema/language/types'
import { currencyField } from '../../schema/text/value-text'
import { isOfOtherCompanies, isUnmasked, recordViewFor, unmaskedListView } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import type { Call } from '../http/call'
import { auditList, auditRecord, type RecordContext } from './context'
import type { ListPlan } from './list-plan'
import { filterCondition, keywordCondition, type ParsedQuery, parseListQuery } from './list-query'
import { allOf, columnOf, expressionOf, fromTable, hasOneOf } from './projection'

interface ListOptions {
  /** A condition besides those of the query. */
  readonly condition?: RawBuilder<SqlBool>
  /** Shows personal data as the detail page does, which leaves an audit line for each record. */
  readonly unmasked?: boolean
}

/** Returns one page of the records that match the query and are visible to the session, masked for its role, with the exact total. */
export const listRecords = async (
  context: RecordContext,
  plan: ListPlan,
  query: Call['query'],
  { condition, unmasked = false }: ListOptions = {},
): Promise<ListResponse<RecordValues>> => {
  const { resource, visible } = plan
  const parsed = parseListQuery(plan, query, context)
  const projection = parsed.allFields ? plan.all : plan.standard
  const where = allOf([listCondition(context, plan, parsed), ...(condition ? [condition] : [])])
  const count = sql`select count(*) as total ${fromTable(resource)} where ${where}`
  const order = orderOf(visible, parsed, context)
  // One statement, so that page and total are consistent. Labels and counts are looked up only for the records of this page.
  const { rows } = await sql<RecordValues & Counted>`
    select ${projection.select(context)}, (${count}) as total
    from (
      select t.*
      ${fromTable(resource)}
      where ${where}
      order by ${order}
      limit ${parsed.pageSize}
      offset ${(parsed.page - 1) * parsed.pageSize}
    ) as t
    order by ${order}`.execute(context.db)
  // A page beyond the last one has no row with the total.
  const [first] = rows.length > 0 || parsed.page === 1 ? rows : (await sql<Counted>`${count}`.execute(context.db)).rows
  const records = rows.map(projection.read)
  if (unmasked || isUnmasked(context, resource, 'list'))
    await auditRecord(context, resource, ...records.map((key) => ({ action: unmasked ? 'Export' : 'View', key })))
  else if (isOfOtherCompanies(context, resource)) await auditList(context, resource, { action: 'Query', count: records.length })
  const show = unmasked ? unmaskedListView(context, resource) : recordViewFor(context, resource, 'list')
  return {
    Items: records.map((record, index) => show(record, rows[index])),
    TotalCount: first?.total ?? 0,
    PageNo: parsed.page,
    PageSize: parsed.pageSize,
    ...(parsed.totals && visible.list.totals.length > 0 ? { Totals: await readTotals(context, plan, where) } : {}),
  }
}

/** Returns the number of records and the sums of their amounts, for each currency. */
const readTotals = async ({ db }: RecordContext, { resource, visible }: ListPlan, where: RawBuilder<SqlBool>): Promise<readonly ListTotal[]> => {
  const currency = fieldNamed(visible.fields, currencyField) && columnOf(currencyField)
  const sums = visible.list.totals.map((name) => sql`coalesce(sum(${columnOf(name)}), 0)::bigint as ${sql.id(name)}`)
  const { rows } = await sql<ListTotal>`
    select ${sql.join([...(currency ? [sql`${currency} as ${sql.id(currencyField)}`] : []), sql`count(*) as "Count"`, ...sums])}
    ${fromTable(resource)}
    where ${where}
    ${currency ? sql`group by ${currency} order by ${currency}` : sql``}`.execute(db)
  return rows
}

/** Returns the condition for the records that match a query and are visible to the session. */
export const listCondition = (context: RecordContext, { visible }: Pick<ListPlan, 'visible'>, parsed: ParsedQuery): RawBuilder<SqlBool> =>
  allOf([
    tenantCondition(visible, context.scope),
    ...(visible.where ? [hasOneOf(visible.where)] : []),
    ...parsed.filters.map((filter) => filterCondition(visible, filter, context)),
    ...(parsed.keyword ? [keywordCondition(visible, parsed.keyword, context)] : []),
  ])

interface Counted {
  readonly total: number
}

/** Returns the requested order, then the key, so that no record is lost between two pages. */
export const orderOf = (resource: Resource, { sort }: Pick<ParsedQuery, 'sort'>, context: RecordContext): RawBuilder<unknown> => {
  const direction = sort.order === 'DESC' ? sql`desc` : sql`asc`
  const rest = resource.key.filter((name) => name !== sort.field.name).map((name) => sql`${columnOf(name)} ${direction}`)
  return sql.join([sql`${expressionOf(resource, sort.field, context)} ${direction}${emptyLast(resource, sort)}`, ...rest])
}

// Records without a value come last in both directions. A key always has a value, and `nulls last` would prevent the use of its index.
const emptyLast = (resource: Resource, { field, order }: ParsedQuery['sort']): RawBuilder<unknown> =>
  order === 'DESC' && !resource.key.includes(field.name) ? sql` nulls last` : sql``
