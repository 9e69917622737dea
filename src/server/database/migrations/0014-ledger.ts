import { sql } from 'kysely'
import type { Db } from '../../ports'
import { lockTallies, triggerFunction } from './0009-bill-tally'

/**
 * Makes `payment` the only table of money on bills. Each row is an entry of a line that a channel reported, or of a collection by the company itself.
 * Entries are never changed or deleted. An entry with a negative amount counters another entry. Entries with neither a line nor a collection are receipts of former versions.
 */
export const ledger = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The columns by which payments are counted. */
const paymentGroup = 'apply_code, bill_term_id, currency_type, bill_state, channel_id'

/** Returns the columns by which the entries of a bill are grouped. */
const billColumns = (table: string): string => ['apply_code', 'bill_term_id', 'currency_type', 'bill_state'].map((column) => `${table}.${column}`).join(', ')

/** Returns the statement that adds entries to `payment_tally`. Each row of `entries` has the direction 1 (added) or -1 (removed) and the columns of its bill. A counter-entry subtracts the payment that it counters. */
const tallyEntries = (entries: string): string => `
    insert into payment_tally (${paymentGroup}, payment_count, amount)
    select ${paymentGroup}, sum(direction * sign(amount)::int), sum(direction * amount)
    from (${entries}) e
    group by ${paymentGroup}
    having sum(direction * sign(amount)::int) <> 0 or sum(direction * amount) <> 0`

/** Ends a lateral query, so that the planner cannot turn the query into a join that scans the whole table. */
const optimizerFence = 'offset 0'

/** Returns a query that selects the entries in a table with a direction and the columns of their bills. */
const entriesWithBill = (direction: 1 | -1, entryTable: string): string => `
    select ${direction} as direction, b.*, e.channel_id, e.amount
    from ${entryTable} e
    cross join lateral (select ${billColumns('b')} from bill b where b.serial_id = e.bill_serial_id ${optimizerFence}) b`

/** Returns a query that selects the entries of bills. `bills` is a subquery with a column `direction`, whose value each entry of the bill gets. */
const entriesOfBills = (bills: string): string => `
    select b.direction, ${billColumns('b')}, e.*
    from ${bills} b
    cross join lateral (select e.channel_id, e.amount from payment e where e.bill_serial_id = b.serial_id ${optimizerFence}) e`

/**
 * Selects the entries of changed bills that now belong to another group of the tally. If a bill stays in its group, its old and new versions cancel each
 * other out. The versions are grouped and not joined: `added` and `removed` have no index, so a join could compare every row with every other row.
 */
const movedEntries = entriesOfBills(`(
      select sum(direction) as direction, serial_id, ${billColumns('b')}
      from (select 1 as direction, n.* from added n union all select -1, o.* from removed o) b
      group by serial_id, ${billColumns('b')}
      having sum(direction) <> 0
    )`)

const billGroup = 'apply_code, bill_term_id, bill_category_code, currency_type, bill_state, pay_status, payment_end_date, channel_id, debit_flag'

/** Returns the statement that adds bills to `bill_tally`. Each row of `bills` has the direction 1 (added) or -1 (removed). */
const tallyBills = (bills: string): string => `
    insert into bill_tally (${billGroup}, bill_count, should_pay_amount, paid_amount, outstanding_amount)
    select ${billGroup}, sum(direction), coalesce(sum(direction * should_pay_amount), 0), coalesce(sum(direction * paid_amount), 0),
      coalesce(sum(direction * greatest(should_pay_amount - paid_amount, 0)), 0)
    from (${bills}) b
    group by ${billGroup}
    having sum(direction) <> 0 or sum(direction * should_pay_amount) <> 0 or sum(direction * paid_amount) <> 0
      or sum(direction * greatest(should_pay_amount - paid_amount, 0)) <> 0`

/** Returns the statement that locks the bills of entries, which are a table or a subquery, in the order of their keys. The next statement then reads the bills as earlier transactions committed them. */
const lockBills = (entries: string): string => `
    perform 1 from bill where serial_id = any(array(select bill_serial_id from ${entries} e)) order by serial_id for no key update`

/** Returns the statement that makes a function find records by indexes. Otherwise, a connection that planned the function while the tables were empty would continue to scan the whole tables. */
const byIndexes = (name: string): string => `alter function ${name}() set enable_seqscan = off`

