import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListTotal, PartTotal } from '../../../contract/envelope'
import type { TotalRules } from '../../../schema/language/resource'
import { fieldNamed } from '../../../schema/language/types'
import { columnName } from '../../../schema/load/names'
import { currencyField } from '../../../schema/text/value-text'
import { allOf, columnOf, hasOneOf } from '../projection'
import { type ListCall, listCondition } from './list-condition'
import type { ListCounter } from './list-count'

/** Returns the number of records and the sums of their amounts, for each currency, by the rules of the list. */
export const readTotals = async (
  call: ListCall,
  { tally: countTally }: Pick<ListCounter, 'tally'>,
): Promise<readonly ListTotal[]> => {
  const { context, plan } = call
  const { resource, visible } = plan
  const { totals, totalRules = {} } = visible.list
  // A tally has sums of all records, to which no rule can be applied.
  const tally =
    countTally && !visible.list.totalRules && totals.every((name) => countTally.sums.includes(columnName(name)))
      ? countTally
      : null
  const currency = fieldNamed(visible.fields, currencyField) && columnOf(currencyField)
  const count = tally ? sql`sum(${sql.ref(`t.${tally.sums[0]}`)})::bigint` : sql`count(*)`
  const columns = [
    ...(currency ? [sql`${currency} as ${sql.id(currencyField)}`] : []),
    sql`${count} as "Count"`,
    ...totals.map((name) => sql`${sumOf(name, totalRules)} as ${sql.id(name)}`),
    ...(totalRules.parts ?? []).flatMap(({ where }, index) => partColumns(totals, totalRules, { where, index })),
  ]
  const { rows } = await sql<ListTotal>`
    select ${sql.join(columns)}
    from ${sql.table(tally?.table ?? resource.table)} as t
    where ${allOf([listCondition(call), ...exception(totalRules)])}
    ${currency ? sql`group by ${currency} having ${count} <> 0 order by ${currency}` : sql``}`.execute(context.db)
  return totalRules.parts ? rows.map((row) => withParts(row, totals, totalRules)) : rows
}

/** Returns SQL for the sum of an amount, which subtracts the records that count as negative. */
const sumOf = (name: string, { negative }: TotalRules, filter = sql``): RawBuilder<unknown> => {
  const amount = negative
    ? sql`case when ${hasOneOf(negative)} then -${columnOf(name)} else ${columnOf(name)} end`
    : columnOf(name)
  return sql`coalesce(sum(${amount}) ${filter}, 0)::bigint`
}

/** Returns the condition that a record is not excepted, also if its fields are empty. */
const exception = ({ except }: TotalRules): readonly RawBuilder<SqlBool>[] =>
  except ? [sql`(${hasOneOf(except)}) is not true`] : []

/** The condition of a part, and its position among the parts. */
interface IndexedPart {
  readonly where: NonNullable<TotalRules['parts']>[number]['where']
  readonly index: number
}

const partColumns = (
  totals: readonly string[],
  rules: TotalRules,
  { where, index }: IndexedPart,
): readonly RawBuilder<unknown>[] => {
  const isInPart = sql`filter (where ${hasOneOf(where)})`
  return [
    sql`count(*) ${isInPart} as ${sql.id(partColumn(index, 'Count'))}`,
    ...totals.map((name) => sql`${sumOf(name, rules, isInPart)} as ${sql.id(partColumn(index, name))}`),
  ]
}

const partColumn = (index: number, name: string): string => `${index} ${name}`

/** Returns a row of sums with the sums of its parts as a list. */
const withParts = (row: ListTotal, totals: readonly string[], { parts = [] }: TotalRules): ListTotal => {
  const ofPart = (index: number): readonly (readonly [string, unknown])[] =>
    totals.map((name) => [name, row[partColumn(index, name)]])
  const own = Object.entries(row).filter(([name]) => !/^\d/.test(name))
  return {
    ...Object.fromEntries(own),
    Count: row.Count,
    Parts: parts.map(
      ({ label }, index): PartTotal => ({
        Label: label,
        Count: Number(row[partColumn(index, 'Count')]),
        ...Object.fromEntries(ofPart(index)),
      }),
    ),
  }
}
