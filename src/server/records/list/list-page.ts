import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../../domain/access/roles'
import { isReference } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import { allOf, columnOf, expressionOf, fromTable, type SqlContext, sameValues, sqlContextOf } from '../projection'
import { agreementFilterOf, dbOf, type ListCall, listCondition } from './list-condition'
import { countSql, type ListCounter, listCounter, readNumber } from './list-count'
import { boundedNumber, type ListNumber, maxCounted } from './list-number'
import { requireSortable } from './list-order'
import type { ParsedFilter, ParsedQuery } from './list-query'

/** The rows of a page; each has the number of records if that was not known before. */
type PageRows = readonly (RecordValues & { readonly total?: number })[]

/**
 * Reads one page of a list with the number of its records.
 * If neither a tally has that number nor an earlier call, up to `maxCounted` records are gathered and sorted, which
 * gives both the page and the number.
 * If there are more, the page is read in the order of the list, where it is soon complete.
 */
export const readCountedPage = async (call: ListCall): Promise<ListNumber & { readonly rows: PageRows }> => {
  const counter = await listCounter(call)
  if (counter.known) requireSortable(call, counter.known)
  const rows = await readPage(call, counter)
  const known = counter.known ?? (await numberOf(call, counter, rows))
  counter.cacheNumber(known)
  requireSortable(call, known)
  const isCut = isCountedHere(counter) && (rows[0]?.total ?? 0) > maxCounted
  const pageRows = isCut ? await readPage(call, { ...counter, known }) : rows
  return { rows: pageRows, ...numberAfterPage(known, pageRows.length, call.parsed) }
}

/** Returns the number of records that the rows of a page contain. A page after the last one has no rows. */
const numberOf = async (call: ListCall, { tally }: ListCounter, rows: PageRows): Promise<ListNumber> => {
  const { page, needsTotals } = call.parsed
  const counted = rows[0]?.total ?? (page === 1 ? 0 : undefined)
  if (counted === undefined || (!tally && needsTotals && counted > maxCounted)) return readNumber(call, tally)
  return tally ? { total: counted, isMinimum: false } : boundedNumber(counted)
}

/**
 * Returns the number of records after a page was read.
 * A cached number can be smaller than the number of records up to the page, because records have been added since.
 * If the number is a minimum, a page that is not full is the last one, and any other page may have a next one.
 */
const numberAfterPage = (
  { total, isMinimum }: ListNumber,
  length: number,
  { page, pageSize }: ParsedQuery,
): ListNumber => {
  const read = length > 0 ? (page - 1) * pageSize + length : 0
  if (!isMinimum || length === 0) return { total: Math.max(total, read), isMinimum }
  return length < pageSize ? { total: read, isMinimum: false } : { total: Math.max(total, read + 1), isMinimum }
}

/**
 * Reads one page of a list, and unless the number of its records is known, that number in each row: in one statement,
 * so that they are consistent.
 * An inner query selects the page, so that labels and counts are computed for its records only.
 */
const readPage = async (call: ListCall, counter: ListCounter): Promise<PageRows> => {
  const { context, plan, parsed } = call
  const { tally, known, isNearEnd } = counter
  if (known?.total === 0) return []
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const isCounted = isCountedHere(counter)
  const isGathered = isCounted || isSortedByOtherField(call) || isOfCompany(parsed) || isRare(counter)
  const total = isCounted ? sql`select count(*) from ${gathered}` : countSql(call, tally, listCondition(call))
  const count = known === null ? sql`, (${total}) as total` : sql``
  const position = positionOf(parsed, isNearEnd && known ? known.total : null)
  const source = isGathered ? gatheredSource : tableSource(call)
  const { rows } = await sql<RecordValues & { readonly total?: number }>`
    ${isGathered ? withGathered(call, { isLimited: isCounted }) : sql``}
    select ${projection.select(sqlContextOf(context))}${count}
    ${rowsOfKeys(call, { ...source, ...position, isReversed: isNearEnd })}
    order by ${orderOf(plan.visible, parsed, sqlContextOf(context))}`.execute(dbOf(call))
  return rows
}

