/**
 * The tables of money: entries, the handlings of lines, the differences of held files, and the counts that triggers
 * keep.
 */
export const moneyTables: readonly string[] = [
  // Each row is an entry of a line that a channel reported, or of a collection by the company itself.
  // Entries are never changed or deleted.
  // An entry with a negative amount counters another entry.
  `create table payment (
    payment_id bigint generated always as identity primary key,
    -- The public id begins with the time, so that new ones are close together in their index; the other 24 digits are random.
    detail_id text not null unique default to_hex(date_part('epoch', now())::bigint) || right(replace(gen_random_uuid()::text, '-', ''), 24),
    bill_serial_id bigint not null,
    amount bigint not null,
    paid_time timestamptz not null,
    channel_id text not null,
    receipt_no text not null,
    line_serial_id bigint,
    collection_serial_id bigint,
    counters_payment_id bigint,
    -- The record of the white list that permitted the payment.
    white_list_serial_id bigint,
    constraint payment_source check (num_nonnulls(line_serial_id, collection_serial_id) <= 1),
    constraint payment_sign check (amount <> 0 and (counters_payment_id is null) = (amount > 0))
  )`,
  'create index payment_bill on payment (bill_serial_id)',
  'create unique index payment_counters on payment (counters_payment_id) where counters_payment_id is not null',
  'create index payment_line on payment (line_serial_id) where line_serial_id is not null',
  'create index payment_collection on payment (collection_serial_id) where collection_serial_id is not null',
  `create function keep_payments() returns trigger language plpgsql as $$
    begin
      raise exception 'Entries are never changed or deleted. Add a counter-entry.';
    end $$`,
  'create trigger payment_keep before update or delete on payment for each statement execute function keep_payments()',
  'create trigger payment_keep_all before truncate on payment for each statement execute function keep_payments()',
  // What people did with a line or proposed to do.
  // Only the latest handling of a line can be in the state Proposed or Done.
  `create table line_handling (
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
  "create unique index line_handling_current on line_handling (line_serial_id) where state in ('Proposed', 'Done')",
  'create index line_handling_line on line_handling (line_serial_id)',
  `create table bank_file_difference (
    bank_file_serial_id bigint not null,
    -- New: a line of the file. Missing: a booked line. Corrected: both, which are one payment.
    kind text not null,
    line_no integer,
    line_serial_id bigint,
    -- What the file says about the payment, for the page; only for the first lines of each kind.
    facts jsonb,
    constraint bank_file_difference_kind check (
      case kind
        when 'New' then line_no is not null and line_serial_id is null
        when 'Corrected' then line_no is not null and line_serial_id is not null
        when 'Missing' then line_no is null and line_serial_id is not null
        else false
      end
    )
  )`,
  'create index bank_file_difference_file on bank_file_difference (bank_file_serial_id, kind)',
  `create table bill_tally (
    apply_code text,
    bill_term_id text,
    bill_category_code text,
    currency_type text,
    bill_state text,
    pay_status text,
    payment_end_date date,
    channel_id text,
    debit_flag boolean,
    bill_count bigint not null,
    should_pay_amount bigint not null,
    paid_amount bigint not null,
    outstanding_amount bigint not null,
    -- Whether the row is a sum of earlier rows.
    merged boolean not null default false
  )`,
  'create index bill_tally_term on bill_tally (apply_code, bill_term_id)',
  `create table payment_tally (
    apply_code text,
    bill_term_id text,
    currency_type text,
    bill_state text,
    channel_id text,
    payment_count bigint not null,
    amount bigint not null,
    merged boolean not null default false
  )`,
  'create index payment_tally_term on payment_tally (apply_code, bill_term_id)',
  // Each statement that inserts lines adds a row for each currency; the parts of a divided line are not counted,
  // because the line itself is.
  // Changes and deletions of lines add no row, so that the lines then differ from this table and the ledger check
  // reports it.
  `create table accepted_tally (
    currency_type text,
    line_count bigint not null,
    amount bigint not null,
    -- Whether the row is a sum of earlier rows.
    merged boolean not null default false
  )`,
  `create table bill_by_state (
    apply_code text not null,
    -- The state of the bill except overdue, which depends on the day.
    stored_state text not null,
    serial_id bigint not null,
    primary key (apply_code, stored_state, serial_id)
  )`,
]
