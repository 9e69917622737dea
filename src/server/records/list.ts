import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListAnswer } from '../../contract/envelope'
import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { isUnmasked, recordViewFor } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import type { Call } from '../http/call'
import { auditRecord, type RecordContext } from './context'
import type { ListPlan } from './list-plan'
import { filterCondition, keywordCondition, type ParsedQuery, parseListQuery } from './list-query'
import { allOf, columnOf, expressionOf, fromTable } from './projection'

/** Returns one page of the records that match the query and are visible to the session, masked for its role, with the exact total. */
export const listRecords = async (
  context: RecordContext,
  plan: ListPlan,
  query: Call['query'],
  condition?: RawBuilder<SqlBool>,
): Promise<ListAnswer<RecordValues>> => {
  const { resource, visible } = plan
  const parsed = parseListQuery(plan, query, context)
  const projection = parsed.allFields ? plan.all : plan.standard
  const where = allOf([
    tenantCondition(visible, context.scope),
    ...parsed.filters.map((filter) => filterCondition(visible, filter, context)),
    ...(parsed.keyword ? [keywordCondition(visible, parsed.keyword, context)] : []),
    ...(condition ? [condition] : []),
  ])
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
  if (isUnmasked(context, resource, 'list')) await auditRecord(context, resource, ...records.map((key) => ({ action: 'View', key })))
  const show = recordViewFor(context, resource, 'list')
  return {
    Items: records.map((record, index) => show(record, rows[index])),
    TotalCount: first?.total ?? 0,
    PageNo: parsed.page,
    PageSize: parsed.pageSize,
  }
}

interface Counted {
  readonly total: number
}

/** Returns the requested order, then the key, so that no record is lost between two pages. */
const orderOf = (resource: Resource, { sort }: Pick<ParsedQuery, 'sort'>, context: RecordContext): RawBuilder<unknown> => {
  const direction = sort.order === 'DESC' ? sql`desc` : sql`asc`
  const rest = resource.key.filter((name) => name !== sort.field.name).map((name) => sql`${columnOf(name)} ${direction}`)
  return sql.join([sql`${expressionOf(resource, sort.field, context)} ${direction}${emptyLast(resource, sort)}`, ...rest])
}

// Records without a value come last in both directions. A key always has a value, and `nulls last` would prevent the use of its index.
const emptyLast = (resource: Resource, { field, order }: ParsedQuery['sort']): RawBuilder<unknown> =>
  order === 'DESC' && !resource.key.includes(field.name) ? sql` nulls last` : sql``
