import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the serial ids of an agreement's live bills that are partly paid and lack an amount.
 * Queries of bills compare their keys with an array of these ids: as a join, the planner could scan all bills, because it
 * does not know how many bills there are.
 */
export const partlyPaidBills = (
  applyCode: string | RawBuilder<unknown>,
  amount: number | RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select s.serial_id from internal_partly_paid_bill s where s.apply_code = ${applyCode} and s.outstanding_amount = ${amount}`
