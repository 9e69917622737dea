import { type RawBuilder, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import { actorOf, companyOf } from '../access/caller'
import type { RecordContext } from '../record-context'

/**
 * The audit line of a statement.
 * The SQL for the record before and after the change, as JSON, may use the columns that the statement returns.
 */
interface AuditedAction {
  /** The name of the change or read access in the audit trail. */
  readonly action: string
  readonly time: Date
  readonly before: RawBuilder<unknown>
  readonly after: RawBuilder<unknown>
}

/**
 * Returns a statement that also writes an audit line for each row that it returns, among them all fields of the key.
 * The alias of the rows is `audited`.
 */
export const withAuditLine = <Row>(
  { scope, ip }: RecordContext,
  { name, key }: Pick<Resource, 'name' | 'key'>,
  statement: RawBuilder<unknown>,
  { action, time, before, after }: AuditedAction,
): RawBuilder<Row> => {
  const line = {
    at: sql`${time}::timestamptz`,
    user_id: sql`${actorOf(scope)}::text`,
    uniform_no: sql`${companyOf(scope)}::text`,
    ip: sql`${ip}::text`,
    action: sql`${action}::text`,
    resource: sql.lit(name),
    record_key: sql`concat_ws('~', ${sql.join(key.map((field) => sql.id(field)))})`,
    before,
    after,
  }
  return sql`
    with audited as (${statement}),
      audit_line as (
        insert into audit_log (${sql.join(Object.keys(line).map((column) => sql.id(column)))})
        select ${sql.join(Object.values(line))} from audited
      )
    select * from audited`
}
