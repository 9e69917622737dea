import { sql } from 'kysely'
import { allOf, columnOf, sqlContextOf, tallyFor } from '../projection'
import { canCountBy } from '../tally'
import type { ListCall } from './list-condition'
import { filterCondition, type ParsedFilter } from './list-query'

/**
 * Returns a call for a period with the bounds of the field by which the list is sorted by default, whose index finds
 * the records of the caller.
 * A tally has them, for the records of all callers.
 * Without bounds, records would be read in the order of that index from its beginning, through those of all other
 * periods.
 */
export const withBounds = async (call: ListCall): Promise<ListCall> => {
  const { context, plan, parsed } = call
  const { field } = plan.visible.list.sort
  const periods = parsed.filters.filter(({ isPeriod }) => isPeriod)
  const isOfOtherField = periods.length > 0 && !periods.some((period) => period.field.name === field)
  const tally = isOfOtherField ? tallyFor(plan.resource, [field, ...periods.map(nameOf)], context) : null
  if (tally === null) return call
  const filters = parsed.filters.filter((filter) => !filter.field.through && canCountBy(tally, [nameOf(filter)]))
  const conditions = filters.map((filter) => filterCondition(plan.visible, filter, sqlContextOf(context)))
  const column = columnOf(field)
  const { rows } = await sql<{ first: unknown; last: unknown; hasEmpty: boolean | null }>`
    select min(${column}) as first, max(${column}) as last, bool_or(${column} is null) as "hasEmpty"
    from ${sql.table(tally.table)} as t
    where ${allOf(conditions)}`.execute(context.db)
  const { first = null, last = null, hasEmpty } = rows[0] ?? {}
  // Bounds would exclude records without a value.
  if (hasEmpty) return call
  const condition =
    first === null ? sql<boolean>`false` : sql<boolean>`(${column} >= ${first} and ${column} <= ${last})`
  return { ...call, bounds: { field, condition } }
}

const nameOf = ({ field }: ParsedFilter): string => field.name
