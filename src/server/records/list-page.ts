import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { RecordContext } from './context'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { allOf, columnOf, expressionOf, fromTable } from './projection'

/** Returns the requested order, then the key, so that no record is lost between two pages. Records without a value come last in both directions. */
export const orderOf = (resource: Resource, { sort }: Pick<ParsedQuery, 'sort'>, context: RecordContext): RawBuilder<unknown> => {
  const emptyLast = sort.order === 'DESC' && !resource.key.includes(sort.field.name) ? sql` nulls last` : sql``
  return sql.join([sql`${expressionOf(resource, sort.field, context)} ${sql.raw(sort.order)}${emptyLast}`, ...keyOrder(resource, sort)])
}

/** Returns the order by those fields of the key that the list is not sorted by. */
const keyOrder = ({ key }: Resource, { field, order }: ParsedQuery['sort']): readonly RawBuilder<unknown>[] =>
  key.filter((name) => name !== field.name).map((name) => sql`${columnOf(name)} ${sql.raw(order)}`)

interface PageQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  /** The number of records, if the page is read from the end of the list. */
  readonly totalNearEnd: number | null
}

/** Returns the SQL that selects the keys of one page. Reading only keys lets an index serve pages that are far from both ends. */
export const pageKeys = (context: RecordContext, plan: ListPlan, { totalNearEnd, ...query }: PageQuery): RawBuilder<unknown> => {
  const { page, pageSize } = query.parsed
  const offset = (page - 1) * pageSize
  // Numbers instead of SQL expressions: for a limit that it does not know, the planner assumes a tenth of the list.
  const [size, skipped] =
    totalNearEnd === null ? [pageSize, offset] : [Math.max(Math.min(pageSize, totalNearEnd - offset), 0), Math.max(totalNearEnd - offset - pageSize, 0)]
  const keys = orderedKeys(context, plan, { ...query, isReversed: totalNearEnd !== null, maxKeys: skipped + size })
  return sql`${keys} limit ${size} offset ${skipped}`
}

interface KeyQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  readonly isReversed: boolean
  /** The largest number of keys that is needed. */
  readonly maxKeys: number
}

/** Returns the SQL that selects the keys of a list in its order, or in reverse. */
const orderedKeys = (context: RecordContext, { resource, visible }: ListPlan, { parsed, where, isReversed, maxKeys }: KeyQuery): RawBuilder<unknown> => {
  const { field, order } = parsed.sort
  const sort: ParsedQuery['sort'] = isReversed ? { field, order: order === 'DESC' ? 'ASC' : 'DESC' } : parsed.sort
  const column = expressionOf(visible, field, context)
  const columnOrder = sql`${column} ${sql.raw(sort.order)}`
  const keys = (condition: RawBuilder<SqlBool>, ...columns: readonly RawBuilder<unknown>[]) => sql`
    select ${sql.join(resource.key.map((name) => columnOf(name)))}
    ${fromTable(resource)}
    where ${condition}
    order by ${sql.join([...columns, ...keyOrder(visible, sort)])}`
  // An index has empty values at its end, as an ascending list does, so it can be read in either direction. A key is never empty.
  if (order === 'ASC' || resource.key.includes(field.name)) return keys(where, columnOrder)
  if (field.virtual || field.type === 'count') return keys(where, sql`${columnOrder} nulls ${sql.raw(isReversed ? 'first' : 'last')}`)
  // In descending order an index would return empty values first, so the records with a value and those without are read one after the other.
  const parts = [keys(allOf([where, sql`${column} is not null`]), columnOrder), keys(allOf([where, sql`${column} is null`]))]
  const limited = (isReversed ? parts.toReversed() : parts).map((part) => sql`(${part} limit ${maxKeys})`)
  return sql`select * from (${sql.join(limited, sql` union all `)}) as k`
}
