/**
 * The triggers that let the database refuse changes and deletions of the audit trail and the security log, and
 * deletions of handlings.
 * Retention deletes lines that are older than five years by the function `delete_expired_logs`.
 */
export const logGuards: readonly string[] = [
  // `delete_expired_logs` sets it only for its own statements.
  `create function keep_logs() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('portal.deletes_expired_logs', true) = 'on' then
        return null;
      end if;
      raise exception 'Rows of % are not changed or deleted.', tg_table_name;
    end $$`,
  ...['audit_log', 'security_log'].map(
    (table) =>
      `create trigger ${table}_keep before update or delete or truncate on ${table} for each statement execute function keep_logs()`,
  ),
  // The state of a handling changes when a second person decides.
  'create trigger line_handling_keep before delete or truncate on line_handling for each statement execute function keep_logs()',
  // Without a known time nothing is deleted. The comparison with it protects the lines from a wrong argument.
  `create function delete_expired_logs(log text, before timestamptz, max_rows integer) returns bigint
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
]
