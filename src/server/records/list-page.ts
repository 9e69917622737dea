import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { queryRequiring, rowsToRequire } from '../database/statements/assumptions'
import { areStored, type RequiredRow, type RequiringInput, shapeOfRequired } from '../database/statements/row-versions'
import { Parameter } from '../database/statements/template'
import { countSql, type ListCounter } from './list-count'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { allOf, columnOf, expressionOf, fromTable, type SqlContext, sameValues } from './projection'
import { canKeepPlan } from './statements/kept-plan'
import { agreementFilterOf, type ListCall, listCondition, listStatement, type SqlQuery } from './statements/list-statement'

/** A row with the number of records in the list. */
interface RowWithTotal {
  readonly total: number
}

/** Reads one page of a list, with the total in each row. For a page near the end of the list, its total has been read before. */
export const readPage = async (call: ListCall, counter: ListCounter, totalNearEnd: number | null): Promise<readonly (RecordValues & RowWithTotal)[]> => {
  const { db } = call.context
  const keepsPlan = canKeepPlan(call)
  // In a statement that is planned for each call, planning these conditions would take longer than a check of its own.
  const required = keepsPlan ? rowsToRequire(db) : undefined
  if (required) {
    const rows = await queryRequiring(db, pageStatement(call, counter, { keepsPlan, totalNearEnd, required }))
    if (rows.length > 0) return rows
  }
  return (await db.executeQuery(pageStatement(call, counter, { keepsPlan, totalNearEnd, required: [] }))).rows
}

interface PageOptions {
  readonly keepsPlan: boolean
  readonly totalNearEnd: number | null
  /** The rows that must still be stored in these versions; otherwise the statement returns no page. */
  readonly required: readonly RequiredRow[]
}

/**
 * Returns the statement that reads one page and the total, so that they are consistent. For a page near the end of the list, the total has already been read, because the
 * position of the page depends on it; the statement then returns this total. An inner query selects the page, so that labels and counts are computed for its records only.
 */
const pageStatement = (
  call: ListCall,
  counter: ListCounter,
  { keepsPlan, totalNearEnd, required }: PageOptions,
): CompiledQuery<RecordValues & RowWithTotal> => {
  const { plan, parsed } = call
  const projection = parsed.needsAllFields ? plan.fullProjection : plan.defaultProjection
  const isReversed = totalNearEnd !== null
  const isLong = counter.isLong()
  const total = totalNearEnd ?? counter.cachedTotal()
  const count = (context: SqlContext, query: SqlQuery) =>
    total === null ? countSql(plan, counter.tally, listCondition(context, call, query)) : sql`select ${pageParameters.total}::bigint`
  const build = (context: SqlContext, query: SqlQuery) => {
    const where = listCondition(context, call, query, { isLong, asRange: keepsPlan, agreementFilter: agreementFilterOf(context, plan, query) })
    return sql<RecordValues & RowWithTotal>`
      select ${projection.select(context)}, (${count(context, query)}) as total
      ${keepsPlan ? firstRows(context, plan, { query, where, pageSize: parsed.pageSize }) : rowsOfKeys(context, plan, { query, where, isReversed })}
      ${required.length > 0 ? sql`where ${areStored(required)}` : sql``}
      order by ${sql.join([...(keepsPlan ? orderOfFilters(query) : []), orderOf(plan.visible, query, context)])}`
  }
  const shape = ['page', keepsPlan && parsed.pageSize, isReversed && 'from end', total !== null && 'with total', shapeOfRequired(required)].join()
  return listStatement({ shape, build, input: { ...call, total, required, ...positionOf(parsed, totalNearEnd) } })
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
interface PageInput extends ListCall, PagePosition, RequiringInput {
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

/** A page whose records are read directly. */
interface FirstPage {
  readonly query: SqlQuery
  readonly where: RawBuilder<SqlBool>
  readonly pageSize: number
}

/** Returns SQL for the records of a first page that an index contains in the order of the list, after the column of the filter. The page size is part of the text, because PostgreSQL keeps no plan for a limit that it does not know. */
const firstRows = (context: SqlContext, plan: ListPlan, { query, where, pageSize }: FirstPage): RawBuilder<unknown> => {
  const size = sql.lit(pageSize)
  return sql`from (${ordered(context, plan, { query, where, first: orderOfFilters(query), columns: sql`t.*`, maxRows: size, isReversed: false })} limit ${size}) as t`
}

/** Returns SQL for the order by the columns of the filters, except the column by which the list is sorted. */
const orderOfFilters = ({ filters, sort }: SqlQuery): readonly RawBuilder<unknown>[] =>
  filters.filter(({ field }) => field !== sort.field).map(({ field }) => sql`${columnOf(field.name)} ${sql.raw(sort.order)}`)

/** A page whose records are found by their keys, read from the beginning of the list or from its end. */
interface KeyPage {
  readonly query: SqlQuery
  readonly where: RawBuilder<SqlBool>
  readonly isReversed: boolean
}

/** Returns SQL for the records of any page. The inner query reads only keys, so that the database can skip the records before the page in an index. */
const rowsOfKeys = (context: SqlContext, plan: ListPlan, page: KeyPage): RawBuilder<unknown> => {
  const { table, key } = plan.resource
  const columns = sql.join(key.map((name) => columnOf(name)))
  return sql`
    from (${ordered(context, plan, { ...page, columns, maxRows: pageParameters.maxKeys })} limit ${pageParameters.size} offset ${pageParameters.skipped}) as k
    join ${sql.table(table)} as t on ${sameValues(key, 'k', 't')}`
}

/** A list in its order, or in reverse order. */
interface OrderedList extends KeyPage {
  /** The SQL of an order that precedes that of the list. */
  readonly first?: readonly RawBuilder<unknown>[]
  /** The SQL of the columns to read. */
  readonly columns: RawBuilder<unknown>
  /** The SQL of the number of rows that are needed. */
  readonly maxRows: unknown
}

/** Returns SQL that reads columns of a list in its order. */
const ordered = (
  context: SqlContext,
  { resource, visible }: ListPlan,
  { query, where, isReversed, first = [], columns, maxRows }: OrderedList,
): RawBuilder<unknown> => {
  const { field, order } = query.sort
  const sort: ParsedQuery['sort'] = isReversed ? { field, order: order === 'DESC' ? 'ASC' : 'DESC' } : query.sort
  const column = expressionOf(visible, field, context)
  const columnOrder = sql`${column} ${sql.raw(sort.order)}`
  const select = (condition: RawBuilder<SqlBool>, sortColumn: RawBuilder<unknown>) => sql`
    select ${columns}
    ${fromTable(resource)}
    where ${condition}
    order by ${sql.join([...first, sortColumn, ...keyOrder(visible, sort)])}`
  // An ascending list has empty values at its end, as an index has, so the index can be read in both directions. A field of the key is never empty.
  if (order === 'ASC' || resource.key.includes(field.name)) return select(where, columnOrder)
  if (field.virtual || field.type === 'count') return select(where, sql`${columnOrder} nulls ${sql.raw(isReversed ? 'first' : 'last')}`)
  // In descending order, an index returns empty values first. Records with a value and records without a value are therefore read separately.
  const parts = [select(allOf([where, sql`${column} is not null`]), columnOrder), select(allOf([where, sql`${column} is null`]), columnOrder)]
  const limited = (isReversed ? parts.toReversed() : parts).map((part) => sql`(${part} limit ${maxRows})`)
  return sql`select * from (${sql.join(limited, sql` union all `)}) as k`
}
