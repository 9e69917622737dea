import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** One version of a row. A change gives the row another place (`ctid`), and a place that is used again has another transaction number (`xmin`). */
export interface RowVersion {
  readonly table: string
  readonly ctid: string
  readonly xmin: string
}

/** Returns the SQL of the version of a row as a JSON object; `alias` is the name of the table in the query. */
export const versionOf = (table: string, alias: string): RawBuilder<RowVersion> =>
  sql`jsonb_build_object('table', ${sql.lit(table)}::text, 'ctid', ${sql.ref(`${alias}.ctid`)}, 'xmin', ${sql.ref(`${alias}.xmin`)})`

/** How a statement requires a version of a row. The place and the number are values or parameters. */
export interface RequiredVersion {
  readonly table: string
  readonly ctid: unknown
  readonly xmin: unknown
  /** Whether the row is locked, so that it cannot be changed or deleted before the transaction ends. */
  readonly locks: boolean
}

/** Returns the condition that a row is still stored in this version. */
export const isStored = ({ table, ctid, xmin, locks }: RequiredVersion): RawBuilder<SqlBool> =>
  sql`exists (select from ${sql.table(table)} as r where r.ctid = ${ctid} and r.xmin = ${xmin} ${locks ? sql`for share` : sql``})`
