import { type RawBuilder, sql } from 'kysely'
import type { Posting } from '../../domain/payments/ledger-change'
import { newIds } from '../database/new-ids'
import { recordList, recordTable } from '../database/record-table'
import { nextUpdateTime } from '../database/times'
import type { Db } from '../ports'
import type { LedgerContext } from './ledger-context'
import { isLiveEntry } from './line-rows'

/** A posting with the id of its entry. */
interface Entry extends Posting {
  readonly id: number
  /** The id of the entry that it counters; null for a payment. */
  readonly counters: number | null
}

const entryColumns = {
  id: 'bigint',
  BillSerialId: 'bigint',
  Amount: 'bigint',
  LineSerialId: 'bigint',
  counters: 'bigint',
  WhiteListSerialId: 'bigint',
} as const

/**
 * Adds entries, and updates their bills and the white list.
 * A line may have several of the entries, such as a payment and its counter-entry.
 */
export const writeEntries = async (db: Db, postings: readonly Posting[], context: LedgerContext): Promise<void> => {
  await insertEntries(db, await numberedEntries(db, postings), context)
  await updateBills(db, postings, context)
  await updateWhiteList(db, postings, context)
}

const numberedEntries = async (db: Db, postings: readonly Posting[]): Promise<readonly Entry[]> => {
  const ids = await newIds(db, ['payment', 'payment_id'], postings.length)
  const liveIds = await liveEntryIds(db, postings)
  return postings.map((posting, index) => {
    const id = ids[index]
    const counters = posting.Amount < 0 ? liveIds.get(posting.LineSerialId) : null
    if (id === undefined || counters === undefined)
      throw new Error(`Line ${posting.LineSerialId} has no live entry that could be countered.`)
    if (posting.Amount > 0) liveIds.set(posting.LineSerialId, id)
    return { ...posting, id, counters }
  })
}

/** Returns the ids of the live entries that must be countered, by line. */
const liveEntryIds = async (db: Db, postings: readonly Posting[]): Promise<Map<number, number>> => {
  const countered = postings.filter(({ Amount }) => Amount < 0).map(({ LineSerialId }) => LineSerialId)
  if (countered.length === 0) return new Map()
  const { rows } = await sql<{ line: number; id: number }>`
    select e.line_serial_id as line, e.payment_id as id
    from payment e
    where e.line_serial_id = any(${countered}::bigint[]) and ${isLiveEntry}`.execute(db)
  return new Map(rows.map(({ line, id }) => [line, id]))
}

/**
 * Inserts entries.
 * A payment gets the time at which the channel received it, and a counter-entry gets the current time.
 */
const insertEntries = async (db: Db, entries: readonly Entry[], { now }: LedgerContext): Promise<void> => {
  await sql`
    insert into payment (payment_id, bill_serial_id, amount, paid_time, channel_id, receipt_no, line_serial_id, counters_payment_id, white_list_serial_id)
    overriding system value
    select e.id, e."BillSerialId", e."Amount", p.at, l.channel_id, ${receiptNo(sql`p.at`, sql`e.id`)},
      e."LineSerialId", e.counters, e."WhiteListSerialId"
    from ${recordTable(recordList(entries, entryColumns))} e
    join transaction_line l on l.serial_id = e."LineSerialId"
    cross join lateral (
      select case
        when e.counters is null then ${paidTime(sql`l.trade_date`, sql`l.trade_time`)}
        else ${now}::timestamptz
      end as at
    ) p
    order by e.id`.execute(db)
}

/** The time at which a channel received a payment; the start of the day if the channel does not report it. */
const paidTime = (date: RawBuilder<unknown>, time: RawBuilder<unknown>) =>
  sql`(${date} + coalesce(nullif(${time}, ''), '000000')::time) at time zone 'Asia/Taipei'`

/** The receipt number of an entry, from its month and its id. */
const receiptNo = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`'R' || to_char(${at} at time zone 'Asia/Taipei', 'YYYYMM') || lpad(${id}::text, greatest(6, length(${id}::text)), '0')`

/** The paid amount and status of a bill after an entry. */
export type PaidBill = Pick<Posting, 'BillSerialId' | 'PaidAmount' | 'PayStatus'>

/**
 * Updates the paid amount of bills to the amount after their last entry, and their time and channel to those of the
 * last live entry.
 */
export const updateBills = async (db: Db, postings: readonly PaidBill[], context: LedgerContext): Promise<void> => {
  const bills = new Map(
    postings.map(({ BillSerialId, PaidAmount, PayStatus }) => [BillSerialId, { BillSerialId, PaidAmount, PayStatus }]),
  )
  await sql`
    update bill b
    set paid_amount = c."PaidAmount", pay_status = c."PayStatus", paid_time = last.paid_time, channel_id = last.channel_id,
      ${changedBy(context)}
    from ${recordTable(recordList([...bills.values()], { BillSerialId: 'bigint', PaidAmount: 'bigint', PayStatus: 'text' }))} c
    left join lateral (
      select e.paid_time, e.channel_id
      from payment e
      where e.bill_serial_id = c."BillSerialId" and ${isLiveEntry}
      order by e.paid_time desc, e.payment_id desc
      limit 1
    ) last on true
    where b.serial_id = c."BillSerialId"`.execute(db)
}

/** The assignments that record who changed a bill `b`, and when. */
const changedBy = ({ now, user }: LedgerContext) =>
  sql`update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'b.update_time')}`

/** Counts the uses of the white list: a payment adds one, and its counter-entry subtracts it. */
const updateWhiteList = async (db: Db, postings: readonly Posting[], { now, user }: LedgerContext): Promise<void> => {
  const uses = new Map<number, number>()
  for (const { WhiteListSerialId: id, Amount } of postings)
    if (id !== null) uses.set(id, (uses.get(id) ?? 0) + Math.sign(Amount))
  if (uses.size === 0) return
  await sql`
    update white_list w
    set used_times = w.used_times + u.uses, update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'w.update_time')}
    from unnest(${[...uses.keys()]}::bigint[], ${[...uses.values()]}::bigint[]) as u (serial_id, uses)
    where w.serial_id = u.serial_id`.execute(db)
}
