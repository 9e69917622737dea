import { sql } from 'kysely'
import type { Overview } from '../../contract/call-responses'
import { addDays } from '../../domain/dates/dates'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'
import { contextOf, todayOf } from '../context'
import { maxCompanies } from './amounts'

/** Number of trade dates, today included, whose notices of credits are shown. */
const shownDays = 14

const firstDay = (call: Call): string => addDays(todayOf(contextOf(call)), 1 - shownDays)

/** Returns the number of notices of the last days that are not sent again unless a person resends them. */
export const readGivenUpPushes = async (call: Call): Promise<NonNullable<Overview['GivenUpPushes']>> => {
  const { ports, scope } = call
  const Since = firstDay(call)
  const { rows } = await sql<{ Count: number }>`
    select count(*)::bigint as "Count"
    from immediate_client_notify n
    where ${agreementCondition(scope, 'n')} and n.trade_date >= ${Since}::date and n.notify_status = 'GiveUp'`.execute(
    ports.db,
  )
  return { Since, Count: rows[0]?.Count ?? 0 }
}

type PushFailures = NonNullable<Overview['PushFailures']>
type CompanyFailures = PushFailures['Companies'][number]

/**
 * Returns the notices of the last days that receivers have not taken, by company, those with the most given up first.
 * The statement reads the notices of each agreement by their index, because notices have none by date alone.
 */
export const readPushFailures = async (call: Call): Promise<PushFailures> => {
  const Since = firstDay(call)
  const { rows } = await sql<CompanyFailures>`
    select a.uniform_no as "UniformNo", c.customer_name as "CustomerName",
      sum(n.given_up)::bigint as "GiveUpCount", sum(n.failed)::bigint as "FailedCount"
    from agreement a
    cross join lateral (
      select count(*) filter (where n.notify_status = 'GiveUp') as given_up, count(*) filter (where n.notify_status = 'Failed') as failed
      from immediate_client_notify n
      where n.apply_code = a.apply_code and n.trade_date >= ${Since}::date and n.notify_status in ('GiveUp', 'Failed')
    ) n
    left join customer c on c.uniform_no = a.uniform_no
    group by 1, 2
    having sum(n.given_up + n.failed) > 0
    order by 3 desc, 4 desc, 1`.execute(call.ports.db)
  const rest = rows.slice(maxCompanies)
  return {
    Since,
    Totals: totalsOf(rows),
    Companies: rows.slice(0, maxCompanies),
    RestTotals: totalsOf(rest),
    RestCompanyCount: rest.length,
  }
}

const totalsOf = (companies: readonly CompanyFailures[]): PushFailures['Totals'] => ({
  GiveUpCount: companies.reduce((sum, { GiveUpCount }) => sum + GiveUpCount, 0),
  FailedCount: companies.reduce((sum, { FailedCount }) => sum + FailedCount, 0),
})
