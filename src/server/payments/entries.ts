import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryState, EntryStatus } from '../../domain/payments/entry-state'
import { toTaipei } from '../database/times'

/** Joins the counter-entry of each entry `p` as `counter`; the columns of `counter` are null if the entry is not countered. */
export const joinCounterEntries = sql`left join payment counter on counter.counters_payment_id = p.payment_id`

/** The condition for entries `p` that are payments, live or countered, and not counter-entries. */
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
