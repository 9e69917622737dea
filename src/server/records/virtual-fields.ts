import { type RawBuilder, sql } from 'kysely'

/** What an expression may depend on besides its record. */
interface VirtualContext {
  /** The business day in Taipei. */
  readonly today: string
  /** The user who calls. */
  readonly actor: string
}

type Expression = (column: (name: string) => RawBuilder<unknown>, context: VirtualContext) => RawBuilder<unknown>

/** Fields that no column holds, as SQL over the record's own columns: `resource.Field`. */
export const virtualExpressions: Readonly<Record<string, Expression>> = {
  // Domain 10.3: the state a bill shows; the stored PayStatus does not depend on the date.
  'bills.BillStatus': (column, { today }) => sql`case
    when ${column('bill_state')} = 'Void' then 'Void'
    when ${column('pay_status')} in ('Unpaid', 'PartialPaid') and ${column('payment_end_date')} < ${today}::date then 'Overdue'
    else ${column('pay_status')} end`,
  // The one record that its reader cannot disable or delete.
  'portalUser.IsOneself': (column, { actor }) => sql`lower(${column('user_id')}) = ${actor.toLowerCase()}`,
}

/** Names of the virtual fields, for the check that a schema names none that is not written. */
export const virtualNames: readonly string[] = Object.keys(virtualExpressions)
