import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../ports'
import { compileTemplate, fillTemplate, Parameter, type StatementTemplate } from './template'

/**
 * One version of a row. A change moves the row to another physical location (`ctid`), and a location that is used again has a later transaction id (`xmin`). Commands
 * such as `vacuum full` move rows and keep their transaction ids, but write the table to another file (`file`).
 */
export interface RowVersion {
  readonly table: string
  readonly file: string
  readonly ctid: string
  readonly xmin: string
}

/** Returns the SQL of the version of a row as a JSON object; `alias` is the name of the table in the query. */
export const versionOf = (table: string, alias: string): RawBuilder<RowVersion> =>
  sql`jsonb_build_object('table', ${sql.lit(table)}::text, 'file', ${fileOf(table)}, 'ctid', ${sql.ref(`${alias}.ctid`)}, 'xmin', ${sql.ref(`${alias}.xmin`)})`

/** Returns the SQL that aggregates the versions of all rows to a JSON array. */
export const versionsOf = (table: string, alias: string): RawBuilder<readonly RowVersion[]> => sql`coalesce(jsonb_agg(${versionOf(table, alias)}), '[]')`

/** Returns the SQL of the number of the file in which a table is stored. */
const fileOf = (table: string): RawBuilder<string> => sql`pg_relation_filenode(${sql.lit(`"${table}"`)})::text`

/** A row that a statement requires in a certain version. */
export interface RequiredRow extends RowVersion {
  /** Whether the row is locked, so that it cannot be changed or deleted before the transaction ends. */
  readonly locks: boolean
}

/** Returns the rows with these versions, each of them once: several fields may refer to the same record. */
export const requiredRows = (versions: readonly RowVersion[], { locks }: Pick<RequiredRow, 'locks'>): readonly RequiredRow[] =>
  [...new Map(versions.map((version) => [Object.values(version).join(), version])).values()].map((version) => ({ ...version, locks }))

/** The values that a call passes to a statement that requires rows. */
export interface RequiringInput {
  readonly required: readonly RequiredRow[]
}

/** Returns the condition that the required rows are still stored in these versions. Their files, locations and transaction ids are parameters. */
export const areStored = (required: readonly RequiredRow[]): RawBuilder<SqlBool> => sql`(${sql.join([sql`true`, ...required.map(isStored)], sql` and `)})`

// A condition for all rows of a table, with arrays, would be planned for each call: PostgreSQL estimates that a plan for arrays of unknown length is expensive.
const isStored = ({ table, locks }: RequiredRow, index: number): RawBuilder<SqlBool> => {
  const value = (name: keyof RowVersion) => new Parameter(({ required }: RequiringInput) => required[index]?.[name])
  const row = sql`select from ${sql.table(table)} as r where r.ctid = ${value('ctid')} and r.xmin = ${value('xmin')} ${locks ? sql`for share` : sql``}`
  return sql`${fileOf(table)} = ${value('file')} and exists (${row})`
}

/** The values that a call passes to a statement that changes a row. */
export interface VersionInput {
  /** The version in which the row was read; undefined if it is locked. */
  readonly version: RowVersion | undefined
}

/** Returns the condition that a row of a statement is still stored in the version in which it was read. If the row changes while the statement waits for it, PostgreSQL checks the condition again; some versions check only `xmin` then. */
export const isInVersion = (table: string, alias: string): RawBuilder<SqlBool> => {
  const value = (name: keyof RowVersion) => new Parameter(({ version }: VersionInput) => version?.[name])
  return sql`${fileOf(table)} = ${value('file')} and ${sql.ref(`${alias}.ctid`)} = ${value('ctid')} and ${sql.ref(`${alias}.xmin`)} = ${value('xmin')}`
}

/** Returns a text that is equal for required rows whose condition has the same text. */
export const shapeOfRequired = (required: readonly RequiredRow[]): string => {
  const shape = shapes.get(required) ?? required.map(({ table, locks }) => `${locks ? 'locks' : 'requires'} ${table}`).join()
  shapes.set(required, shape)
  return shape
}

/** The shapes of the rows that a session requires in each of its calls. */
const shapes = new WeakMap<readonly RequiredRow[], string>()

/** Returns a query that returns one row if the required rows are still stored in these versions, and otherwise none. */
export const requireQuery = (db: Db, required: readonly RequiredRow[]) => {
  const shape = shapeOfRequired(required)
  const template = queryTemplates.get(shape) ?? compileTemplate(db, sql`select 1 as stored where ${areStored(required)}`)
  queryTemplates.set(shape, template)
  return fillTemplate<object, RequiringInput>(template, { required })
}

/** There are few of them, because only sessions have such a query. */
const queryTemplates = new Map<string, StatementTemplate>()
