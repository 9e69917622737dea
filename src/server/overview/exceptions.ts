import { sql } from 'kysely'
import type { Overview, OverviewAmount } from '../../contract/call-responses'
import { addDays } from '../../domain/dates/dates'
import { actorOf } from '../access/caller'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'
import { contextOf, todayOf } from '../context'
import { currencyOrder, lineCurrency, maxCompanies, signedSum } from './amounts'

/** The condition for lines `l` that wait for a person, except proposals, whose columns the index `transaction_line_exceptions` has. */
const isUnhandled = sql`l.write_off_status in ('NotWrittenOff', 'Exception')`

/** Returns the count and the sum of the exceptions and unmatched lines, from which reversals are subtracted. */
export const readExceptions = async ({ ports, scope }: Call): Promise<readonly OverviewAmount[]> => {
  const { rows } = await sql<OverviewAmount>`
    select ${lineCurrency} as "CurrencyType", count(*)::bigint as "Count", ${signedSum('amount')} as "Amount"
    from transaction_line l
    where ${agreementCondition(scope, 'l')} and ${isUnhandled}
    group by ${lineCurrency}
    order by ${currencyOrder(lineCurrency)}`.execute(ports.db)
  return rows
}

/** Returns the proposals that wait, and the number of the caller's own among them, which others must release. */
export const readProposals = async ({ ports, scope }: Call): Promise<NonNullable<Overview['Proposals']>> => {
  const { rows } = await sql<OverviewAmount & { readonly OwnCount: number }>`
    select ${lineCurrency} as "CurrencyType", count(*)::bigint as "Count", ${signedSum('amount')} as "Amount",
      count(*) filter (where h.user_id = ${actorOf(scope)})::bigint as "OwnCount"
    from transaction_line l
    join line_handling h on h.line_serial_id = l.serial_id and h.state = 'Proposed'
    where ${agreementCondition(scope, 'l')} and l.write_off_status = 'PendingRelease'
    group by 1
    order by ${currencyOrder(lineCurrency)}`.execute(ports.db)
  return {
    Amounts: rows.map(({ OwnCount, ...amount }) => amount),
    OwnCount: rows.reduce((sum, { OwnCount }) => sum + OwnCount, 0),
  }
}

type CompanyExceptions = NonNullable<Overview['CompanyExceptions']>
type CompanyException = CompanyExceptions['Companies'][number]

/** Number of days, today included, whose exceptions the bank sees: the longest period of its list of lines. */
const shownDays = 92

/** Returns the exceptions of the last days by company, those with the most lines first. */
export const readCompanyExceptions = async (call: Call): Promise<CompanyExceptions> => {
  const { ports } = call
  const Until = todayOf(contextOf(call))
  const Since = addDays(Until, 1 - shownDays)
  const { rows } = await sql<CompanyException>`
    with lines as (
      select l.apply_code, ${lineCurrency} as currency_type, count(*) as lines, ${signedSum('amount')} as amount
      from transaction_line l
      where ${isUnhandled} and l.trade_date between ${Since}::date and ${Until}::date
      group by 1, 2
    ), amounts as (
      select a.uniform_no, l.currency_type, sum(l.lines)::bigint as lines, sum(l.amount)::bigint as amount
      from lines l
      left join agreement a on a.apply_code = l.apply_code
      group by 1, 2
    ), companies as (
      select uniform_no, sum(lines) as lines,
        jsonb_agg(
          jsonb_build_object('CurrencyType', currency_type, 'Count', lines, 'Amount', amount)
          order by ${currencyOrder(sql`currency_type`)}
        ) as amounts
      from amounts
      group by 1
    )
    select c.uniform_no as "UniformNo", k.customer_name as "CustomerName", c.amounts as "Amounts"
    from companies c
    left join customer k on k.uniform_no = c.uniform_no
    order by c.lines desc, c.uniform_no`.execute(ports.db)
  const rest = rows.slice(maxCompanies)
  const Earlier = await readEarlierExceptions(call, Since)
  return {
    Since,
    Until,
    Totals: totalsOf(rows.flatMap(({ Amounts }) => Amounts)),
    Companies: rows.slice(0, maxCompanies),
    RestCount: rest.flatMap(({ Amounts }) => Amounts).reduce((sum, { Count }) => sum + Count, 0),
    RestCompanyCount: rest.length,
    Earlier,
  }
}

/**
 * Returns the exceptions before a day: the number of all, and the sums of the earliest period that a list can show.
 * Returns null if there are none.
 */
const readEarlierExceptions = async ({ ports }: Call, day: string): Promise<CompanyExceptions['Earlier']> => {
  const { rows } = await sql<OverviewAmount & { readonly since: string; readonly all: number }>`
    with earlier as (
      select l.trade_date, l.currency_type, l.amount_sign, l.amount
      from transaction_line l
      where ${isUnhandled} and l.trade_date < ${day}::date
    ), bounds as (
      select min(trade_date) as since, count(*)::bigint as lines from earlier
    )
    select b.since::text as since, b.lines as "all",
      ${lineCurrency} as "CurrencyType", count(*)::bigint as "Count", ${signedSum('amount')} as "Amount"
    from earlier l, bounds b
    where l.trade_date < b.since + ${shownDays}::integer
    group by b.since, b.lines, ${lineCurrency}
    order by ${currencyOrder(lineCurrency)}`.execute(ports.db)
  const [first] = rows
  if (!first) return null
  const lastDay = addDays(first.since, shownDays - 1)
  return {
    Since: first.since,
    Until: lastDay < day ? lastDay : addDays(day, -1),
    Totals: rows.map(({ since, all, ...amount }) => amount),
    Count: first.all,
  }
}

/** Returns the sums of amounts by currency. */
const totalsOf = (amounts: readonly OverviewAmount[]): readonly OverviewAmount[] => {
  const totals = new Map<string, OverviewAmount>()
  for (const { CurrencyType, Count, Amount } of amounts) {
    const sum = totals.get(CurrencyType)
    totals.set(CurrencyType, { CurrencyType, Count: Count + (sum?.Count ?? 0), Amount: Amount + (sum?.Amount ?? 0) })
  }
  return [...totals.values()]
}
