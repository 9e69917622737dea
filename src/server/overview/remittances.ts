import { sql } from 'kysely'
import type { ExpectedRemittance, Overview } from '../../contract/call-responses'
import { addDays } from '../../domain/dates/dates'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'
import { contextOf, todayOf } from '../context'
import { bankLineTally, lineTally } from '../database/bills-and-lines/line-tallies'
import { repeatedDays } from '../payments/remittances/check'
import { countsInSums, currencyOrder, lineCurrency, signedSum } from './amounts'

/**
 * Returns the net amounts that are expected from today on, by day, as the sums of the list of lines have them.
 * Exceptions count, because the channel remits their money too.
 * The parts of a divided line count in its place.
 */
export const readExpectedRemittances = async (call: Call): Promise<readonly ExpectedRemittance[]> => {
  const { table } = call.scope.kind === 'bank' ? bankLineTally : lineTally
  const { rows } = await sql<ExpectedRemittance>`
    select l.expect_remit_date as "RemitDate", ${lineCurrency} as "CurrencyType", sum(l.line_count)::bigint as "LineCount",
      ${signedSum('net_amount')} as "NetAmount"
    from ${sql.table(table)} l
    where ${agreementCondition(call.scope, 'l')} and l.expect_remit_date >= ${todayOf(contextOf(call))}::date
      and ${countsInSums}
    group by 1, 2
    having sum(l.line_count) <> 0
    order by 1, ${currencyOrder(lineCurrency)}`.execute(call.ports.db)
  return rows
}

type RemittanceChecks = NonNullable<Overview['RemittanceChecks']>

/** Returns the comparisons of remittances that are not equal, by result; older ones than are repeated are left out. */
export const readRemittanceChecks = async (call: Call): Promise<RemittanceChecks> => {
  const Since = addDays(todayOf(contextOf(call)), -repeatedDays)
  const { rows } = await sql<RemittanceChecks['Results'][number]>`
    select check_status as "CheckStatus", count(*)::bigint as "Count", sum(difference)::bigint as "Difference"
    from remittance_check
    where remit_date >= ${Since}::date and check_status <> 'Matched'
    group by 1
    order by 2 desc, 1`.execute(call.ports.db)
  return { Since, Results: rows }
}
