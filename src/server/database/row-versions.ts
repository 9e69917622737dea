import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** One version of a row. A change gives the row another place (`ctid`), and a place that is used again has a later transaction number (`xmin`). */
export interface RowVersion {
  readonly table: string
  readonly ctid: string
  readonly xmin: string
}

/** Returns the SQL of the version of a row as a JSON object; `alias` is the name of the table in the query. */
export const versionOf = (table: string, alias: string): RawBuilder<RowVersion> =>
  sql`jsonb_build_object('table', ${sql.lit(table)}::text, 'ctid', ${sql.ref(`${alias}.ctid`)}, 'xmin', ${sql.ref(`${alias}.xmin`)})`

/** The SQL of the versions of several rows of a table. */
interface RowVersionsSql {
  readonly table: string
  /** The places, the transaction numbers and the number of rows, each a value or a parameter. */
  readonly ctids: unknown
  readonly xmins: unknown
  readonly count: unknown
  readonly locks: boolean
}

/** Returns the condition that these rows are all still stored in these versions. `locks` locks the rows until the end of the transaction. */
export const areStored = ({ table, ctids, xmins, count, locks }: RowVersionsSql): RawBuilder<SqlBool> => sql`
  (
    select count(*)
    from (select from ${sql.table(table)} as r where r.ctid = any(${ctids}::tid[]) and r.xmin = any(${xmins}::xid[]) ${locks ? sql`for share` : sql``}) as stored
  ) = ${count}`
