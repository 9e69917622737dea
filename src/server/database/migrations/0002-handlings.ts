import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Lets handlings of lines be withdrawn, store why they were refused, whether a user of the bank made them, and the job
 * that made them together with others.
 */
export const handlings = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  `alter table line_handling
    add column check_reason text,
    add column by_bank boolean not null default false,
    add column job_id bigint`,
  'alter table line_handling drop constraint line_handling_state_check',
  `alter table line_handling add constraint line_handling_state_check
    check (state in ('Proposed', 'Refused', 'Withdrawn', 'Done', 'Unmatched', 'Undone'))`,
  'create index internal_line_handling_job on line_handling (job_id) where job_id is not null',
]
