import { sql } from 'kysely'
import type { Overview, OverviewAmount } from '../../contract/call-responses'
import { actorOf } from '../access/caller'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'
import { currencyOrder, lineAmount, lineCurrency } from './amounts'

/** The condition for lines `l` that wait for a person, except proposals, whose columns the index `transaction_line_exceptions` has. */
const isUnhandled = sql`l.write_off_status in ('NotWrittenOff', 'Exception')`

/** Returns the count and the sum of the exceptions and unmatched lines. */
export const readExceptions = async ({ ports, scope }: Call): Promise<readonly OverviewAmount[]> => {
  const { rows } = await sql<OverviewAmount>`
    select ${lineCurrency} as "CurrencyType", count(*)::bigint as "Count", sum(${lineAmount})::bigint as "Amount"
    from transaction_line l
    where ${agreementCondition(scope, 'l')} and ${isUnhandled}
    group by ${lineCurrency}
    order by ${currencyOrder(lineCurrency)}`.execute(ports.db)
  return rows
}

/** Returns the proposals that the caller may release, and the number of their own, which others must release. */
export const readProposals = async ({ ports, scope }: Call): Promise<NonNullable<Overview['Proposals']>> => {
  const { rows } = await sql<OverviewAmount & { readonly isOwn: boolean }>`
    select ${lineCurrency} as "CurrencyType", h.user_id = ${actorOf(scope)} as "isOwn",
      count(*)::bigint as "Count", sum(${lineAmount})::bigint as "Amount"
    from transaction_line l
    join line_handling h on h.line_serial_id = l.serial_id and h.state = 'Proposed'
    where ${agreementCondition(scope, 'l')} and l.write_off_status = 'PendingRelease'
    group by 1, 2
    order by ${currencyOrder(lineCurrency)}`.execute(ports.db)
  return {
    Others: rows.filter(({ isOwn }) => !isOwn).map(({ isOwn, ...amount }) => amount),
    OwnCount: rows.reduce((sum, { isOwn, Count }) => (isOwn ? sum + Count : sum), 0),
  }
}

type CompanyExceptions = NonNullable<Overview['CompanyExceptions']>
type CompanyException = CompanyExceptions['Companies'][number]

/** Number of companies that the first page names. */
const maxCompanies = 8

/** Returns the exceptions by company, those with the most lines first. */
export const readCompanyExceptions = async ({ ports }: Call): Promise<CompanyExceptions> => {
  const { rows } = await sql<CompanyException>`
    with lines as (
      select l.apply_code, ${lineCurrency} as currency_type, count(*) as lines, sum(${lineAmount}) as amount
      from transaction_line l
      where ${isUnhandled}
      group by 1, 2
    ), waiting as (
      select a.uniform_no, l.apply_code, l.currency_type, l.lines, l.amount
      from lines l
      left join agreement a on a.apply_code = l.apply_code
    ), amounts as (
      select uniform_no, currency_type, sum(lines)::bigint as lines, sum(amount)::bigint as amount
      from waiting
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
    select c.uniform_no as "UniformNo", k.customer_name as "CustomerName", c.amounts as "Amounts",
      (
        select coalesce(jsonb_agg(distinct w.apply_code) filter (where w.apply_code is not null), '[]')
        from waiting w
        where w.uniform_no is not distinct from c.uniform_no
      ) as "ApplyCodes"
    from companies c
    left join customer k on k.uniform_no = c.uniform_no
    order by c.lines desc, c.uniform_no`.execute(ports.db)
  const rest = rows.slice(maxCompanies)
  return {
    Totals: totalsOf(rows.flatMap(({ Amounts }) => Amounts)),
    Companies: rows.slice(0, maxCompanies),
    RestCount: rest.flatMap(({ Amounts }) => Amounts).reduce((sum, { Count }) => sum + Count, 0),
    RestCompanyCount: rest.length,
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