/** Returns whether the statement that reads the page counts the records. */
const isCountedHere = ({ tally, known }: ListCounter): boolean => tally === null && known === null

/** Returns whether a tally has said that the records are few, which reading in the order of the list may find late. */
const isRare = ({ tally, known }: ListCounter): boolean => tally !== null && known !== null && known.total <= maxCounted

/** What the keys of a list are selected from: a table with the alias `t`, and a condition. */
interface KeySource {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  /** The column with the values by which gathered records are sorted. */
  readonly sortColumn?: RawBuilder<unknown>
}

const tableSource = (call: ListCall): KeySource => ({
  from: fromTable(call.plan.resource),
  where: listCondition(call, { isLong: true, agreementFilter: agreementFilterOf(call) }),
})

/** The name of the records of a query that are gathered before they are sorted. */
const gathered = sql.id('gathered')

const sortColumn = sql.id('sorted by')

const gatheredSource: KeySource = { from: sql`from ${gathered} as t`, where: sql`true`, sortColumn }

/**
 * Returns whether a query has a period of another field than that of its order, without bounds in its order.
 * Reading records in their order would then pass all records of other periods before those of the page, so the records
 * of the period are gathered first.
 */
const isSortedByOtherField = ({ parsed: { filters, sort }, bounds }: ListCall): boolean =>
  bounds?.field !== sort.field.name &&
  filters.some(({ isPeriod, field: { name } }) => isPeriod && name !== sort.field.name)

/** Returns whether the records of a query are those of a company, which are few in the order of the list. */
const isOfCompany = ({ filters }: ParsedQuery): boolean =>
  filters.some(({ field: { through } }) => through?.reference === tenantFields.agreement)

const hasIndex = ({ field }: ParsedFilter): boolean =>
  field.name !== tenantFields.agreement &&
  !field.virtual &&
  !field.through &&
  (field.index === true || isReference(field))

const withGathered = (call: ListCall, { isLimited }: { readonly isLimited: boolean }): RawBuilder<unknown> => {
  const { context, plan, parsed } = call
  const order = expressionOf(plan.visible, parsed.sort.field, sqlContextOf(context))
  // Records that another index finds are compared with a state; an index of states would be read as a whole.
  const agreementFilter =
    isLimited && (parsed.keyword !== '' || parsed.filters.some(hasIndex)) ? undefined : agreementFilterOf(call)
  return sql`with ${gathered} as materialized (
    select ${sql.join(plan.resource.key.map((name) => columnOf(name)))}, ${order} as ${sortColumn}
    ${fromTable(plan.resource)}
    where ${listCondition(call, { agreementFilter })}
    ${isLimited ? sql`limit ${sql.lit(maxCounted + 1)}` : sql``}
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
  { from, where, sortColumn: gatheredColumn, isReversed, size, skipped }: KeyPage,
): RawBuilder<unknown> => {
  const { field, order } = parsed.sort
  const sort: ParsedQuery['sort'] = isReversed ? { field, order: order === 'DESC' ? 'ASC' : 'DESC' } : parsed.sort
  const column = gatheredColumn ?? expressionOf(visible, field, sqlContextOf(context))
  const columnOrder = sql`${column} ${sql.raw(sort.order)}`
  const select = (condition: RawBuilder<SqlBool>, sortColumn: RawBuilder<unknown>) => sql`
    select ${sql.join(resource.key.map((name) => columnOf(name)))}
    ${from}
    where ${condition}
    order by ${sql.join([sortColumn, ...keyOrder(visible, sort)])}`
  // An ascending list has empty values at its end, as an index has, so the index can be read in both directions.
  // A field of the key is never empty.
  if (order === 'ASC' || resource.key.includes(field.name)) return select(where, columnOrder)
  if (gatheredColumn || field.virtual || field.type === 'count')
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