const statements: readonly string[] = [
  'drop trigger if exists payment_keep on payment',
  'alter table payment add column if not exists line_serial_id bigint',
  'alter table payment add column if not exists collection_serial_id bigint',
  'alter table payment add column if not exists counters_payment_id bigint',
  // The record of the white list that permitted the payment.
  'alter table payment add column if not exists white_list_serial_id bigint',
  "alter table payment alter column detail_id set default replace(gen_random_uuid()::text, '-', '')",
  'alter table payment drop constraint if exists payment_source, drop constraint if exists payment_sign',
  'alter table payment add constraint payment_source check (num_nonnulls(line_serial_id, collection_serial_id) <= 1)',
  'alter table payment add constraint payment_sign check (amount <> 0 and (counters_payment_id is null) = (amount > 0))',
  'create unique index if not exists payment_counters on payment (counters_payment_id) where counters_payment_id is not null',
  'create index if not exists payment_line on payment (line_serial_id) where line_serial_id is not null',
  'create index if not exists payment_collection on payment (collection_serial_id) where collection_serial_id is not null',
  // Receipts of former versions belong to the lines of the same bill, channel and amount, in the order of time.
  `do $$
    begin
      if to_regclass('transaction_line') is not null then
        -- A default gives existing rows their value without writing them again.
        alter table transaction_line add column if not exists currency_type text default 'TWD';
        alter table transaction_line alter column currency_type drop default;
        update payment
        set line_serial_id = pair.line
        from (
          select e.payment_id, l.serial_id as line
          from (
            select *, row_number() over (partition by bill_serial_id, channel_id, amount order by paid_time, payment_id) as position from payment
          ) e
          join (
            select *, row_number() over (partition by bill_serial_id, channel_id, credit order by trade_date, trade_time, serial_id) as position
            from (select *, amount - case when fee_bear_type = 'Increase' then coalesce(channel_fee, 0) else 0 end as credit from transaction_line) t
            where write_off_status in ('WrittenOff', 'ChangedBill', 'ChangedVAC')
          ) l on l.bill_serial_id = e.bill_serial_id and l.channel_id = e.channel_id and l.credit = e.amount and l.position = e.position
        ) pair
        where pair.payment_id = payment.payment_id and payment.line_serial_id is null;
      end if;
    end $$`,
  `create or replace function keep_payments() returns trigger language plpgsql as $$
    begin
      raise exception 'Entries are never changed or deleted. Add a counter-entry.';
    end $$`,
  'create trigger payment_keep before update or delete on payment for each statement execute function keep_payments()',
  // What people did with a line or proposed to do. Only the latest handling of a line can be in the state Proposed or Done.
  `create table if not exists line_handling (
    handling_id bigint generated always as identity primary key,
    line_serial_id bigint not null,
    -- A HandlingAction of the domain.
    request jsonb not null,
    reason text not null,
    user_id text not null,
    at timestamptz not null,
    checker text,
    checked_at timestamptz,
    -- Unmatched: the corrected account was not written off either, so the line is an exception again.
    state text not null check (state in ('Proposed', 'Refused', 'Done', 'Unmatched', 'Undone')),
    -- The account, the agreement and the state of the line before the handling, as in CompletedHandling of the domain.
    before jsonb not null,
    undone_by text,
    undone_at timestamptz,
    undo_reason text
  )`,
  "create unique index if not exists line_handling_current on line_handling (line_serial_id) where state in ('Proposed', 'Done')",
  'create index if not exists line_handling_line on line_handling (line_serial_id)',
  // Former versions recorded the handling in the columns of the line.
  `do $$
    begin
      if to_regclass('transaction_line') is not null then
        insert into line_handling (line_serial_id, request, reason, user_id, at, state, before)
        select serial_id,
          case when write_off_status = 'Invalid' then jsonb_build_object('action', 'Invalid')
            else jsonb_build_object('action', 'ChangeBill', 'BillSerialId', bill_serial_id, 'isOverpaymentConfirmed', true) end,
          coalesce(handle_reason, ''), coalesce(handle_user, ''), coalesce(handle_time, update_time), 'Done',
          jsonb_build_object('ApplyCode', apply_code, 'VACAccount', vac_account, 'OriginalVACAccount', null,
            'state', jsonb_build_object('WriteOffStatus', 'NotWrittenOff'))
        from transaction_line l
        where write_off_status in ('ChangedBill', 'Invalid') and not exists (select from line_handling h where h.line_serial_id = l.serial_id);
      end if;
    end $$`,
  triggerFunction('tally_bills', {
    INSERT: [tallyBills('select 1 as direction, n.* from added n')],
    UPDATE: [tallyBills('select 1 as direction, n.* from added n union all select -1, o.* from removed o'), tallyEntries(movedEntries)],
    DELETE: [tallyBills('select -1 as direction, o.* from removed o'), tallyEntries(entriesOfBills('(select -1 as direction, o.* from removed o)'))],
    TRUNCATE: [lockTallies, '\n    delete from bill_tally', '\n    delete from payment_tally'],
  }),
  triggerFunction('tally_payments', {
    INSERT: [lockBills('added'), tallyEntries(entriesWithBill(1, 'added'))],
    UPDATE: [
      lockBills('(select * from added union all select * from removed)'),
      tallyEntries(`${entriesWithBill(1, 'added')} union all ${entriesWithBill(-1, 'removed')}`),
    ],
    DELETE: [lockBills('removed'), tallyEntries(entriesWithBill(-1, 'removed'))],
    TRUNCATE: [lockTallies, '\n    delete from payment_tally'],
  }),
  byIndexes('tally_bills'),
  byIndexes('tally_payments'),
]
