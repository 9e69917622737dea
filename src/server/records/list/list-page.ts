import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../../domain/access/roles'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import { allOf, columnOf, expressionOf, fromTable, type SqlContext, sameValues, sqlContextOf } from '../projection'
import { agreementFilterOf, type ListCall, listCondition } from './list-condition'
import { countSql, type ListCounter } from './list-count'
import type { ParsedQuery } from './list-query'

/**
 * Reads one page of a list, and unless the number of its records is known, that number in each row: in one statement,
 * so that they are consistent.
 * An inner query selects the page, so that labels and counts are computed for its records only.
 */
export const readPage = async (
  call: ListCall,
  counter: ListCounter,
): Promise<readonly (RecordValues & { readonly total?: number })[]> => {
  const { context, plan, parsed } = call
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const { tally, knownTotal, isNearEnd } = counter
  const isGathered = isGatherable(parsed) && (isSortedByOtherField(call) || hasSparseRecords(call, counter))
  const total =
    isGathered && !tally ? sql`select count(*) from ${gathered}` : countSql(call, tally, listCondition(call))
  const count = knownTotal === null ? sql`, (${total}) as total` : sql``
  const position = positionOf(parsed, isNearEnd ? knownTotal : null)
  const source = isGathered ? gatheredSource : tableSource(call, tally !== null || knownTotal !== null)
  const { rows } = await sql<RecordValues & { readonly total?: number }>`
    ${isGathered ? withGathered(call) : sql``}
    select ${projection.select(sqlContextOf(context))}${count}
    ${rowsOfKeys(call, { ...source, ...position, isReversed: isNearEnd })}
    order by ${orderOf(plan.visible, parsed, sqlContextOf(context))}`.execute(context.db)
  return rows
}

/** What the keys of a list are selected from: a table with the alias `t`, and a condition. */
interface KeySource {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
}

const tableSource = (call: ListCall, isLong: boolean): KeySource => ({
  from: fromTable(call.plan.resource),
  where: listCondition(call, { isLong, agreementFilter: agreementFilterOf(call) }),
})

/** The name of the records of a query that are gathered before they are sorted. */
const gathered = sql.id('gathered')

const gatheredSource: KeySource = { from: sql`from ${gathered} as t`, where: sql`true` }

/** Returns whether records can be gathered before they are sorted: their order is that of a column. */
const isGatherable = ({ sort: { field } }: ParsedQuery): boolean => !field.virtual && field.type !== 'count'

/**
 * Returns whether a query has a period of another field than that of its order, without bounds in its order.
 * Reading records in their order would then pass all records of other periods before those of the page, so the records
 * of the period are gathered first.
 */
const isSortedByOtherField = ({ parsed: { filters, sort }, bounds }: ListCall): boolean =>
  bounds?.field !== sort.field.name &&
  filters.some(({ isPeriod, field: { name } }) => isPeriod && name !== sort.field.name)

/**
 * Returns whether the records of a query are few in the order of the list, as those of a company among all others, or
 * must be counted here anyway, as those with a part of a text and those that refer to certain records.
 * One pass then gives both the page and the number.
 */
const hasSparseRecords = (
  { parsed: { filters } }: ListCall,
  { tally, knownTotal }: Pick<ListCounter, 'tally' | 'knownTotal'>,
): boolean => {
  const isCountedHere = tally === null && knownTotal === null
  return filters.some(
    ({ match, field: { through } }) =>
      through?.reference === tenantFields.agreement ||
      (isCountedHere && (match === 'contains' || through !== undefined)),
  )
}

const withGathered = (call: ListCall): RawBuilder<unknown> => {
  const { plan, parsed } = call
  const columns = [...new Set([...plan.resource.key, parsed.sort.field.name])].map((name) => columnOf(name))
  return sql`with ${gathered} as materialized (
    select ${sql.join(columns)} ${fromTable(plan.resource)}
    where ${listCondition(call, { agreementFilter: agreementFilterOf(call) })}
  )`
}

/** The place of a page in the keys of a list. */
interface PagePosition {
  /** Number of keys on the page. */
  readonly size: number
  /** Number of keys before the page, in the order in which they are read. */
  readonly skipped: number
}

