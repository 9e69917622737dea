import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { storedBillState } from '../database/bill-tally'

/** The values on which an expression may depend besides its record. */
interface VirtualContext {
  /** The current date in Taipei. */
  readonly today: string
  /** The calling user. */
  readonly actor: string
}

type SqlExpression = (column: (name: string) => RawBuilder<unknown>, context: VirtualContext) => RawBuilder<unknown>

/** The SQL expression of each field without a column, by `resource.Field`; it is computed from the columns of the same record. */
export const virtualExpressions: Readonly<Record<string, SqlExpression>> = {
  // The displayed state of a bill depends on the date; the stored PayStatus does not.
  'bills.BillStatus': (column, { today }) => sql`case
    when ${column('bill_state')} = 'Void' then 'Void'
    when ${column('pay_status')} in ('Unpaid', 'PartialPaid') and ${column('payment_end_date')} < ${today}::date then 'Overdue'
    else ${column('pay_status')} end`,
  // The same as whiteListStatus of the domain.
  'whiteList.WhiteListStatus': (column, { today }) => sql`case
    when ${column('white_list_state')} = 'Disabled' then 'Disabled'
    when ${column('used_times')} >= ${column('max_times')} then 'Used'
    when ${column('end_date')} < ${today}::date then 'Expired'
    else 'Active' end`,
  // Users cannot disable or delete their own record.
  'portalUser.IsOneself': (column, { actor }) => sql`lower(${column('user_id')}) = ${actor.toLowerCase()}`,
}

type SqlCondition = (column: (name: string) => RawBuilder<unknown>, value: unknown, context: VirtualContext) => RawBuilder<SqlBool>

/** The conditions that filters use for a value of a virtual field, where such a condition can use an index and a comparison with the field's expression cannot. */
export const virtualConditions: Readonly<Record<string, SqlCondition>> = {
  'bills.BillStatus': (column, value, { today }) => {
    const stored = storedBillState(column)
    const isLate = sql`${column('payment_end_date')} < ${today}::date`
    if (value === 'Overdue') return sql`(${stored} in ('Unpaid', 'PartialPaid') and ${isLate})`
    return value === 'Unpaid' || value === 'PartialPaid' ? sql`(${stored} = ${value} and (${isLate}) is not true)` : sql`${stored} = ${value}`
  },
}

/** Names of the virtual fields, for the check that schemas declare only these. */
export const virtualNames: readonly string[] = Object.keys(virtualExpressions)
