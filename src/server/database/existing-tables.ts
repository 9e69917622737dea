import { sql } from 'kysely'
import type { Db } from '../ports'

/** All tables and indexes of a database, including those that the portal did not create. */
export interface ExistingTables {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, ExistingColumn>>
  readonly indexes: readonly ExistingIndex[]
  /**
   * Whether the database sorts texts by character codes, as the embedded database does.
   * A plain index then also serves searches for the beginning of a text.
   */
  readonly sortsByCodes: boolean
}

interface ExistingColumn {
  /** The SQL type, spelled as `columnType` returns it. */
  readonly type: string
  /** Whether the column is `not null`; false for identity columns and columns of the primary key. */
  readonly required: boolean
}

/** An index of a database. */
export interface ExistingIndex {
  readonly name: string
  readonly table: string
  /** The columns in the order of the index. */
  readonly columns: readonly string[]
  /** Whether the index makes the values of its columns unique, in all records or in those of its condition. */
  readonly unique: boolean
  /**
   * The columns that the index's condition compares with values, each followed by its values, such as `['bill_state',
   * 'Active']`; empty if there are none.
   */
  readonly condition: readonly string[]
  /**
   * Whether the index is valid and contains all records, and only plain columns: it has no condition, expression or
   * included column.
   */
  readonly isComplete: boolean
  /** Whether all columns of the index are `not null`. */
  readonly isNotNull: boolean
  /** Whether the index belongs to a constraint of the table. */
  readonly hasConstraint: boolean
  /** The storage parameters, such as `fastupdate=on`. */
  readonly storage: readonly string[]
}

/**
 * Reads all tables and indexes in three queries, so that the number of queries at a start does not grow with the number
 * of schema files.
 */
export const existingTables = async (db: Db): Promise<ExistingTables> => ({
  tables: await columnsByTable(db),
  indexes: await allIndexes(db),
  sortsByCodes: await sortsByCodes(db),
})

const sortsByCodes = async (db: Db): Promise<boolean> => {
  // PostgreSQL 15 uses plain indexes for `like` only with these names of the library's collations; `C.UTF-8` is not one
  // of them.
  const { rows } = await sql<{ sortsByCodes: boolean }>`
    select datlocprovider = 'c' and datcollate in ('C', 'POSIX') as "sortsByCodes" from pg_database where datname = current_database()`.execute(
    db,
  )
  return rows[0]?.sortsByCodes ?? false
}

const columnsByTable = async (db: Db): Promise<ExistingTables['tables']> => {
  const { rows } = await sql<ExistingColumn & { readonly table_name: string; readonly column_name: string }>`
    select c.relname as table_name, a.attname as column_name, replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
      a.attnotnull and a.attidentity = '' and not exists (
        select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)
      ) as required
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped`.execute(
    db,
  )
  const tables = new Map<string, Map<string, ExistingColumn>>()
  for (const { table_name, column_name, type, required } of rows)
    tables.set(table_name, (tables.get(table_name) ?? new Map()).set(column_name, { type, required }))
  return tables
}

const allIndexes = async (db: Db): Promise<readonly ExistingIndex[]> => {
  const { rows } = await sql<Omit<ExistingIndex, 'condition'> & { readonly predicate: string | null }>`
    select x.relname as name, t.relname as table,
      coalesce(jsonb_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) filter (where a.attname is not null), '[]') as columns,
      i.indisunique as unique,
      pg_get_expr(i.indpred, i.indrelid) as predicate,
      i.indisvalid and i.indpred is null and i.indexprs is null and i.indnatts = i.indnkeyatts as "isComplete",
      coalesce(bool_and(a.attnotnull), false) as "isNotNull",
      exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) as "hasConstraint",
      to_jsonb(coalesce(x.reloptions, '{}')) as storage
    from pg_index i
    join pg_class x on x.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where t.relnamespace = current_schema()::regnamespace
    group by i.indexrelid, i.indrelid, x.relname, x.reloptions, t.relname, i.indisunique, i.indisvalid, i.indpred, i.indexprs, i.indnatts, i.indnkeyatts`.execute(
    db,
  )
  return rows.map(({ predicate, ...index }) => ({ ...index, condition: conditionIn(predicate ?? '') }))
}

/**
 * Returns the columns (before ` = `) and the quoted values of a condition as PostgreSQL writes it: `((bill_state =
 * 'Active'::text) AND (state = ANY (ARRAY['A'::text, 'B'::text])))`.
 */
const conditionIn = (predicate: string): readonly string[] =>
  [...predicate.matchAll(/'((?:[^']|'')*)'|"?(\w+)"?(?= = )/g)].map(
    ([, value, column = '']) => value?.replaceAll("''", "'") ?? column,
  )

/** Returns the name under which a table exists: its present or its former name; undefined if it does not exist. */
export const existingTableName = (
  { name, was }: Renamed,
  { tables }: Pick<ExistingTables, 'tables'>,
): string | undefined => [name, was].find((candidate) => candidate !== undefined && tables.has(candidate))

/** Returns the name under which a column exists: its present or its former name; undefined if it does not exist. */
export const existingColumnName = ({ name, was }: Renamed, columns: ReadonlyMap<string, unknown>): string | undefined =>
  [name, was].find((candidate) => candidate !== undefined && columns.has(candidate))

interface Renamed {
  readonly name: string
  readonly was?: string | undefined
}
