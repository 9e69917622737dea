import { type RawBuilder, sql } from 'kysely'
import type { Resource } from '../../../schema/language/resource'
import { actorOf, companyOf } from '../../access/caller'
import type { RequiringInput } from '../../database/statements/row-versions'
import { Parameter } from '../../database/statements/template'
import type { StatementInput } from './record-statement'

/** The values that a call passes to a statement with an audit line. */
export interface AuditedInput extends StatementInput, RequiringInput {
  /** The name of the change or read access in the audit trail. */
  readonly action: string
  readonly time: Date
}

/** The id of the user who makes the call. */
export const actorParameter = new Parameter(({ context }: StatementInput) => actorOf(context.scope))

/** The time of the change or read access. */
export const timeParameter = new Parameter(({ time }: AuditedInput) => time)

/** The SQL for the record before and after a change, as JSON. It may use the columns that the statement returns. */
interface AuditedValues {
  readonly before: RawBuilder<unknown>
  readonly after: RawBuilder<unknown>
}

/** Returns a statement that also writes an audit line for each row that it returns, among them all fields of the key. The alias of the rows is `audited`. */
export const withAuditLine = <Row>(
  { name, key }: Pick<Resource, 'name' | 'key'>,
  statement: RawBuilder<unknown>,
  { before, after }: AuditedValues,
): RawBuilder<Row> => {
  const text = (read: (input: AuditedInput) => string) => sql`${new Parameter(read)}::text`
  const line = {
    at: timeParameter,
    user_id: actorParameter,
    uniform_no: text(({ context }) => companyOf(context.scope)),
    ip: text(({ context }) => context.ip),
    action: text(({ action }) => action),
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
