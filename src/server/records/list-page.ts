import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { Parameter } from '../database/statement-template'
import { countSql, type ListCounter } from './list-count'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { allOf, columnOf, expressionOf, fromTable, type SqlContext, sameValues } from './projection'
import { agreementFilterOf, type ListCall, listCondition, listStatement, type SqlQuery } from './statements/list-statement'

/** A row with the number of records in the list. */
export interface RowWithTotal {
  readonly total: number
}

/**
 * Returns the statement that reads one page and the total, so that they are consistent. For a page near the end of the list, the total has already been read, because the
 * position of the page depends on it; the statement then returns this total. The inner query selects only keys, so that labels and counts are computed for the records of
 * the page only.
 */
export const pageStatement = (call: ListCall, counter: ListCounter, totalNearEnd: number | null): CompiledQuery<RecordValues & RowWithTotal> => {
  const { plan, parsed } = call
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const isReversed = totalNearEnd !== null
  const isLong = counter.isLong()
  const total = totalNearEnd ?? counter.cachedTotal()
  const count = (context: SqlContext, query: SqlQuery) =>
    total === null ? countSql(plan, counter.tally, listCondition(context, call, query)) : sql`select ${pageParameters.total}::bigint`
  const build = (context: SqlContext, query: SqlQuery) => {
    const where = listCondition(context, call, query, { isLong, agreementFilter: agreementFilterOf(context, plan, query) })
    return sql<RecordValues & RowWithTotal>`
      select ${projection.select(context)}, (${count(context, query)}) as total
      from (${pageKeys(context, plan, { query, where, isReversed })}) as k
      join ${sql.table(plan.resource.table)} as t on ${sameValues(plan.resource.key, 'k', 't')}
      order by ${orderOf(plan.visible, query, context)}`
  }
  const shape = `page${isReversed ? ' from end' : ''}${total === null ? '' : ' with total'}`
  return listStatement({ shape, build, input: { ...call, total, ...positionOf(parsed, totalNearEnd) } })
}

/** The place of a page in the keys of a list. */
interface PagePosition {
  /** Number of keys on the page. */
  readonly size: number
  /** Number of keys before the page, in the order in which they are read. */
  readonly skipped: number
}

/** Returns the position of a page, counted from the beginning of the list, or from its end if its total is given. Both numbers are computed here and not in SQL, because PostgreSQL's planner assumes a tenth of the list for a limit that it does not know. */
const positionOf = ({ page, pageSize }: ParsedQuery, totalNearEnd: number | null): PagePosition => {
  const offset = (page - 1) * pageSize
  if (totalNearEnd === null) return { size: pageSize, skipped: offset }
  // Reading from the end of the list skips the records after the page; the last page may be shorter.
  return { size: Math.max(Math.min(pageSize, totalNearEnd - offset), 0), skipped: Math.max(totalNearEnd - offset - pageSize, 0) }
}

/** The data of a page's statement. */
interface PageInput extends ListCall, PagePosition {
  /** The number of records, if it is known before the page is read. */
  readonly total: number | null
}

const pageParameters = {
  total: new Parameter(({ total }: PageInput) => total),
  size: new Parameter(({ size }: PageInput) => size),
  skipped: new Parameter(({ skipped }: PageInput) => skipped),
  maxKeys: new Parameter(({ size, skipped }: PageInput) => size + skipped),
} as const

/** Returns SQL for the order of a list: the requested field, then the key, so that the order is unique and each record is on exactly one page. Records without a value come last in both directions. */
export const orderOf = (resource: Resource, { sort }: Pick<ParsedQuery, 'sort'>, context: SqlContext): RawBuilder<unknown> => {
  const emptyLast = sort.order === 'DESC' && !resource.key.includes(sort.field.name) ? sql` nulls last` : sql``
  return sql.join([sql`${expressionOf(resource, sort.field, context)} ${sql.raw(sort.order)}${emptyLast}`, ...keyOrder(resource, sort)])
}

/** Returns SQL for the order by the fields of the key, except the field by which the list is sorted. */
const keyOrder = ({ key }: Resource, { field, order }: ParsedQuery['sort']): readonly RawBuilder<unknown>[] =>
  key.filter((name) => name !== field.name).map((name) => sql`${columnOf(name)} ${sql.raw(order)}`)

/** The query for the keys of a page, read from the beginning of the list or from its end. */
interface KeyQuery {
  readonly query: SqlQuery
  readonly where: RawBuilder<SqlBool>
  readonly isReversed: boolean
}

/** Returns SQL that selects the keys of one page. Because it reads only keys, the database can skip the records before a page in an index. */
const pageKeys = (context: SqlContext, plan: ListPlan, keyQuery: KeyQuery): RawBuilder<unknown> =>
  sql`${orderedKeys(context, plan, keyQuery)} limit ${pageParameters.size} offset ${pageParameters.skipped}`

/** Returns SQL that selects the keys of a list in its order, or in reverse order. */
const orderedKeys = (context: SqlContext, { resource, visible }: ListPlan, { query, where, isReversed }: KeyQuery): RawBuilder<unknown> => {
  const { field, order } = query.sort
  const sort: ParsedQuery['sort'] = isReversed ? { field, order: order === 'DESC' ? 'ASC' : 'DESC' } : query.sort
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
  const limited = (isReversed ? parts.toReversed() : parts).map((part) => sql`(${part} limit ${pageParameters.maxKeys})`)
  return sql`select * from (${sql.join(limited, sql` union all `)}) as k`
}
