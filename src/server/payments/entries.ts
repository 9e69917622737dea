import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryState, EntryStatus } from '../../domain/payments/entry-state'
import { toTaipei } from '../database/times'

/** Joins the counter-entry of each entry `p` as `counter`; its columns are null if there is none. */
export const joinCounterEntries = sql`left join payment counter on counter.counters_payment_id = p.payment_id`

/** Whether the entry `p` is a payment, live or countered, rather than a counter-entry. */
export const isPayment = sql<SqlBool>`p.amount > 0`

/** The state of the payment `p`. Needs {@link joinCounterEntries}. */
export const entryState: RawBuilder<EntryState> = sql`case
        when counter.payment_id is null then 'Live'
        when p.collection_serial_id is null then 'Reversed'
        else 'Cancelled'
      end`

/** Converts the times of a payment from the database to Taipei time. */
export const withTaipeiTimes = <Row extends EntryStatus & { readonly PaidTime: string }>(row: Row): Row => ({
  ...row,
  PaidTime: toTaipei(row.PaidTime),
  CounterTime: row.CounterTime && toTaipei(row.CounterTime),
})
