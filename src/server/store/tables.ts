import { sql } from 'kysely'
import { hasTable } from '../../schema/has-table'
import type { SchemaSet } from '../../schema/schema-set'
import type { Db } from '../ports'
import { checkDataVersion } from './data-version'
import { stagedTableOf } from './staged-table'
import { systemTables } from './system-tables'
import { type Index, type Table, type TableColumn, tableOf } from './table'

/** Adds the tables, columns and indexes that the schemas ask for and the database lacks; never drops, never retypes. Answers the SQL that it could not apply. */
export const ensureTables = (db: Db, schemas: SchemaSet): Promise<string[]> =>
  db.connection().execute(async (connection) => {
    // Two processes that start together would trip over each other's half-made tables.
    await sql`select pg_advisory_lock(${lockNumber})`.execute(connection)
    try {
      await checkDataVersion(connection)
      for (const statement of systemTables) await sql.raw(statement).execute(connection)
      const tables = schemas.resources
        .filter(hasTable)
        .flatMap((resource) => [tableOf(resource, schemas), ...(resource.import ? [stagedTableOf(resource, schemas)] : [])])
      return await ensureAll(connection, tables)
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection)
    }
  })

const lockNumber = 7_700_100

const ensureAll = async (db: Db, tables: readonly Table[]): Promise<string[]> => {
  const existing = await existingColumns(db)
  const indexes = await existingIndexes(db)
  const left: string[] = []
  for (const table of tables) {
    left.push(...(await ensureTable(db, table, existing.get(table.name))))
    await renameIndexes(db, table, indexes)
    for (const index of table.indexes) if (!indexes.has(index.name)) left.push(...(await ensureIndex(db, index)))
  }
  return left
}

const ensureTable = async (db: Db, table: Table, existing: ReadonlyMap<string, string> | undefined): Promise<string[]> => {
  if (!existing) {
    await sql
      .raw(`create table if not exists "${table.name}" (\n  ${table.columns.map((column) => `"${column.name}" ${column.definition}`).join(',\n  ')}\n)`)
      .execute(db)
    return []
  }
  const left: string[] = []
  for (const { name, type, was } of table.columns) {
    const given = existing.get(name) ?? (await renamed(db, table.name, { name, was }, existing))
    if (given === undefined) await sql.raw(`alter table "${table.name}" add column if not exists "${name}" ${type}`).execute(db)
    else if (given !== type) left.push(`alter table "${table.name}" alter column "${name}" type ${type} using "${name}"::${type}; -- it is ${given} now`)
  }
  return left
}

/** Gives a column the new name of its field, data and all; answers the type that it has. */
const renamed = async (db: Db, table: string, { name, was }: Pick<TableColumn, 'name' | 'was'>, existing: ReadonlyMap<string, string>) => {
  const type = was === undefined ? undefined : existing.get(was)
  if (type !== undefined) await sql.raw(`alter table "${table}" rename column "${was}" to "${name}"`).execute(db)
  return type
}

// Their names tell which field a violation is about, so they change with their columns.
const renameIndexes = async (db: Db, { indexes }: Table, existing: ReadonlySet<string>): Promise<void> => {
  for (const { name, was } of indexes) {
    if (was && existing.has(was) && !existing.has(name)) await sql.raw(`alter index "${was}" rename to "${name}"`).execute(db)
  }
}

const ensureIndex = async (db: Db, index: Index): Promise<string[]> => {
  try {
    await sql.raw(index.statement).execute(db)
    return []
  } catch (error) {
    return [`${index.statement}; -- ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Tables of the database with their columns and types, in the words of the schema language. */
export const existingColumns = async (db: Db): Promise<Map<string, Map<string, string>>> => {
  const { rows } = await sql<{ table_name: string; column_name: string; type: string }>`
    select c.relname as table_name, a.attname as column_name, replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped`.execute(db)
  const tables = new Map<string, Map<string, string>>()
  for (const row of rows) tables.set(row.table_name, (tables.get(row.table_name) ?? new Map()).set(row.column_name, row.type))
  return tables
}

/** One question for all of them: a start asks the database little however many pages there are. */
const existingIndexes = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
