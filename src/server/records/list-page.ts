import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { RecordContext } from './context'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { allOf, columnOf, expressionOf, fromTable } from './projection'

/** Returns SQL for the order of a list: the requested field, then the key, so that the order is unique and each record is on exactly one page. Records without a value come last in both directions. */
export const orderOf = (resource: Resource, { sort }: Pick<ParsedQuery, 'sort'>, context: RecordContext): RawBuilder<unknown> => {
  const emptyLast = sort.order === 'DESC' && !resource.key.includes(sort.field.name) ? sql` nulls last` : sql``
  return sql.join([sql`${expressionOf(resource, sort.field, context)} ${sql.raw(sort.order)}${emptyLast}`, ...keyOrder(resource, sort)])
}

/** Returns SQL for the order by the fields of the key, except the field by which the list is sorted. */
const keyOrder = ({ key }: Resource, { field, order }: ParsedQuery['sort']): readonly RawBuilder<unknown>[] =>
  key.filter((name) => name !== field.name).map((name) => sql`${columnOf(name)} ${sql.raw(order)}`)

/** The query for one page of a list. */
interface PageQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  /** The number of records if the page is read from the end of the list, otherwise null. */
  readonly totalNearEnd: number | null
}

/** Returns SQL that selects the keys of one page. Because it reads only keys, the database can skip the records before a page in an index. */
export const pageKeys = (context: RecordContext, plan: ListPlan, { totalNearEnd, ...query }: PageQuery): RawBuilder<unknown> => {
  const { page, pageSize } = query.parsed
  const offset = (page - 1) * pageSize
  // Reading from the end of the list skips the records after the page; the last page may be shorter. Both values are computed here and not in SQL, because
  // PostgreSQL's planner assumes a tenth of the list for a limit that it does not know.
  const [size, skipped] =
    totalNearEnd === null ? [pageSize, offset] : [Math.max(Math.min(pageSize, totalNearEnd - offset), 0), Math.max(totalNearEnd - offset - pageSize, 0)]
  const keys = orderedKeys(context, plan, { ...query, isReversed: totalNearEnd !== null, maxKeys: skipped + size })
  return sql`${keys} limit ${size} offset ${skipped}`
}

/** The query for the keys of a list, from its beginning or from its end. */
interface KeyQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  readonly isReversed: boolean
  /** Number of keys that are needed at most. */
  readonly maxKeys: number
}

/** Returns SQL that selects the keys of a list in its order, or in reverse order. */
const orderedKeys = (context: RecordContext, { resource, visible }: ListPlan, { parsed, where, isReversed, maxKeys }: KeyQuery): RawBuilder<unknown> => {
  const { field, order } = parsed.sort
  const sort: ParsedQuery['sort'] = isReversed ? { field, order: order === 'DESC' ? 'ASC' : 'DESC' } : parsed.sort
  const column = expressionOf(visible, field, context)
  const columnOrder = sql`${column} ${sql.raw(sort.order)}`
  const selectKeys = (condition: RawBuilder<SqlBool>, ...columns: readonly RawBuilder<unknown>[]) => sql`
    select ${sql.join(resource.key.map((name) => columnOf(name)))}
    ${fromTable(resource)}
    where ${condition}
    order by ${sql.join([...columns, ...keyOrder(visible, sort)])}`
  // An ascending list has empty values at its end, as an index has, so the index can be read in both directions. A field of the key is never empty.
  if (order === 'ASC' || resource.key.includes(field.name)) return selectKeys(where, columnOrder)
  if (field.virtual || field.type === 'count') return selectKeys(where, sql`${columnOrder} nulls ${sql.raw(isReversed ? 'first' : 'last')}`)
  // In descending order, an index returns empty values first. Records with a value and records without a value are therefore read separately.
  const parts = [selectKeys(allOf([where, sql`${column} is not null`]), columnOrder), selectKeys(allOf([where, sql`${column} is null`]))]
  const limited = (isReversed ? parts.toReversed() : parts).map((part) => sql`(${part} limit ${maxKeys})`)
  return sql`select * from (${sql.join(limited, sql` union all `)}) as k`
}