/**
 * Returns the position of a page, counted from the beginning of the list, or from its end if its total is given.
 * Both numbers are computed here and not in SQL, because PostgreSQL's planner assumes a tenth of the list for a limit
 * that it does not know.
 */
const positionOf = ({ page, pageSize }: ParsedQuery, totalNearEnd: number | null): PagePosition => {
  const offset = (page - 1) * pageSize
  if (totalNearEnd === null) return { size: pageSize, skipped: offset }
  // Reading from the end of the list skips the records after the page; the last page may be shorter.
  return {
    size: Math.max(Math.min(pageSize, totalNearEnd - offset), 0),
    skipped: Math.max(totalNearEnd - offset - pageSize, 0),
  }
}

/**
 * Returns SQL for the order of a list: the requested field, then the key, so that the order is unique and each record
 * is on exactly one page.
 * Records without a value come last in both directions.
 */
export const orderOf = (
  resource: Resource,
  { sort }: Pick<ParsedQuery, 'sort'>,
  context: SqlContext,
): RawBuilder<unknown> => {
  const emptyLast = sort.order === 'DESC' && !resource.key.includes(sort.field.name) ? sql` nulls last` : sql``
  return sql.join([
    sql`${expressionOf(resource, sort.field, context)} ${sql.raw(sort.order)}${emptyLast}`,
    ...keyOrder(resource, sort),
  ])
}

/** Returns SQL for the order by the fields of the key, except the field by which the list is sorted. */
const keyOrder = ({ key }: Resource, { field, order }: ParsedQuery['sort']): readonly RawBuilder<unknown>[] =>
  key.filter((name) => name !== field.name).map((name) => sql`${columnOf(name)} ${sql.raw(order)}`)

/** The records of a page, read from the beginning of the list or from its end. */
interface KeyPage extends KeySource, PagePosition {
  readonly isReversed: boolean
}

/**
 * Returns SQL for the records of a page.
 * The inner query reads only keys, so that the database can skip the records before the page in an index.
 */
const rowsOfKeys = (call: ListCall, page: KeyPage): RawBuilder<unknown> => {
  const { table, key } = call.plan.resource
  return sql`
    from (${orderedKeys(call, page)} limit ${page.size} offset ${page.skipped}) as k
    join ${sql.table(table)} as t on ${sameValues(key, 'k', 't')}`
}

/** Returns SQL that reads the keys of a list in its order, or in reverse order. */
const orderedKeys = (
  { context, plan: { resource, visible }, parsed }: ListCall,
  { from, where, isReversed, size, skipped }: KeyPage,
): RawBuilder<unknown> => {
  const { field, order } = parsed.sort
  const sort: ParsedQuery['sort'] = isReversed ? { field, order: order === 'DESC' ? 'ASC' : 'DESC' } : parsed.sort
  const column = expressionOf(visible, field, sqlContextOf(context))
  const columnOrder = sql`${column} ${sql.raw(sort.order)}`
  const select = (condition: RawBuilder<SqlBool>, sortColumn: RawBuilder<unknown>) => sql`
    select ${sql.join(resource.key.map((name) => columnOf(name)))}
    ${from}
    where ${condition}
    order by ${sql.join([sortColumn, ...keyOrder(visible, sort)])}`
  // An ascending list has empty values at its end, as an index has, so the index can be read in both directions.
  // A field of the key is never empty.
  if (order === 'ASC' || resource.key.includes(field.name)) return select(where, columnOrder)
  if (field.virtual || field.type === 'count')
    return select(where, sql`${columnOrder} nulls ${sql.raw(isReversed ? 'first' : 'last')}`)
  // In descending order, an index returns empty values first.
  // Records with a value and records without a value are therefore read separately.
  const parts = [
    select(allOf([where, sql`${column} is not null`]), columnOrder),
    select(allOf([where, sql`${column} is null`]), columnOrder),
  ]
  const limited = (isReversed ? parts.toReversed() : parts).map((part) => sql`(${part} limit ${size + skipped})`)
  return sql`select * from (${sql.join(limited, sql` union all `)}) as k`
}
