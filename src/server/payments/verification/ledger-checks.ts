import { type RawBuilder, sql } from 'kysely'
import { enums } from '../../../domain/enums'

/**
 * A query of the records that an invariant concerns, with the columns `serial_id`, `expected` and `actual`.
 * A record in which `expected` and `actual` differ breaks the invariant.
 */
export type LedgerCheck = RawBuilder<unknown>

/** The condition for live entries `e`: they are no counter-entries, and no counter-entry refers to them. */
const isLive = sql`e.counters_payment_id is null and not exists (select from payment c where c.counters_payment_id = e.payment_id)`

/** Returns the amount of a line with its sign. */
const signedAmount = (line: 'l' | 'p') =>
  sql`case when ${sql.ref(`${line}.amount_sign`)} = 'Minus' then -${sql.ref(`${line}.amount`)} else ${sql.ref(`${line}.amount`)} end`

/** The amount of a line `l` that is written off, as `matchedAmount` in the domain returns it. */
const matchedAmount = sql`l.amount - case when l.fee_bear_type = 'Increase' then coalesce(l.table_fee, l.channel_fee, 0) else 0 end`

/** The condition for lines `l` that must have a live entry, as `paysBill` in the domain. */
const hasLiveEntry = sql`coalesce(l.write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC'), false)`

const entryText = (entry: 'c' | 't', amount = sql.ref(`${entry}.amount`)) => {
  const line = sql.ref(`${entry}.line_serial_id`)
  return sql`${amount} || ' on bill ' || ${sql.ref(`${entry}.bill_serial_id`)} || ' for ' || coalesce('line ' || ${line}, 'a collection')`
}

/**
 * What must hold among lines, entries and bills, each as one query over all records.
 * A test compares the queries with `ledgerDifferences` in `tests/domain`, which computes the same in memory.
 */
