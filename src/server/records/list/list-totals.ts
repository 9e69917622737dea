import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListTotal } from '../../../contract/envelope'
import type { RoleView, TotalRules } from '../../../schema/language/resource'
import { fieldNamed, type RecordValues } from '../../../schema/language/types'
import { columnName } from '../../../schema/load/names'
import { currencyField, currencyOf } from '../../../schema/text/value-text'
import { allOf, columnOf, fromTable, hasOneOf } from '../projection'
import type { RecordTally } from '../tally'
import { type ListCall, listCondition } from './list-condition'
import { tallyOf } from './list-count'

/**
 * Returns the number of records and the sums of their amounts, for each currency, by the rules of the list.
 * Parts that the list declares have sums of their own.
 */
export const readTotals = async (call: ListCall): Promise<readonly ListTotal[]> => {
  const { totals, totalRules } = call.plan.visible.list
  const declared = totalRules?.parts ?? []
  const [whole = [], ...parts] = await readPartTotals(call, [
    {},
    ...declared.map(({ where }) => ({ condition: hasOneOf(where), fields: Object.keys(where) })),
  ])
  if (declared.length === 0) return whole
  const nothing: ListTotal = { Count: 0, ...Object.fromEntries(totals.map((name) => [name, 0])) }
  return whole.map((total) => ({
    ...total,
    Parts: declared.map(({ label }, index) => {
      const { [currencyField]: _, ...sums } = parts[index]?.find((part) => isSameCurrency(part, total)) ?? nothing
      return { Label: label, ...sums }
    }),
  }))
}

const isSameCurrency = (one: RecordValues, other: RecordValues): boolean => currencyOf(one) === currencyOf(other)

/** A part of the records of a query; without a condition, all of them. */
interface ListPart {
  readonly condition?: RawBuilder<SqlBool>
  /** The fields that the condition reads, which decide whether a tally can count the records. */
  readonly fields?: readonly string[]
}

/**
 * Returns, for each part of a query's records, their number and the sums of their amounts by currency, by the rules of
 * the list, in one statement.
 */
export const readPartTotals = async (
  call: ListCall,
  parts: readonly ListPart[],
): Promise<readonly (readonly ListTotal[])[]> => {
  const { context, plan } = call
  const { visible } = plan
  const { totals: names, totalRules = {} } = visible.list
  const currency = fieldNamed(visible.fields, currencyField) && columnOf(currencyField)
  const { from, count, where } = totalsSource(call, parts)
  const columns = parts.flatMap(({ condition }, index) => {
    const only = condition ? sql` filter (where ${condition})` : sql``
    return [
      sql`${aggregate(sql`sum(${count})`, only)} as ${sql.id(`${index}`)}`,
      ...names.map((name) => sql`${aggregate(sumOf(name, totalRules), only)} as ${sql.id(`${index}.${name}`)}`),
    ]
  })
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join([...(currency ? [sql`${currency} as ${sql.id(currencyField)}`] : []), ...columns])}
    ${from}
    where ${where}
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

/** The rows of which totals are sums, and the SQL of the number of records in a row. */
interface TotalsSource {
  readonly from: RawBuilder<unknown>
  readonly count: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
}

/**
 * Returns the rows of which totals are sums: groups of records that no part and no rule tells apart, or the records.
 * Groups are few, so that conditions and signs are not computed for each record.
 * A tally that has the sums is read instead of the records.
 */
const totalsSource = (call: ListCall, parts: readonly ListPart[]): TotalsSource => {
  const { resource, visible } = call.plan
  const { totals: names, totalRules = {} } = visible.list
  const where = allOf([listCondition(call), ...exceptions(totalRules)])
  const tally = totalsTallyOf(call, parts)
  const from = tally ? sql`from ${sql.table(tally.table)} as t` : fromTable(resource)
  const count = tally ? sql.ref(`t.${tally.sums[0]}`) : sql`1`
  const groups = groupColumns(visible, parts)
  if (groups === null) return { from, count, where }
  const sums = names.map((name) => sql`sum(${columnOf(name)}) as ${sql.id(columnName(name))}`)
  const grouped = sql`from (
    select ${sql.join([...groups, sql`sum(${count}) as group_size`, ...sums])}
    ${from}
    where ${where}
    group by ${sql.join(groups)}
  ) as t`
  return { from: grouped, count: sql.ref('t.group_size'), where: sql`true` }
}

/** Returns the columns that the parts and the rules of totals read; null if they are not a few codes. */
const groupColumns = (
  { fields, list: { totalRules: { negative = {} } = {} } }: RoleView,
  parts: readonly ListPart[],
): readonly RawBuilder<unknown>[] | null => {
  const read = [...Object.keys(negative), ...fieldsOfParts(parts)]
  if (read.length === 0) return null
  const grouping = [currencyField, ...read].map((name) => fieldNamed(fields, name))
  if (grouping.some((field) => field?.type !== 'enum' || field.virtual)) return null
  return [...new Set(grouping.map((field) => field?.name ?? ''))].map((name) => columnOf(name))
}

/** Returns the tally that has the sums and the columns that the rules of the list and the parts read; null if none has. */
const totalsTallyOf = (call: ListCall, parts: readonly ListPart[]): RecordTally | null => {
  const { totals, totalRules: { negative = {}, except = [] } = {} } = call.plan.visible.list
  const tally = tallyOf(call, [...Object.keys(negative), ...except.flatMap(Object.keys), ...fieldsOfParts(parts)])
  return tally && totals.every((name) => tally.sums.includes(columnName(name))) ? tally : null
}

const fieldsOfParts = (parts: readonly ListPart[]): readonly string[] => parts.flatMap(({ fields = [] }) => fields)

/** Returns SQL for the sum of an amount, which subtracts the records that count as negative. */
const sumOf = (name: string, { negative }: TotalRules): RawBuilder<unknown> =>
  negative
    ? sql`sum(case when ${hasOneOf(negative)} then -${columnOf(name)} else ${columnOf(name)} end)`
    : sql`sum(${columnOf(name)})`

/** Returns the conditions that a record is not excepted, also if its fields are empty. */
const exceptions = ({ except = [] }: TotalRules): readonly RawBuilder<SqlBool>[] =>
  except.map((values) => sql`(${allOf(Object.entries(values).map(isExcepted))}) is not true`)

const isExcepted = ([name, values]: [string, readonly string[] | 'filled']): RawBuilder<SqlBool> =>
  values === 'filled' ? sql`${columnOf(name)} is not null` : hasOneOf({ [name]: values })

const aggregate = (value: RawBuilder<unknown>, only: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${value}${only}, 0)::bigint`
