import { type SqlBool, sql } from 'kysely'
import { allOf, columnOf, sqlContextOf, tallyFor } from '../projection'
import { canCountBy } from '../tally'
import type { ListCall } from './list-condition'
import { filterCondition, type ParsedFilter } from './list-query'

/**
 * Returns a call with the bounds of the field by which the list is sorted by default, if one of its filters would make
 * the database read many other records in this order: those of other periods, or those with another computed state.
 * The bounds are read from a tally.
 */
export const withBounds = async (call: ListCall): Promise<ListCall> => {
  const { context, plan, parsed } = call
  const { field } = plan.visible.list.sort
  const isOther = ({ field: { name, virtual }, isPeriod }: ParsedFilter) => virtual || (isPeriod && name !== field)
  const others = parsed.filters.filter(isOther).map(nameOf)
  const tally = others.length > 0 ? tallyFor(plan.resource, [field, ...others], context) : null
  if (tally === null) return call
  const counted = parsed.filters.filter((filter) => !filter.field.through && canCountBy(tally, [nameOf(filter)]))
  const column = columnOf(field)
  const { rows } = await sql<{ first: unknown; last: unknown; hasEmpty: boolean | null }>`
    select min(${column}) as first, max(${column}) as last, bool_or(${column} is null) as "hasEmpty"
    from ${sql.table(tally.table)} as t
    where ${allOf(counted.map((filter) => filterCondition(plan.visible, filter, sqlContextOf(context))))}`.execute(
    context.db,
  )
  const { first = null, last = null, hasEmpty } = rows[0] ?? {}
  // Bounds would exclude records without a value.
  if (hasEmpty) return call
  const condition =
    first === null ? sql<SqlBool>`false` : sql<SqlBool>`(${column} >= ${first} and ${column} <= ${last})`
  return { ...call, bounds: { field, condition } }
}

const nameOf = ({ field }: ParsedFilter): string => field.name
