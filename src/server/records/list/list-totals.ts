import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListTotal } from '../../../contract/envelope'
import { fieldNamed } from '../../../schema/language/types'
import { columnName } from '../../../schema/load/names'
import { currencyField } from '../../../schema/text/value-text'
import { columnOf, fromTable } from '../projection'
import { type ListCall, listCondition } from './list-condition'
import { tallyOf } from './list-count'
import type { ParsedFilter } from './list-query'

/** Returns the number of records and the sums of their amounts, for each currency. */
export const readTotals = async (call: ListCall): Promise<readonly ListTotal[]> =>
  (await readPartTotals(call, [{}]))[0] ?? []

/** A part of the records of a query; without a condition, all of them. */
interface ListPart {
  readonly condition?: RawBuilder<SqlBool>
  /** The filters of the condition, which decide whether a tally can count the records. */
  readonly filters?: readonly ParsedFilter[]
}

/** Returns, for each part of a query's records, their number and the sums of their amounts by currency, in one statement. */
export const readPartTotals = async (
  call: ListCall,
  parts: readonly ListPart[],
): Promise<readonly (readonly ListTotal[])[]> => {
  const { context, plan, parsed } = call
  const { resource, visible } = plan
  const filters = [...parsed.filters, ...parts.flatMap((part) => part.filters ?? [])]
  const countTally = tallyOf({ ...call, parsed: { ...parsed, filters } })
  const names = visible.list.totals
  const tally = countTally && names.every((name) => countTally.sums.includes(columnName(name))) ? countTally : null
  const currency = fieldNamed(visible.fields, currencyField) && columnOf(currencyField)
  const count = tally ? sql`sum(${sql.ref(`t.${tally.sums[0]}`)})` : sql`count(*)`
  const columns = parts.flatMap(({ condition }, index) => {
    const only = condition ? sql` filter (where ${condition})` : sql``
    return [
      sql`${aggregate(count, only)} as ${sql.id(`${index}`)}`,
      ...names.map((name) => sql`${aggregate(sql`sum(${columnOf(name)})`, only)} as ${sql.id(`${index}.${name}`)}`),
    ]
  })
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join([...(currency ? [sql`${currency} as ${sql.id(currencyField)}`] : []), ...columns])}
    ${tally ? sql`from ${sql.table(tally.table)} as t` : fromTable(resource)}
    where ${listCondition(call)}
    ${currency ? sql`group by ${currency} order by ${currency}` : sql``}`.execute(context.db)
  return parts.map((_, index) =>
    rows
      .map(
        (row): ListTotal => ({
          ...(currency ? { [currencyField]: row[currencyField] } : {}),
          Count: Number(row[`${index}`]),
          ...Object.fromEntries(names.map((name) => [name, row[`${index}.${name}`]])),
        }),
      )
      .filter(({ Count }) => Count !== 0 || !currency),
  )
}

const aggregate = (value: RawBuilder<unknown>, only: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${value}${only}, 0)::bigint`
