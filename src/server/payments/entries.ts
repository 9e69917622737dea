import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryState, EntryStatus } from '../../domain/payments/entry-state'
import { toTaipei } from '../database/times'

/** Joins the counter-entry `counter` of each entry `p`; without one, its columns are null. */
export const withCounters = sql`left join payment counter on counter.counters_payment_id = p.payment_id`

/** Whether the entry `p` is a payment, live or taken back; counter-entries are none. */
export const isPayment = sql<SqlBool>`p.amount > 0`

/** The state of the payment `p`. Needs {@link withCounters}. */
export const entryState: RawBuilder<EntryState> = sql`case
        when counter.payment_id is null then 'Live'
        when p.collection_serial_id is null then 'Reversed'
        else 'Cancelled'
      end`

/** Returns a payment that was read from the database with its times in Taipei time. */
export const inTaipei = <Row extends EntryStatus & { readonly PaidTime: string }>(row: Row): Row => ({
  ...row,
  PaidTime: toTaipei(row.PaidTime),
  CounterTime: row.CounterTime && toTaipei(row.CounterTime),
})