export const ledgerChecks = {
  /** Every accepted line is on record. */
  acceptedCount: sql`
    select null::bigint as serial_id, (select coalesce(sum(line_count), 0) from accepted_tally)::bigint as expected,
      (select count(*) from transaction_line where parent_serial_id is null) as actual`,

  /** The lines add up to the accepted sum if each divided line is replaced by its parts. */
  acceptedSum: sql`
    with recursive counted as (
      select l.serial_id, l.write_off_status, ${signedAmount('l')} as amount from transaction_line l where l.parent_serial_id is null
      union all
      select l.serial_id, l.write_off_status, ${signedAmount('l')}
      from counted p
      join transaction_line l on l.parent_serial_id = p.serial_id
      where p.write_off_status = 'Divided' and l.write_off_status is distinct from 'Reversed'
    )
    select null::bigint as serial_id, (select coalesce(sum(amount), 0) from accepted_tally)::bigint as expected,
      (select coalesce(sum(amount), 0) from counted where write_off_status is distinct from 'Divided')::bigint as actual`,

  /** The parts of a divided line add up to its amount. */
  dividedSum: sql`
    select l.serial_id, l.amount as expected, coalesce(sum(p.amount), 0)::bigint as actual
    from transaction_line l
    left join transaction_line p on p.parent_serial_id = l.serial_id and p.write_off_status is distinct from 'Reversed'
    where l.write_off_status = 'Divided'
    group by l.serial_id, l.amount`,

  /** The parts of a divided line share its fee. */
  dividedFee: sql`
    select l.serial_id, coalesce(l.channel_fee, 0) as expected, coalesce(sum(p.channel_fee), 0)::bigint as actual
    from transaction_line l
    left join transaction_line p on p.parent_serial_id = l.serial_id and p.write_off_status is distinct from 'Reversed'
    where l.write_off_status = 'Divided'
    group by l.serial_id, l.channel_fee`,

  /**
   * A part that was not reversed belongs to a line that is still divided.
   * Otherwise the line and its part could both pay bills with the same money.
   */
  countedOnce: sql`
    select l.serial_id, 'Divided' as expected, coalesce(p.write_off_status, case when p.serial_id is null then 'no line' else 'NotWrittenOff' end) as actual
    from transaction_line l
    left join transaction_line p on p.serial_id = l.parent_serial_id
    where l.parent_serial_id is not null and l.write_off_status is distinct from 'Reversed'`,

  /** Reversed lines form pairs that add up to zero. */
  reversedPair: sql`
    select l.serial_id, (-(${signedAmount('l')}))::text as expected,
      case
        when p.serial_id is null then 'no pair'
        when p.write_off_status = 'Reversed' and p.pair_serial_id = l.serial_id then (${signedAmount('p')})::text
        else 'pair of another line'
      end as actual
    from transaction_line l
    left join transaction_line p on p.serial_id = l.pair_serial_id
    where l.parent_serial_id is null and l.write_off_status = 'Reversed'`,

  /** A reversal waits only if there is no payment that it could reverse. */
  // The same rule as `originalOf` in the domain: if payments with the transaction number of the reversal exist
  // (`is_exact`), only these can be its original.
  waitingReversal: sql`
    select r.serial_id, 'nothing to take back' as expected,
      case
        when case when bool_or(p.is_exact) then bool_or(p.is_exact and p.is_reversible) else bool_or(p.is_reversible) end then 'a payment'
        else 'nothing to take back'
      end as actual
    from transaction_line r
    join transaction_line l on l.channel_id = r.channel_id and l.amount = r.amount and l.amount_sign = 'Plus' and l.parent_serial_id is null
      and l.trade_date <= r.trade_date and ltrim(r.vac_account, '0') in (ltrim(l.vac_account, '0'), ltrim(l.original_vac_account, '0'))
    cross join lateral (
      select l.trade_date = r.trade_date and l.txn_seq = r.txn_seq as is_exact,
        coalesce(l.write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC', 'NotWrittenOff', 'Exception', 'PendingRelease'), true) as is_reversible
    ) p
    where r.write_off_status = 'Exception' and r.exception_type = 'Reversal' and r.amount_sign = 'Minus'
    group by r.serial_id`,

  /** A written-off line has one live entry, which records its payment; other lines have none. */
  // The texts are built only for lines that differ.
  entryOfLine: sql`
    select l.serial_id,
      case when ${hasLiveEntry} then ${matchedAmount} || ' on bill ' || coalesce(l.bill_serial_id::text, 'none') else 'no live entry' end as expected,
      coalesce(
        (
          select string_agg(e.amount || ' on bill ' || e.bill_serial_id, ', ' order by e.payment_id)
          from payment e
          where e.line_serial_id = l.serial_id and ${isLive}
        ),
        'no live entry'
      ) as actual
    from transaction_line l
    left join (
      select e.line_serial_id, count(*) as entries, min(e.amount) as amount, min(e.bill_serial_id) as bill
      from payment e
      where e.line_serial_id is not null and ${isLive}
      group by e.line_serial_id
    ) paid on paid.line_serial_id = l.serial_id
    where case
      when ${hasLiveEntry} then paid.entries is distinct from 1 or paid.amount is distinct from ${matchedAmount} or paid.bill is distinct from l.bill_serial_id
      else paid.entries is not null
    end`,

  /** The line of an entry exists. */
  lineOfEntry: sql`
    select e.payment_id as serial_id, 'a line' as expected, 'no line' as actual
    from payment e
    where e.line_serial_id is not null and not exists (select from transaction_line l where l.serial_id = e.line_serial_id)`,

  /**
   * A counter-entry counters the full amount of an entry of the same line and bill, and no other counter-entry counters
   * that entry.
   */
  counterEntry: sql`
    select c.payment_id as serial_id,
      case when t.payment_id is not null and t.counters_payment_id is null then ${entryText('t', sql`-t.amount`)} else 'no counter-entry' end as expected,
      case when count(*) over (partition by c.counters_payment_id) = 1 then ${entryText('c')} else 'countered repeatedly' end as actual
    from payment c
    left join payment t on t.payment_id = c.counters_payment_id
    where c.counters_payment_id is not null`,

  /** The paid amount of a bill is the sum of its live entries. */
  paidAmount: sql`
    select b.serial_id, coalesce(paid.amount, 0) as expected, coalesce(b.paid_amount, 0) as actual
    from bill b
    left join (select e.bill_serial_id, sum(e.amount)::bigint as amount from payment e where ${isLive} group by e.bill_serial_id) paid on paid.bill_serial_id = b.serial_id`,

  /** The payment status of a bill agrees with its amounts. */
  // The same rule as `payStatus` in the domain.
  payStatus: sql`
    select b.serial_id, b.pay_status as actual,
      case
        when b.paid_amount = 0 then 'Unpaid'
        when b.paid_amount = b.should_pay_amount then 'Paid'
        when b.paid_amount < b.should_pay_amount then 'PartialPaid'
        else 'OverPaid'
      end as expected
    from bill b`,
} as const satisfies Record<string, LedgerCheck>

