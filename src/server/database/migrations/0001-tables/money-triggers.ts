/**
 * Returns the statement that creates a trigger function.
 * `cases` contains its statements by operation.
 * The function finds its tables with any search path, such as the one used when a backup is restored.
 */
const triggerFunction = (name: string, cases: Readonly<Record<string, readonly string[]>>): string => `
create function ${name}() returns trigger language plpgsql set search_path from current as $$
begin
  ${Object.entries(cases)
    .map(
      ([operation, work]) =>
        `if tg_op = '${operation}' then${work.map((statement) => `${statement};`).join('')}\n  end if;`,
    )
    .join('\n  ')}
  return null;
end $$`

// Without the lock, a concurrent merge could insert sums that have just been deleted.
const lockTallies = '\n    lock table bill_tally, payment_tally in share row exclusive mode'

/** The columns of a bill by which its payments are counted. */
const paymentGroup = ['apply_code', 'bill_term_id', 'currency_type', 'bill_state'] as const

const billGroup = [
  ...paymentGroup,
  'bill_category_code',
  'pay_status',
  'payment_end_date',
  'channel_id',
  'debit_flag',
] as const

const qualifyColumns = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(', ')

/**
 * Returns the statement that adds entries to payment_tally.
 * Each row of `entries` has the direction 1 (added) or -1 (removed) and the columns of its bill.
 * A counter-entry subtracts the payment that it counters.
 */
const tallyEntries = (entries: string): string => `
    insert into payment_tally (${paymentGroup.join(', ')}, channel_id, payment_count, amount)
    select ${paymentGroup.join(', ')}, channel_id, sum(direction * sign(amount)::int), sum(direction * amount)
    from (${entries}) e
    group by ${paymentGroup.join(', ')}, channel_id
    having sum(direction * sign(amount)::int) <> 0 or sum(direction * amount) <> 0`

/**
 * Returns a query that selects the entries in a table, each with the columns of its bill.
 * It locks the bills in the order of their keys.
 * A locked row has the values that the last transaction has committed.
 */
const entriesWithBill = (direction: 1 | -1, entryTable: string): string => `
    select ${direction} as direction, ${qualifyColumns('b', paymentGroup)}, e.channel_id, e.amount
    from ${entryTable} e
    join (
      select serial_id, ${paymentGroup.join(', ')}
      from bill
      where serial_id = any(array(select bill_serial_id from ${entryTable}))
      order by serial_id
      for no key update
    ) b on b.serial_id = e.bill_serial_id`

/** Ends a lateral query, so that the planner cannot turn the query into a join that scans the whole table. */
const optimizerFence = 'offset 0'

/**
 * Returns a query that selects the entries of bills.
 * `bills` is a subquery with a column `direction`, whose value each entry of the bill gets.
 */
const entriesOfBills = (bills: string): string => `
    select b.direction, ${qualifyColumns('b', paymentGroup)}, e.*
    from ${bills} b
    cross join lateral (select e.channel_id, e.amount from payment e where e.bill_serial_id = b.serial_id ${optimizerFence}) e`

/** Selects the entries of changed bills that now belong to another group of the tally. */
const movedEntries = entriesOfBills(`(
      select v.*
      from removed o
      join added n on n.serial_id = o.serial_id and (${qualifyColumns('n', paymentGroup)}) is distinct from (${qualifyColumns('o', paymentGroup)})
      cross join lateral (values (-1, o.serial_id, ${qualifyColumns('o', paymentGroup)}), (1, n.serial_id, ${qualifyColumns('n', paymentGroup)})) v (direction, serial_id, ${paymentGroup.join(', ')})
    )`)

/**
 * Returns the statement that adds bills to bill_tally.
 * Each row of `bills` has the direction 1 (added) or -1 (removed).
 */
const tallyBills = (bills: string): string => `
    insert into bill_tally (${billGroup.join(', ')}, bill_count, should_pay_amount, paid_amount, outstanding_amount)
    select ${billGroup.join(', ')}, sum(direction), coalesce(sum(direction * should_pay_amount), 0), coalesce(sum(direction * paid_amount), 0),
      coalesce(sum(direction * greatest(should_pay_amount - paid_amount, 0)), 0)
    from (${bills}) b
    group by ${billGroup.join(', ')}
    having sum(direction) <> 0 or sum(direction * should_pay_amount) <> 0 or sum(direction * paid_amount) <> 0
      or sum(direction * greatest(should_pay_amount - paid_amount, 0)) <> 0`

