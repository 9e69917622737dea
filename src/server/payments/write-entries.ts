import { type RawBuilder, sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { CollectionPosting, Posting } from '../../domain/payments/ledger-change'
import { newIds } from '../database/new-ids'
import { recordList, recordTable } from '../database/record-table'
import { nextUpdateTime } from '../database/times'
import type { Db } from '../ports'
import type { LedgerContext } from './ledger-context'
import { isLiveEntry } from './line-rows'

/**
 * Adds entries of lines or of a company's own collections, and updates their bills and the white list.
 * This is the only place that writes entries.
 * A line may have several of the entries, such as a payment and its counter-entry.
 * The bills must be locked.
 */
export const writeEntries = async (
  db: Db,
  postings: readonly (Posting | CollectionPosting)[],
  context: LedgerContext,
): Promise<void> => {
  const entries = await numberedEntries(db, postings)
  await insertEntries(db, entries, context)
  await updateBills(db, entries, context)
  await updateWhiteList(db, entries, context)
}

/** A posting with the id of its entry. */
interface Entry extends Posted {
  readonly id: number
  /** The id of the entry that it counters; null for a payment. */
  readonly counters: number | null
}

/** A posting with all columns of its entry. Its money is that of a line or of a collection. */
interface Posted extends Pick<Posting, 'BillSerialId' | 'Amount' | 'PaidAmount' | 'PayStatus' | 'WhiteListSerialId'> {
  readonly LineSerialId: number | null
  readonly CollectionSerialId: number | null
}

const entryColumns = {
  id: 'bigint',
  BillSerialId: 'bigint',
  Amount: 'bigint',
  LineSerialId: 'bigint',
  CollectionSerialId: 'bigint',
  counters: 'bigint',
  WhiteListSerialId: 'bigint',
} as const

const numberedEntries = async (
  db: Db,
  postings: readonly (Posting | CollectionPosting)[],
): Promise<readonly Entry[]> => {
  const ids = await newIds(db, ['payment', 'payment_id'], postings.length)
  const posted = postings.map(
    (posting): Posted => ({ LineSerialId: null, CollectionSerialId: null, WhiteListSerialId: null, ...posting }),
  )
  const liveIds = await liveEntryIds(db, posted)
  return posted.map((posting, index) => {
    const id = ids[index]
    const source = sourceOf(posting)
    const counters = posting.Amount < 0 ? liveIds.get(source) : null
    if (id === undefined || counters === undefined)
      throw new Error(`The ${source} has no live entry that could be countered.`)
    if (posting.Amount > 0) liveIds.set(source, id)
    return { ...posting, id, counters }
  })
}

const sourceOf = ({ LineSerialId, CollectionSerialId }: Pick<Posted, 'LineSerialId' | 'CollectionSerialId'>): string =>
  LineSerialId === null ? `collection ${CollectionSerialId}` : `line ${LineSerialId}`

/** Returns the ids of the live entries that must be countered, by line or collection. */
const liveEntryIds = async (db: Db, posted: readonly Posted[]): Promise<Map<string, number>> => {
  const countered = posted.filter(({ Amount }) => Amount < 0)
  if (countered.length === 0) return new Map()
  const lines = countered.flatMap(({ LineSerialId }) => LineSerialId ?? [])
  const collections = countered.flatMap(({ CollectionSerialId }) => CollectionSerialId ?? [])
  const { rows } = await sql<Pick<Entry, 'id' | 'LineSerialId' | 'CollectionSerialId'>>`
    select e.line_serial_id as "LineSerialId", e.collection_serial_id as "CollectionSerialId", e.payment_id as id
    from payment e
    where (e.line_serial_id = any(${lines}::bigint[]) or e.collection_serial_id = any(${collections}::bigint[]))
      and ${isLiveEntry}`.execute(db)
  return new Map(rows.map((row) => [sourceOf(row), row.id]))
}

/** The channel of money that a company collects itself (委託單位自收). */
const ownCollectionChannel = 'A0'

/**
 * Inserts entries.
 * A counter-entry gets the current time, and a payment the time at which the channel or the company received it.
 * A collection has the receipt number under which the company recorded it.
 */
const insertEntries = async (db: Db, entries: readonly Entry[], { now }: LedgerContext): Promise<void> => {
  await sql`
    insert into payment (
      payment_id, bill_serial_id, amount, paid_time, channel_id, receipt_no, line_serial_id, collection_serial_id, counters_payment_id,
      white_list_serial_id
    )
    overriding system value
    select e.id, e."BillSerialId", e."Amount", p.at,
      case when c.serial_id is null then l.channel_id else ${ownCollectionChannel} end,
      coalesce(c.receipt_no, ${receiptNo(sql`p.at`, sql`e.id`)}),
      e."LineSerialId", e."CollectionSerialId", e.counters, e."WhiteListSerialId"
    from ${recordTable(recordList(entries, entryColumns))} e
    left join transaction_line l on l.serial_id = e."LineSerialId"
    left join self_collection c on c.serial_id = e."CollectionSerialId"
    cross join lateral (
      select case
        when e.counters is not null then ${now}::timestamptz
        when c.serial_id is null then ${paidTime(sql`l.trade_date`, sql`l.trade_time`)}
        else ${collectionTime(now)}
      end as at
    ) p
    order by e.id`.execute(db)
}

/**
 * The time at which a company received the money of a collection `c`.
 * A collection of today gets the current time.
 * The time of an earlier collection is unknown, so it gets the start of its day.
 */
const collectionTime = (now: string) => sql`case
          when c.collect_date = ${taipeiToday(new Date(now))}::date then ${now}::timestamptz
          else c.collect_date::timestamp at time zone 'Asia/Taipei'
        end`

/** The time at which a channel received a payment; the start of the day if the channel does not report it. */
const paidTime = (date: RawBuilder<unknown>, time: RawBuilder<unknown>) =>
  sql`(${date} + coalesce(nullif(${time}, ''), '000000')::time) at time zone 'Asia/Taipei'`

/** The receipt number of an entry, from its month and its id. */
const receiptNo = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`'R' || to_char(${at} at time zone 'Asia/Taipei', 'YYYYMM') || lpad(${id}::text, greatest(6, length(${id}::text)), '0')`

/**
 * Updates the paid amount of bills to the amount after their last entry, and their time and channel to those of the
 * last live entry.
 */
const updateBills = async (db: Db, postings: readonly Posted[], context: LedgerContext): Promise<void> => {
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
const updateWhiteList = async (db: Db, postings: readonly Posted[], { now, user }: LedgerContext): Promise<void> => {
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
