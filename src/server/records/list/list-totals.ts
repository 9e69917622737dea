import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListTotal } from '../../../contract/envelope'
import type { RoleView, TotalRules } from '../../../schema/language/resource'
import { fieldNamed, type RecordValues, type RoleField } from '../../../schema/language/types'
import { columnName } from '../../../schema/load/names'
import { currencyField, currencyOf } from '../../../schema/text/value-text'
import { allOf, columnOf, expressionOf, hasOneOf, sqlContextOf, talliedExpression } from '../projection'
import type { RecordTally } from '../tally'
import { dbOf, fromRecords, type ListCall, listCondition } from './list-condition'
import { tallyOf } from './list-count'

/**
 * Returns the number of records and the sums of their amounts, for each currency, by the rules of the list.
 * Parts that the list declares have sums of their own.
 */
export const readTotals = async (call: ListCall): Promise<readonly ListTotal[]> => {
  const { totals, totalRules } = call.plan.visible.list
  const declared = totalRules?.parts ?? []
  const read = await readPartTotals(call, [
    {},
    ...declared.map(({ where }) => ({ condition: () => hasOneOf(where), fields: Object.keys(where) })),
  ])
  const [whole = [], ...parts] = read.map(({ Totals }) => Totals)
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
export interface ListPart {
  /** Returns the condition of the records, or that of groups of them, which have a column also for a virtual field. */
  readonly condition?: (isGrouped: boolean) => RawBuilder<SqlBool>
  /** The fields that the condition reads, which decide whether a tally can count the records. */
  readonly fields?: readonly string[]
}

/** The number of records of a part, and their sums. */
interface PartTotals {
  /** With `countsExcepted`, includes the records that the rules of the list except from the sums. */
  readonly Count: number
  readonly Totals: readonly ListTotal[]
}

/**
 * Returns, for each part of a query's records, their number and the sums of their amounts by currency, by the rules of
 * the list, in one statement.
 * Excepted records are not read unless `countsExcepted` asks for their number.
 */
export const readPartTotals = async (
  call: ListCall,
  parts: readonly ListPart[],
  { countsExcepted = false }: { readonly countsExcepted?: boolean } = {},
): Promise<readonly PartTotals[]> => {
  const { plan } = call
  const { visible } = plan
  const { totals: names, totalRules = {} } = visible.list
  const currency = fieldNamed(visible.fields, currencyField) && columnOf(currencyField)
  const { from, count, amountOf, where, isGrouped = false } = totalsSource(call, parts, { countsExcepted })
  const filter = (conditions: readonly RawBuilder<SqlBool>[]) =>
    conditions.length > 0 ? sql` filter (where ${allOf(conditions)})` : sql``
  const columns = parts.flatMap(({ condition }, index) => {
    const all = condition ? [condition(isGrouped)] : []
    const only = filter([...all, ...(countsExcepted ? exceptions(totalRules) : [])])
    return [
      ...(countsExcepted ? [sql`${aggregate(sql`sum(${count})`, filter(all))} as ${sql.id(`${index}.all`)}`] : []),
      sql`${aggregate(sql`sum(${count})`, only)} as ${sql.id(`${index}`)}`,
      ...names.map(
        (name) => sql`${aggregate(sumOf(amountOf(name), totalRules), only)} as ${sql.id(`${index}.${name}`)}`,
      ),
    ]
  })
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join([...(currency ? [sql`${currency} as ${sql.id(currencyField)}`] : []), ...columns])}
    ${from}
    where ${where}
    ${currency ? sql`group by ${currency} order by ${currency}` : sql``}`.execute(dbOf(call))
  return parts.map((_, index) => ({
    Count: rows.reduce((sum, row) => sum + Number(row[countsExcepted ? `${index}.all` : `${index}`]), 0),
    Totals: rows
      .map(
        (row): ListTotal => ({
          ...(currency ? { [currencyField]: row[currencyField] } : {}),
          Count: Number(row[`${index}`]),
          ...Object.fromEntries(names.map((name) => [name, row[`${index}.${name}`]])),
        }),
      )
      .filter(({ Count }) => Count !== 0 || !currency),
  }))
}

/** The rows of which totals are sums, and the SQL of the number of records in a row and of their amounts. */
interface TotalsSource {
  readonly from: RawBuilder<unknown>
  readonly count: RawBuilder<unknown>
  readonly amountOf: (name: string) => RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  readonly isGrouped?: true
}

/**
 * Returns the rows of which totals are sums: groups of records that no part and no rule tells apart, or the records.
 * Groups are few, so that conditions and signs are not computed for each record, and a state that is computed from
 * other columns is computed once for each.
 * A tally that has the sums is read instead of the records.
 */
const totalsSource = (
  call: ListCall,
  parts: readonly ListPart[],
  { countsExcepted }: { readonly countsExcepted: boolean },
): TotalsSource => {
  const { resource, visible } = call.plan
  const { totals: names, totalRules = {} } = visible.list
  const where = allOf([listCondition(call), ...(countsExcepted ? [] : exceptions(totalRules))])
  const tally = totalsTallyOf(call, parts)
  const context = sqlContextOf(call.context)
  const expression = tally ? talliedExpression : expressionOf
  const amountOf = (name: string) => {
    const field = fieldNamed(resource.fields, name)
    return field ? expression(resource, field, context) : columnOf(name)
  }
  const from = tally ? sql`from ${sql.table(tally.table)} as t` : fromRecords(call)
  const count = tally ? sql.ref(`t.${tally.sums[0]}`) : sql`1`
  const groups = groupFields(visible, [
    ...fieldsOfParts(parts),
    ...(countsExcepted ? (totalRules.except ?? []).flatMap(Object.keys) : []),
  ])
  if (groups === null) return { from, count, amountOf, where }
  const columns = groups.map(
    (field) => sql`${expressionOf(resource, field, context)} as ${sql.id(columnName(field.name))}`,
  )
  const sums = names.map((name) => sql`sum(${amountOf(name)}) as ${sql.id(columnName(name))}`)
  const grouped = sql`from (
    select ${sql.join([...columns, sql`sum(${count}) as group_size`, ...sums])}
    ${from}
    where ${where}
    group by ${sql.join(groups.map((_, index) => sql.raw(String(index + 1))))}
  ) as t`
  return { from: grouped, count: sql.ref('t.group_size'), amountOf: columnOf, where: sql`true`, isGrouped: true }
}

/** Returns the fields that the rules of totals and `further` conditions read; null if they are not a few codes. */
const groupFields = (
  { fields, list: { totalRules: { negative = {} } = {} } }: RoleView,
  further: readonly string[],
): readonly RoleField[] | null => {
  const read = [...Object.keys(negative), ...further]
  if (read.length === 0) return null
  const currency = fieldNamed(fields, currencyField) ? [currencyField] : []
  const grouping = [...new Set([...currency, ...read])].map((name) => fieldNamed(fields, name))
  return grouping.every((field): field is RoleField => field?.type === 'enum') ? grouping : null
}

/** Returns the tally that has the sums and the columns that the rules of the list and the parts read; null if none has. */
export const totalsTallyOf = (call: ListCall, parts: readonly ListPart[]): RecordTally | null => {
  const { totals, totalRules: { negative = {}, except = [] } = {} } = call.plan.visible.list
  const tally = tallyOf(call, [...Object.keys(negative), ...except.flatMap(Object.keys), ...fieldsOfParts(parts)])
  return tally && totals.every((name) => tally.sums.includes(columnName(name))) ? tally : null
}

const fieldsOfParts = (parts: readonly ListPart[]): readonly string[] => parts.flatMap(({ fields = [] }) => fields)

/** Returns SQL for the sum of an amount, which subtracts the records that count as negative. */
const sumOf = (amount: RawBuilder<unknown>, { negative }: TotalRules): RawBuilder<unknown> =>
  negative ? sql`sum(case when ${hasOneOf(negative)} then -${amount} else ${amount} end)` : sql`sum(${amount})`

/** Returns the conditions that a record is not excepted, also if its fields are empty. */
const exceptions = ({ except = [] }: TotalRules): readonly RawBuilder<SqlBool>[] =>
  except.map((values) => sql`(${allOf(Object.entries(values).map(isExcepted))}) is not true`)

const isExcepted = ([name, values]: [string, readonly string[] | 'filled']): RawBuilder<SqlBool> =>
  values === 'filled' ? sql`${columnOf(name)} is not null` : hasOneOf({ [name]: values })

const aggregate = (value: RawBuilder<unknown>, only: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${value}${only}, 0)::bigint`
