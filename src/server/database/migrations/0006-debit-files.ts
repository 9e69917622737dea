import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Files of direct debits can be withdrawn; they have the numbers of their answered records, who has downloaded them, and
 * when their content was deleted.
 */
export const debitFiles = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  'alter table internal_debit_file drop constraint internal_debit_file_state_check',
  `alter table internal_debit_file
    add constraint internal_debit_file_state_check check (state in ('Proposed', 'Released', 'Refused', 'Withdrawn')),
    add column succeeded_count bigint not null default 0,
    add column refused_count bigint not null default 0,
    add column download_count bigint not null default 0,
    add column download_user text,
    add column download_time timestamptz,
    add column withdraw_user text,
    add column withdraw_time timestamptz,
    add column withdraw_reason text,
    add column expire_time timestamptz`,
  'create index internal_debit_file_kept on internal_debit_file (batch_id) where expire_time is null',
  `create index internal_debit_file_proposed on internal_debit_file (batch_id) where state = 'Proposed'`,
  // Voided: the file was withdrawn after its release. Withdrawn: the file was never released.
  'alter table internal_debit_record drop constraint internal_debit_record_state_check',
  `alter table internal_debit_record
    add constraint internal_debit_record_state_check
      check (state in ('Proposed', 'Unanswered', 'Succeeded', 'Refused', 'Withdrawn', 'Voided')),
    add column former_status text`,
  `update internal_debit_file f
    set succeeded_count = n.succeeded, refused_count = n.refused
    from (
      select debit_file_id, count(*) filter (where state = 'Succeeded') as succeeded, count(*) filter (where state = 'Refused') as refused
      from internal_debit_record
      group by debit_file_id
    ) n
    where n.debit_file_id = f.debit_file_id`,
  `update internal_debit_file f
    set download_count = n.downloads, download_user = n.last_user, download_time = n.last_time
    from (
      select record_key, count(*) as downloads, max(at) as last_time, (array_agg(user_id order by at desc))[1] as last_user
      from audit_log
      where resource = 'BillDesignatedDebitExport' and action = 'Export'
      group by record_key
    ) n
    where n.record_key = f.debit_file_id::text`,
]
