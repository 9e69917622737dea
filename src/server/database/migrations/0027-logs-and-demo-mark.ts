import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Lets the database refuse changes and deletions of the audit trail and the security log, and deletions of handlings. Retention deletes lines by the function
 * `delete_expired_logs`, which deletes only lines that are older than five years. Adds the mark of databases with demo data, and sets it where former versions wrote such data.
 */
export const logsAndDemoMark = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // `delete_expired_logs` sets it only for its own statements.
  `create or replace function keep_logs() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('portal.deletes_expired_logs', true) = 'on' then
        return null;
      end if;
      raise exception 'Rows of % are not changed or deleted.', tg_table_name;
    end $$`,
  ...['audit_log', 'security_log'].map(
    (table) => `create or replace trigger ${table}_keep before update or delete or truncate on ${table} for each statement execute function keep_logs()`,
  ),
  // The state of a handling changes when a second person decides.
  'create or replace trigger line_handling_keep before delete or truncate on line_handling for each statement execute function keep_logs()',
  // Without a known time nothing is deleted. The comparison with it protects the lines from a wrong argument.
  `create or replace function delete_expired_logs(log text, before timestamptz, max_rows integer) returns bigint
    language plpgsql set search_path from current as $$
    declare
      oldest timestamptz;
      deleted bigint;
    begin
      select least(before, latest - interval '5 years') into oldest from known_time;
      -- The function itself cannot declare the setting, which only superusers may do.
      perform set_config('portal.deletes_expired_logs', 'on', true);
      if log = 'audit_log' then
        delete from audit_log where id in (select id from audit_log where at < oldest limit max_rows);
      elsif log = 'security_log' then
        delete from security_log where log_id in (select log_id from security_log where log_time < oldest limit max_rows);
      else
        raise exception '% is not a log.', log;
      end if;
      get diagnostics deleted = row_count;
      perform set_config('portal.deletes_expired_logs', 'off', true);
      return deleted;
    end $$`,
  `create table if not exists internal_demo_mark (
    one boolean primary key default true check (one),
    marked_at timestamptz not null
  )`,
  // Only the demo and the tool for scale tests write these names as the creators of companies.
  `do $$
    begin
      if to_regclass('customer') is not null then
        insert into internal_demo_mark (marked_at)
        select min(create_time) from customer where create_user in ('demo', 'seed') having count(*) > 0
        on conflict do nothing;
      end if;
    end $$`,
]
