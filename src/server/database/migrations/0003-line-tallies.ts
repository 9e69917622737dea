import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Lines are counted and summed by day, channel and state: in one table for each agreement, in another one for all of
 * them.
 * Two indexes of lines, which counted them, are dropped.
 * Partly paid bills are listed with the amounts that they lack.
 */
export const lineTallies = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const dates = ['trade_date', 'trans_date', 'account_date', 'expect_remit_date']
const group = [
  ...dates,
  'channel_id',
  'write_off_status',
  'exception_type',
  'currency_type',
  'amount_sign',
  'parent_serial_id',
].join(', ')
const amounts = ['amount', 'channel_fee', 'net_amount']
const sums = ['line_count', ...amounts]

const isNotZero = (totals: readonly string[]): string => totals.map((total) => `${total} <> 0`).join(' or ')

const totalsOfLines = ['sum(direction)', ...amounts.map((name) => `coalesce(sum(direction * ${name}), 0)`)]
const totalsOfGroups = sums.map((name) => `sum(${name})`)

/** Returns the statement that adds lines to both tallies; `lines` is a query of lines with a direction: 1 added, -1 removed. */
const tallyLines = (lines: string): string => `
    with grouped as (
      select apply_code, ${group}, ${totalsOfLines.map((total, index) => `${total} as ${sums[index]}`).join(', ')}
      from (${lines}) l
      group by apply_code, ${group}
      having ${isNotZero(totalsOfLines)}
    ), added_by_agreement as (
      insert into line_tally (apply_code, ${group}, ${sums.join(', ')})
      select apply_code, ${group}, ${sums.join(', ')} from grouped
    )
    insert into bank_line_tally (${group}, ${sums.join(', ')})
    select ${group}, ${totalsOfGroups.join(', ')}
    from grouped
    group by ${group}
    having ${isNotZero(totalsOfGroups)};`

/** Returns a query of the lines in a table of changed rows. */
const linesOf = (table: 'added' | 'removed'): string =>
  `select ${table === 'added' ? 1 : -1} as direction, apply_code, ${group}, ${amounts.join(', ')} from ${table}`

const columns = `trade_date date,
    trans_date date,
    account_date date,
    expect_remit_date date,
    channel_id text,
    write_off_status text,
    exception_type text,
    currency_type text,
    amount_sign text,
    parent_serial_id bigint,
    line_count bigint not null,
    -- Sums without signs: the sign is one of the columns by which lines are counted.
    amount bigint not null,
    channel_fee bigint not null,
    net_amount bigint not null,
    -- Whether the row is a sum of earlier rows.
    merged boolean not null default false`

/** The condition for bills whose new version `n` is listed in another way than the former one `o`. */
const isOtherBill =
  '(n.apply_code, n.pay_status, n.bill_state, n.should_pay_amount, n.paid_amount) is distinct from (o.apply_code, o.pay_status, o.bill_state, o.should_pay_amount, o.paid_amount)'

const deletePartlyPaid = (former: string): string => `
    delete from internal_partly_paid_bill
    where serial_id = any(array(select o.serial_id from ${former} where o.pay_status = 'PartialPaid'));`

const insertPartlyPaid = (latter: string): string => `
    insert into internal_partly_paid_bill (serial_id, apply_code, outstanding_amount)
    select n.serial_id, n.apply_code, n.should_pay_amount - n.paid_amount
    from ${latter}
    where n.pay_status = 'PartialPaid' and n.bill_state = 'Active';`

const statements: readonly string[] = [
  `create table line_tally (
    apply_code text,
    ${columns}
  )`,
  'create index line_tally_agreement on line_tally (apply_code, trade_date)',
  // Counts and sums the work list, which has no period.
  `create index line_tally_exceptions on line_tally (apply_code, trade_date)
    include (write_off_status, exception_type, currency_type, amount_sign, line_count, amount)
    where write_off_status in ('Exception', 'NotWrittenOff', 'PendingRelease', 'ChangedBill', 'ChangedVAC', 'Divided', 'Invalid')`,
  // Finds the rows to merge.
  'create index line_tally_added on line_tally (apply_code, trade_date) where not merged',
  `create table bank_line_tally (
    ${columns}
  )`,
  ...dates.map((date) => `create index bank_line_tally_${date} on bank_line_tally (${date})`),
  // The function finds its tables with any search path, such as the one used when a backup is restored.
  `create function tally_lines() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then${tallyLines(linesOf('added'))}
  elsif tg_op = 'UPDATE' then${tallyLines(`${linesOf('added')} union all ${linesOf('removed')}`)}
  elsif tg_op = 'DELETE' then${tallyLines(linesOf('removed'))}
  else
    -- Without the lock, a concurrent merge could insert sums that have just been deleted.
    lock table line_tally, bank_line_tally in share row exclusive mode;
    delete from line_tally;
    delete from bank_line_tally;
  end if;
  return null;
end $$`,
  // The live bills that are partly paid, with the amounts that they lack.
  `create table internal_partly_paid_bill (
    serial_id bigint primary key,
    apply_code text,
    outstanding_amount bigint not null
  )`,
  'create index internal_partly_paid_bill_amount on internal_partly_paid_bill (apply_code, outstanding_amount)',
  // Without nested loops, as the other triggers of bills: a plan from the time of a single payment would compare each bill
  // with each other one.
  `create function list_partly_paid_bills() returns trigger language plpgsql set search_path from current set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then${insertPartlyPaid('added n')}
  elsif tg_op = 'UPDATE' then${deletePartlyPaid(`removed o join added n on n.serial_id = o.serial_id and ${isOtherBill}`)}${insertPartlyPaid(`added n join removed o on o.serial_id = n.serial_id and ${isOtherBill}`)}
  elsif tg_op = 'DELETE' then${deletePartlyPaid('removed o')}
  else
    delete from internal_partly_paid_bill;
  end if;
  return null;
end $$`,
  // The start creates the first one anew, with fewer columns.
  'drop index if exists transaction_line_trade_date',
  'drop index if exists transaction_line_dates',
]
