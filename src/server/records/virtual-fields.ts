import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { lateCondition, overdueCondition, storedBillState } from '../database/bill-tally'

/** The values on which an expression may depend besides its record. */
interface VirtualContext {
  /** The current date in Taipei. */
  readonly today: string
  /** The calling user. */
  readonly actor: string
}

type Column = (name: string) => RawBuilder<unknown>

type SqlExpression = (column: Column, context: VirtualContext) => RawBuilder<unknown>

/** The SQL expression of each field without a column, by `resource.Field`; it is computed from the columns of the same record. */
export const virtualExpressions: Readonly<Record<string, SqlExpression>> = {
  // The displayed state of a bill depends on the date; the stored PayStatus does not.
  'bills.BillStatus': (column, { today }) => sql`case
    when ${column('bill_state')} = 'Void' then 'Void'
    when ${overdueCondition(column('pay_status'), column('payment_end_date'), today)} then 'Overdue'
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

/** How lists find the records with a value of a virtual field: by a stored value, and perhaps a further condition. */
export interface VirtualFilter {
  /** The stored value, computed from the columns of the record. */
  readonly storedValue: (column: Column) => RawBuilder<unknown>
  /** The table that has the agreement (`apply_code`), the stored value and the `serial_id` of each record. Its index finds the records of a page. */
  readonly index: { readonly table: string; readonly column: string }
  /** Returns the stored values that records with this value of the field may have. */
  readonly storedValues: (value: unknown) => readonly unknown[]
  /** Returns the further condition for a value of the field; null if there is none. */
  readonly furtherCondition: (column: Column, value: unknown, context: VirtualContext) => RawBuilder<SqlBool> | null
}

/** The filters by virtual fields for which a comparison with the field's expression would read all records. */
export const virtualFilters: Readonly<Record<string, VirtualFilter>> = {
  'bills.BillStatus': {
    storedValue: storedBillState,
    index: { table: 'bill_by_state', column: 'stored_state' },
    storedValues: (value) => (value === 'Overdue' ? ['Unpaid', 'PartialPaid'] : [value]),
    furtherCondition: (column, value, { today }) => {
      const isLate = lateCondition(column('payment_end_date'), today)
      if (value === 'Overdue') return isLate
      return value === 'Unpaid' || value === 'PartialPaid' ? sql`(${isLate}) is not true` : null
    },
  },
}

/** Names of the virtual fields, for the check that schemas declare only these. */
export const virtualNames: readonly string[] = Object.keys(virtualExpressions)
