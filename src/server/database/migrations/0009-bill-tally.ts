import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Creates the tables of counts and sums of bills and payments, and the functions of the triggers that write them (`../bills-and-lines/bill-tally.ts`).
 * Every change adds rows with its differences, so that writers never wait for each other. The sum of the rows is exact in every transaction.
 */
export const billTally = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const billGroup = 'apply_code, bill_term_id, bill_category_code, currency_type, bill_state, pay_status, payment_end_date, channel_id, debit_flag'
const paymentGroup = 'apply_code, bill_term_id, currency_type, bill_state, channel_id'

/** Returns the statement that adds the changes of bills to `bill_tally`. Each row of `signed` has the sign 1 (added) or -1 (removed). */
const addBills = (signed: string): string => `
    insert into bill_tally (${billGroup}, bill_count, should_pay_amount, paid_amount, outstanding_amount)
    select ${billGroup}, sum(sign), coalesce(sum(sign * should_pay_amount), 0), coalesce(sum(sign * paid_amount), 0),
      coalesce(sum(sign * greatest(should_pay_amount - paid_amount, 0)), 0)
    from (${signed}) b
    group by ${billGroup}
    having sum(sign) <> 0 or sum(sign * should_pay_amount) <> 0 or sum(sign * paid_amount) <> 0
      or sum(sign * greatest(should_pay_amount - paid_amount, 0)) <> 0`

/** Returns the statement that adds the changes of payments to `payment_tally`. Each row of `signed` has the sign 1 (added) or -1 (removed). */
export const addPayments = (signed: string): string => `
    insert into payment_tally (${paymentGroup}, payment_count, amount)
    select ${paymentGroup}, sum(sign), sum(sign * amount)
    from (${signed}) p
    group by ${paymentGroup}
    having sum(sign) <> 0 or sum(sign * amount) <> 0`

const paymentColumns = 'b.apply_code, b.bill_term_id, b.currency_type, b.bill_state, p.channel_id, p.amount'

/** Returns a query that selects payments with a sign and the columns of their bills. */
export const signedPayments = (sign: 1 | -1, payments: string, bills: string): string =>
  `select ${sign} as sign, ${paymentColumns} from ${payments} p join ${bills} b on b.serial_id = p.bill_serial_id`

/** Returns the columns by which the payments of a bill are grouped. */
const billColumns = (table: string): string => ['apply_code', 'bill_term_id', 'currency_type', 'bill_state'].map((column) => `${table}.${column}`).join(', ')

/** Selects the payments of changed bills that now belong to another group of the tally. */
const movedPayments = `
    select s.sign, ${paymentColumns}
    from removed o
    join added n on n.serial_id = o.serial_id and (${billColumns('n')}) is distinct from (${billColumns('o')})
    cross join lateral (values (-1, ${billColumns('o')}), (1, ${billColumns('n')})) s (sign, apply_code, bill_term_id, currency_type, bill_state)
    cross join lateral (select s.apply_code, s.bill_term_id, s.currency_type, s.bill_state) b
    join payment p on p.bill_serial_id = n.serial_id`

/** Returns the statement that creates a trigger function. `cases` contains its statements by operation. The function finds its tables with any search path, such as the one used when a backup is restored. */
export const triggerFunction = (name: string, cases: Readonly<Record<string, readonly string[]>>): string => `
create or replace function ${name}() returns trigger language plpgsql set search_path from current as $$
begin
  ${Object.entries(cases)
    .map(([operation, work]) => `if tg_op = '${operation}' then${work.map((statement) => `${statement};`).join('')}\n  end if;`)
    .join('\n  ')}
  return null;
end $$`

// Without the lock, a concurrent merge could insert sums that have just been deleted.
export const lockTallies = '\n    lock table bill_tally, payment_tally in share row exclusive mode'

const statements = [
  `create table if not exists bill_tally (
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
  'create index if not exists bill_tally_term on bill_tally (apply_code, bill_term_id)',
  `create table if not exists payment_tally (
    apply_code text,
    bill_term_id text,
    currency_type text,
    bill_state text,
    channel_id text,
    payment_count bigint not null,
    amount bigint not null,
    merged boolean not null default false
  )`,
  'create index if not exists payment_tally_term on payment_tally (apply_code, bill_term_id)',
  triggerFunction('tally_bills', {
    INSERT: [addBills('select 1 as sign, n.* from added n')],
    UPDATE: [addBills('select 1 as sign, n.* from added n union all select -1, o.* from removed o'), addPayments(movedPayments)],
    DELETE: [addBills('select -1 as sign, o.* from removed o'), addPayments(signedPayments(-1, 'payment', 'removed'))],
    TRUNCATE: [lockTallies, '\n    delete from bill_tally', '\n    delete from payment_tally'],
  }),
  triggerFunction('tally_payments', {
    INSERT: [addPayments(signedPayments(1, 'added', 'bill'))],
    UPDATE: [addPayments(`${signedPayments(1, 'added', 'bill')} union all ${signedPayments(-1, 'removed', 'bill')}`)],
    DELETE: [addPayments(signedPayments(-1, 'removed', 'bill'))],
    TRUNCATE: [lockTallies, '\n    delete from payment_tally'],
  }),
  // Newer indexes begin with the same columns, so these are unnecessary.
  'drop index if exists bill_apply_code_bill_term_id_idx, transaction_line_apply_code_trade_date_idx',
]