/** Name of a condition that must hold in every ledger. */
export type Invariant = keyof typeof ledgerChecks

/** Further checks of the tables: rows that must agree with the state of their line. */
export const recordChecks = {
  /**
   * A line has a state of the enum WriteOffStatus, and an exception type if it is an exception.
   * Lines that were never matched may have no state.
   */
  stateOfLine: sql`
    select l.serial_id, 'a known state' as expected, l.write_off_status || coalesce(' ' || l.exception_type, '') as actual
    from transaction_line l
    where l.write_off_status not in (${sql.join(Object.keys(enums.WriteOffStatus))})
      or (l.write_off_status = 'Exception') <> (l.exception_type is not null)`,

  /**
   * A line that waits for release has a handling in the state Proposed, and a handled line has one in the state Done.
   * Other lines have neither, except that a reversed line may have one in the state Done.
   */
  handlingOfLine: sql`
    select l.serial_id, case when l.write_off_status = 'PendingRelease' then 'Proposed' else 'Done' end as expected, coalesce(h.state, 'none') as actual
    from transaction_line l
    left join line_handling h on h.line_serial_id = l.serial_id and h.state in ('Proposed', 'Done')
    where l.write_off_status in ('PendingRelease', 'ChangedBill', 'ChangedVAC', 'Divided', 'Invalid')
    union all
    select l.serial_id, 'none', h.state
    from line_handling h
    join transaction_line l on l.serial_id = h.line_serial_id
    where h.state in ('Proposed', 'Done') and (
      l.write_off_status in ('NotWrittenOff', 'Exception', 'WrittenOff') or h.state = 'Proposed' and l.write_off_status = 'Reversed'
    )`,
} as const satisfies Record<string, LedgerCheck>

/** Checks of collections by companies, for databases that have the table `self_collection`. */
export const collectionChecks = {
  /** A collection has one live entry, or none if it was cancelled. */
  entryOfCollection: sql`
    select s.serial_id,
      case when s.collect_status = 'Cancelled' then 'no live entry' else s.collect_amount || ' on bill ' || s.bill_serial_id end as expected,
      coalesce(string_agg(e.amount || ' on bill ' || e.bill_serial_id, ', ' order by e.payment_id), 'no live entry') as actual
    from self_collection s
    left join payment e on e.collection_serial_id = s.serial_id and ${isLive}
    group by s.serial_id, s.collect_status, s.collect_amount, s.bill_serial_id`,

  /** The collection of an entry exists. */
  collectionOfEntry: sql`
    select e.payment_id as serial_id, 'a collection' as expected, 'no collection' as actual
    from payment e
    where e.collection_serial_id is not null and not exists (select from self_collection s where s.serial_id = e.collection_serial_id)`,
} as const satisfies Record<string, LedgerCheck>
