import { sql } from 'kysely'
import type { TermProgress } from '../../contract/call-responses'
import { isHiddenInLists } from '../access/fields'
import { requireQueryRight } from '../access/operations'
import { type Call, HttpRefusal } from '../call'
import { contextOf, keyOf, todayOf } from '../context'
import { overdueCondition } from '../database/bills-and-lines/bill-tally'
import { findRecord } from '../records/get'

/**
 * Returns, for each currency, how many of a term's bills are paid and how much money is still open.
 * Void bills are left out.
 */
export const termProgress = async (call: Call): Promise<readonly TermProgress[]> => {
  requireVisibleBills(call)
  const context = contextOf(call)
  const resource = call.schemas.get('billTerm')
  const { ApplyCode, BillTermId } = await findRecord(context, resource, keyOf(resource, call))
  const isOverdue = overdueCondition(sql`b.pay_status`, sql`b.payment_end_date`, todayOf(context))
  // The statement reads tallies instead of bills, because a term may have a million bills.
  // Merged tallies have one row for each state and deadline.
  const { rows } = await sql<TermProgress>`
    with channel as (
      select p.currency_type, p.channel_id, sum(p.payment_count)::bigint as payments, sum(p.amount)::bigint as amount
      from payment_tally p
      where p.apply_code = ${ApplyCode} and p.bill_term_id = ${BillTermId} and p.bill_state = 'Active'
      group by p.currency_type, p.channel_id
      having sum(p.payment_count) > 0
    )
    select
      b.currency_type as "CurrencyType",
      sum(b.bill_count)::bigint as "BillCount",
      coalesce(sum(b.bill_count) filter (where b.pay_status in ('Paid', 'OverPaid')), 0)::bigint as "PaidCount",
      sum(b.should_pay_amount)::bigint as "ShouldPayAmount",
      sum(b.paid_amount)::bigint as "PaidAmount",
      sum(b.outstanding_amount)::bigint as "OutstandingAmount",
      coalesce(sum(b.bill_count) filter (where ${isOverdue}), 0)::bigint as "OverdueCount",
      coalesce(sum(b.outstanding_amount) filter (where ${isOverdue}), 0)::bigint as "OverdueAmount",
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('ChannelId', c.channel_id, 'PaymentCount', c.payments, 'PaidAmount', c.amount) order by c.amount desc, c.channel_id),
          '[]'
        )
        from channel c
        where c.currency_type = b.currency_type
      ) as "Channels"
    from bill_tally b
    where b.apply_code = ${ApplyCode} and b.bill_term_id = ${BillTermId} and b.bill_state = 'Active'
    group by b.currency_type
    having sum(b.bill_count) > 0
    order by b.currency_type = 'TWD' desc, b.currency_type`.execute(call.ports.db)
  return rows
}

/**
 * Throws a refusal if the caller could not compute the same figures from the list of bills, because a needed field is
 * hidden.
 */
const requireVisibleBills = (call: Call): void => {
  requireQueryRight(call, 'bills')
  if (fieldsOfProgress.some((name) => isHiddenInLists(call, call.schemas.get('bills'), name)))
    throw new HttpRefusal(403, '您沒有查詢帳單金額的權限，請洽貴公司的管理者。')
}

const fieldsOfProgress = ['CurrencyType', 'ShouldPayAmount', 'PaidAmount', 'PayStatus', 'PaymentEndDate', 'ChannelId']
