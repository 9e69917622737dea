import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../ports'
import { compileTemplate, fillTemplate, Parameter, type StatementTemplate } from './statement-template'

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

/** Rows of a table that a statement requires in certain versions. */
export interface RequiredRows {
  readonly table: string
  readonly file: string
  readonly ctids: readonly string[]
  readonly xmins: readonly string[]
  /** Whether the rows are locked, so that they cannot be changed or deleted before the transaction ends. */
  readonly locks: boolean
}

/** Returns the rows with these versions, by table and file. */
export const requiredRows = (versions: readonly RowVersion[], { locks }: Pick<RequiredRows, 'locks'>): readonly RequiredRows[] => {
  const byFile = new Map(versions.map(({ table, file }) => [`${table} ${file}`, { table, file }]))
  return [...byFile.values()].map(({ table, file }) => {
    const ofFile = versions.filter((version) => version.table === table && version.file === file)
    // Several fields may refer to the same record.
    const rows = [...new Map(ofFile.map(({ ctid, xmin }) => [`${ctid} ${xmin}`, { ctid, xmin }])).values()]
    return { table, file, ctids: rows.map(({ ctid }) => ctid), xmins: rows.map(({ xmin }) => xmin), locks }
  })
}

/** The values that a call passes to a statement that requires rows. */
export interface RequiringInput {
  readonly required: readonly RequiredRows[]
}

/** Returns the condition that the required rows are still stored in these versions. Their locations and transaction ids are parameters. */
export const areStored = (required: readonly RequiredRows[]): RawBuilder<SqlBool> =>
  sql`(${sql.join([sql`true`, ...required.map(isTableUnchanged)], sql` and `)})`

const isTableUnchanged = (rows: RequiredRows, index: number): RawBuilder<SqlBool> =>
  sql`${fileOf(rows.table)} = ${requiredValue(index, ({ file }) => file)} and ${areRowsStored(rows, index)}`

const requiredValue = (index: number, read: (rows: RequiredRows) => unknown) =>
  new Parameter(({ required }: RequiringInput) => required[index] && read(required[index]))

const areRowsStored = ({ table, ctids, locks }: RequiredRows, index: number): RawBuilder<SqlBool> => {
  const rows = sql`select from ${sql.table(table)} as r where`
  const lock = locks ? sql`for share` : sql``
  // A single row takes PostgreSQL half the time in this form.
  if (ctids.length === 1)
    return sql`exists (${rows} r.ctid = ${requiredValue(index, (one) => one.ctids[0])} and r.xmin = ${requiredValue(index, (one) => one.xmins[0])} ${lock})`
  const [ctidList, xminList] = [
    sql`${requiredValue(index, (several) => several.ctids)}::tid[]`,
    sql`${requiredValue(index, (several) => several.xmins)}::xid[]`,
  ]
  const areVersions = sql`r.ctid = any(${ctidList}) and exists (select from unnest(${ctidList}, ${xminList}) as v (location, xid) where v.location = r.ctid and v.xid = r.xmin)`
  return sql`(select count(*) from (${rows} ${areVersions} ${lock}) as stored) = ${requiredValue(index, (several) => several.ctids.length)}`
}

/** Returns a text that is equal for required rows whose condition has the same text. */
export const shapeOfRequired = (required: readonly RequiredRows[]): string =>
  required.map(({ table, ctids, locks }) => `${locks ? 'locks' : 'requires'} ${ctids.length === 1 ? 'one' : 'several'} ${table}`).join()

/** Returns a query that returns one row if the required rows are still stored in these versions, and otherwise none. */
export const requireQuery = (db: Db, required: readonly RequiredRows[]) => {
  const shape = shapeOfRequired(required)
  const template = queryTemplates.get(shape) ?? compileTemplate(db, sql`select 1 as stored where ${areStored(required)}`)
  queryTemplates.set(shape, template)
  return fillTemplate<object, RequiringInput>(template, { required })
}

/** There are few of them, because only sessions have such a query. */
const queryTemplates = new Map<string, StatementTemplate>()
