import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../../schema/language/resource'
import { actorOf, companyOf } from '../../access/caller'
import { executeRequiring, versionsToRequire } from '../../database/first-query'
import { areStored, type RowVersion } from '../../database/row-versions'
import { Parameter } from '../../database/statement-template'
import type { Db } from '../../ports'
import { allOf } from '../projection'
import type { StatementInput } from './record-statement'

/** The values that a call passes to a statement with an audit line. */
export interface AuditedInput extends StatementInput {
  /** The name of the change or look in the audit trail. */
  readonly action: string
  readonly time: Date
  /** The rows that must still be stored as they were read before. */
  readonly required: readonly RequiredRows[]
}

/** Rows of a table that a statement requires in certain versions. */
export interface RequiredRows {
  readonly table: string
  readonly ctids: readonly string[]
  readonly xmins: readonly string[]
  /** Whether the rows are locked, so that they cannot be changed or deleted before the transaction ends. */
  readonly locks: boolean
}

/** Returns the rows that a statement on a database must require: referenced records that were read without a lock, and the rows of a session that was assumed and not read yet. */
export const requiredRows = (db: Db, references: readonly RowVersion[] = []): readonly RequiredRows[] => [
  ...rowsByTable(references, true),
  ...rowsByTable(versionsToRequire(db) ?? [], false),
]

const rowsByTable = (versions: readonly RowVersion[], locks: boolean): readonly RequiredRows[] =>
  [...new Set(versions.map(({ table }) => table))].map((table) => {
    const ofTable = versions.filter((version) => version.table === table)
    // Several fields may refer to the same record.
    return { table, ctids: [...new Set(ofTable.map(({ ctid }) => ctid))], xmins: ofTable.map(({ xmin }) => xmin), locks }
  })

/** Returns the part of a statement's shape (see `recordStatement`) that the required rows determine. */
export const shapeOfRequired = (required: readonly RequiredRows[]): string =>
  required.map(({ table, locks }) => `${locks ? 'locks' : 'requires'} ${table}`).join()

/** Returns the condition that the required rows are still stored. Their places and numbers are parameters. */
export const areRequiredStored = (required: readonly RequiredRows[]): RawBuilder<SqlBool> =>
  allOf(
    required.map(({ table, locks }, index) => {
      const parameter = (read: (rows: RequiredRows) => unknown) => new Parameter((input: AuditedInput) => read(input.required[index] ?? noRows))
      return areStored({
        table,
        locks,
        ctids: parameter(({ ctids }) => ctids),
        xmins: parameter(({ xmins }) => xmins),
        count: parameter(({ ctids }) => ctids.length),
      })
    }),
  )

const noRows: RequiredRows = { table: '', ctids: [], xmins: [], locks: false }

/** The id of the user who makes the call. */
export const actorParameter = new Parameter(({ context }: StatementInput) => actorOf(context.scope))

/** The time of the change or look. */
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

/** Executes a statement that requires the rows of `requiredRows`, and returns its rows. */
export const executeAudited = async <Row>(db: Db, query: CompiledQuery<Row>): Promise<readonly Row[]> =>
  versionsToRequire(db) ? executeRequiring(db, query) : (await db.executeQuery(query)).rows
