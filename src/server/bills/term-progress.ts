import { sql } from 'kysely'
import type { TermProgress } from '../../contract/session'
import { isHiddenInLists } from '../access/fields'
import { requireQueryRight } from '../access/operations'
import { type Call, HttpRefusal } from '../http/call'
import { contextOf, keyOf, todayOf } from '../records/context'
import { findRecord } from '../records/get'

/** Returns how much of a term's bills has been paid, for each currency; void bills are left out. */
export const termProgress = async (call: Call): Promise<readonly TermProgress[]> => {
  requireVisibleBills(call)
  const context = contextOf(call)
  const resource = call.schemas.get('billTerm')
  const { ApplyCode, BillTermId } = await findRecord(context, resource, keyOf(resource, call))
  const isOverdue = sql`b.pay_status in ('Unpaid', 'PartialPaid') and b.payment_end_date < ${todayOf(context)}::date`
  // The bills are read once: their rows are wide, and a term may have a million of them.
  const { rows } = await sql<TermProgress>`
    with term_bill as materialized (
      select
        b.serial_id, b.currency_type, b.should_pay_amount as due, b.paid_amount as paid, greatest(b.should_pay_amount - b.paid_amount, 0) as outstanding,
        b.pay_status in ('Paid', 'OverPaid') as is_paid, ${isOverdue} as is_overdue
      from bill b
      where b.apply_code = ${ApplyCode} and b.bill_term_id = ${BillTermId} and b.bill_state = 'Active'
    ),
    channel as materialized (
      select b.currency_type, p.channel_id, count(*) as payments, sum(p.amount)::bigint as amount
      from term_bill b
      join payment p on p.bill_serial_id = b.serial_id
      group by b.currency_type, p.channel_id
    )
    select
      b.currency_type as "CurrencyType",
      count(*) as "BillCount",
      count(*) filter (where b.is_paid) as "PaidCount",
      sum(b.due)::bigint as "ShouldPayAmount",
      sum(b.paid)::bigint as "PaidAmount",
      sum(b.outstanding)::bigint as "OutstandingAmount",
      count(*) filter (where b.is_overdue) as "OverdueCount",
      coalesce(sum(b.outstanding) filter (where b.is_overdue), 0)::bigint as "OverdueAmount",
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('ChannelId', c.channel_id, 'PaymentCount', c.payments, 'PaidAmount', c.amount) order by c.amount desc, c.channel_id),
          '[]'
        )
        from channel c
        where c.currency_type = b.currency_type
      ) as "Channels"
    from term_bill b
    group by b.currency_type
    order by b.currency_type = 'TWD' desc, b.currency_type`.execute(call.ports.db)
  return rows
}

/** Refuses callers who could not add up the same figures in the list of bills. */
const requireVisibleBills = (call: Call): void => {
  requireQueryRight(call, 'bills')
  if (fieldsOfProgress.some((name) => isHiddenInLists(call, call.schemas.get('bills'), name)))
    throw new HttpRefusal(403, '您沒有查詢帳單金額的權限，請洽貴公司的管理者。')
}

const fieldsOfProgress = ['CurrencyType', 'ShouldPayAmount', 'PaidAmount', 'PayStatus', 'PaymentEndDate', 'ChannelId']
