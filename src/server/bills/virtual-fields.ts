import { type RawBuilder, sql } from 'kysely'
import { overdueCondition, pastDeadlineCondition, storedBillState } from '../database/bills-and-lines/bill-tally'
import type { VirtualField } from '../records/virtual-field'

/** What a bill still lacks; nothing if it is void. */
export const outstandingAmount: VirtualField = {
  sql: (column) => unlessVoid(column, sql`greatest(${column('should_pay_amount')} - ${column('paid_amount')}, 0)`),
  tallied: (column) => unlessVoid(column, column('outstanding_amount')),
}

const unlessVoid = (column: Parameters<VirtualField['sql']>[0], amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${column('bill_state')} = 'Void' then 0 else ${amount} end`

/**
 * The displayed state of a bill, which depends on the date; the stored PayStatus does not.
 * Lists find the bills with a displayed state in the table `bill_by_state`.
 */
export const billStatus: VirtualField = {
  sql: (column, { today }) => sql`case
    when ${column('bill_state')} = 'Void' then 'Void'
    when ${overdueCondition(column('pay_status'), column('payment_end_date'), today)} then 'Overdue'
    else ${column('pay_status')} end`,
  filter: {
    storedValueSql: storedBillState,
    index: { table: 'bill_by_state', column: 'stored_state' },
    storedValues: (value) => (value === 'Overdue' ? ['Unpaid', 'PartialPaid'] : [value]),
    furtherCondition: (column, value, { today }) => {
      const isPastDeadline = pastDeadlineCondition(column('payment_end_date'), today)
      if (value === 'Overdue') return isPastDeadline
      return value === 'Unpaid' || value === 'PartialPaid' ? sql`(${isPastDeadline}) is not true` : null
    },
  },
}