/**
 * Returns a subquery of the bills in a table, with the agreement and the state under which bill_by_state lists them.
 */
const withListedState = (billTable: string): string =>
  `(select serial_id, apply_code, case when bill_state = 'Void' then bill_state else pay_status end as stored_state from ${billTable})`

const insertListed = (bills: string): string => `
    insert into bill_by_state (apply_code, stored_state, serial_id)
    select apply_code, stored_state, serial_id from ${bills} where apply_code is not null and stored_state is not null`

/**
 * Returns the statement that deletes the rows of bills from bill_by_state.
 * It deletes them by their physical location (ctid), because a join could scan the whole table.
 */
const deleteListed = (bills: string): string => `
    delete from bill_by_state where ctid = any(array(
      select s.ctid
      from ${bills} b
      cross join lateral (
        select ctid from bill_by_state where apply_code = b.apply_code and stored_state = b.stored_state and serial_id = b.serial_id ${optimizerFence}
      ) s
    ))`

/** Replaces the rows of bill_by_state for bills whose state or agreement has changed. */
const replaceListed = `
    with changed as materialized (
      select n.*, o.apply_code as former_code, o.stored_state as former_state
      from ${withListedState('removed')} o
      join ${withListedState('added')} n on n.serial_id = o.serial_id and (n.apply_code, n.stored_state) is distinct from (o.apply_code, o.stored_state)
    ), deleted as (${deleteListed('(select serial_id, former_code as apply_code, former_state as stored_state from changed)')}
    )${insertListed('changed')}`

/**
 * Returns the statement that makes the planner use index lookups and hash joins in a trigger function.
 * The sets of changed rows have no statistics, and a connection keeps its plans: one that was made for a single changed
 * row would compare every row of a larger set with every other row.
 */
const plannedForManyRows = (name: string): string =>
  `alter function ${name}() set enable_seqscan = off set enable_nestloop = off`

/**
 * The functions of the triggers that count bills, payments and lines, and that list bills by their state.
 * The triggers are created with their tables (`../../bills-and-lines`).
 * Each trigger reads each changed record once, because a bank file changes many of them.
 */
export const moneyTriggers: readonly string[] = [
  triggerFunction('tally_bills', {
    INSERT: [tallyBills('select 1 as direction, n.* from added n')],
    UPDATE: [
      tallyBills('select 1 as direction, n.* from added n union all select -1, o.* from removed o'),
      tallyEntries(movedEntries),
    ],
    DELETE: [
      tallyBills('select -1 as direction, o.* from removed o'),
      tallyEntries(entriesOfBills('(select -1 as direction, o.* from removed o)')),
    ],
    TRUNCATE: [lockTallies, '\n    delete from bill_tally', '\n    delete from payment_tally'],
  }),
  triggerFunction('tally_payments', {
    INSERT: [tallyEntries(entriesWithBill(1, 'added'))],
    UPDATE: [tallyEntries(`${entriesWithBill(1, 'added')} union all ${entriesWithBill(-1, 'removed')}`)],
    DELETE: [tallyEntries(entriesWithBill(-1, 'removed'))],
    TRUNCATE: [lockTallies, '\n    delete from payment_tally'],
  }),
  triggerFunction('list_bills_by_state', {
    INSERT: [insertListed(`${withListedState('added')} b`)],
    UPDATE: [replaceListed],
    DELETE: [deleteListed(withListedState('removed'))],
    TRUNCATE: ['\n    delete from bill_by_state'],
  }),
  ...['tally_bills', 'tally_payments', 'list_bills_by_state'].map(plannedForManyRows),
  triggerFunction('count_accepted_lines', {
    INSERT: [
      `
    insert into accepted_tally (currency_type, line_count, amount)
    select currency_type, count(*), coalesce(sum(case when amount_sign = 'Minus' then -amount else amount end), 0)
    from added
    where parent_serial_id is null
    group by currency_type`,
    ],
  }),
]
