import { type RawBuilder, sql } from 'kysely'

/** The values on which an expression may depend besides its record. */
interface VirtualContext {
  /** The business day in Taipei. */
  readonly today: string
  /** The calling user. */
  readonly actor: string
}

type Expression = (column: (name: string) => RawBuilder<unknown>, context: VirtualContext) => RawBuilder<unknown>

/** SQL expressions of the fields without a column, over the columns of their record, by `resource.Field`. */
export const virtualExpressions: Readonly<Record<string, Expression>> = {
  // Domain 10.3: the displayed state of a bill; the stored PayStatus does not depend on the date.
  'bills.BillStatus': (column, { today }) => sql`case
    when ${column('bill_state')} = 'Void' then 'Void'
    when ${column('pay_status')} in ('Unpaid', 'PartialPaid') and ${column('payment_end_date')} < ${today}::date then 'Overdue'
    else ${column('pay_status')} end`,
  // Users cannot disable or delete their own record.
  'portalUser.IsOneself': (column, { actor }) => sql`lower(${column('user_id')}) = ${actor.toLowerCase()}`,
}

/** Names of the virtual fields, for the check that schemas declare only these. */
export const virtualNames: readonly string[] = Object.keys(virtualExpressions)
