import { sql } from 'kysely'
import type { Db } from '../../ports'
import { triggerFunction } from './0009-bill-tally'

/** Creates the table that finds bills by their state, and the function of the triggers that write it (`../bills-and-lines/bills-by-state.ts`). */
export const billsByState = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Returns a query that selects the rows that `bill_by_state` has for the bills in a table. */
const rowsOf = (billTable: string): string => `
    select apply_code, stored_state, serial_id
    from (select apply_code, case when bill_state = 'Void' then bill_state else pay_status end as stored_state, serial_id from ${billTable}) b
    where apply_code is not null and stored_state is not null`

const insertRows = (rows: string): string => `
    insert into bill_by_state (apply_code, stored_state, serial_id)${rows}`

const deleteRows = (rows: string): string => `
    delete from bill_by_state s
    using (${rows}) former
    where s.apply_code = former.apply_code and s.stored_state = former.stored_state and s.serial_id = former.serial_id`

/** Replaces the rows of changed bills whose state or agreement has changed. */
const replaceRows = `
    with changed as materialized (
      select apply_code, stored_state, serial_id, sum(direction) as direction
      from (select 1 as direction, n.* from (${rowsOf('added')}) n union all select -1, o.* from (${rowsOf('removed')}) o) b
      group by apply_code, stored_state, serial_id
      having sum(direction) <> 0
    ), deleted as (${deleteRows('select * from changed where direction < 0')}
    )${insertRows(' select apply_code, stored_state, serial_id from changed where direction > 0')}`

const statements: readonly string[] = [
  `create table if not exists bill_by_state (
    apply_code text not null,
    -- The state of the bill except overdue, which depends on the day.
    stored_state text not null,
    serial_id bigint not null,
    primary key (apply_code, stored_state, serial_id)
  )`,
  triggerFunction('list_bills_by_state', {
    INSERT: [insertRows(rowsOf('added'))],
    UPDATE: [replaceRows],
    DELETE: [deleteRows(rowsOf('removed'))],
    TRUNCATE: ['\n    delete from bill_by_state'],
  }),
  // Otherwise, a connection that planned the function while the table had few bills would continue to scan the whole table.
  'alter function list_bills_by_state() set enable_seqscan = off',
]
