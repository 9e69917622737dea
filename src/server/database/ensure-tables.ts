import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, sql } from 'kysely'
import type { KeyFacts } from '../../schema/checks'
import { hasTable } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { nonUniqueKeys } from './key-facts'
import { migrate } from './migrations'
import { type Index, type Table, type TableColumn, tableOf } from './table-definition'

/** Reports that a key does not identify the records of its table; the portal must not write to such a database. */
export class NonUniqueKeys extends Error {
  override readonly name = 'NonUniqueKeys'

  constructor(readonly keys: readonly KeyFacts[]) {
    super(`The database has no unique index on the key of ${keys.map(({ table, key }) => `${table} (${key.join(', ')})`).join(', ')}.`)
  }
}

/**
 * Runs the missing migrations, and adds the tables, columns and indexes that the schemas require and the database lacks; never drops anything and never changes a type.
 * Returns the SQL that it could not apply; throws `NonUniqueKeys` if the unique index of a key is missing.
 */
export const ensureTables = (db: Db, schemas: SchemaSet): Promise<string[]> =>
  db.connection().execute(async (connection) => {
    const { adapter } = connection.getExecutor()
    await adapter.acquireMigrationLock(connection, startLock)
    try {
      await migrate(connection)
      const tables = schemas.resources.filter(hasTable).map((resource) => tableOf(resource, schemas))
      const unapplied = await ensureAll(connection, tables)
      const nonUnique = await nonUniqueKeys(connection, schemas, await existingColumns(connection))
      if (nonUnique.length > 0) throw new NonUniqueKeys(nonUnique)
      return unapplied
    } finally {
      await adapter.releaseMigrationLock(connection, startLock)
    }
  })

/** Makes processes that start together wait for each other. On PostgreSQL the migrator's lock belongs to the session, so the migrator can acquire it again. */
const startLock = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID }

const ensureAll = async (db: Db, tables: readonly Table[]): Promise<string[]> => {
  const existing = await existingColumns(db)
  const indexes = await existingIndexes(db)
  const unapplied: string[] = []
  for (const table of tables) {
    unapplied.push(...(await ensureTable(db, table, existing.get(table.name))))
    await renameIndexes(db, table, indexes)
    for (const index of table.indexes) if (!indexes.has(index.name)) unapplied.push(...(await ensureIndex(db, index)))
  }
  return unapplied
}

const ensureTable = async (db: Db, table: Table, existing: ReadonlyMap<string, string> | undefined): Promise<string[]> => {
  if (!existing) {
    await sql
      .raw(`create table if not exists "${table.name}" (\n  ${table.columns.map((column) => `"${column.name}" ${column.definition}`).join(',\n  ')}\n)`)
      .execute(db)
    return []
  }
  const unapplied: string[] = []
  for (const { name, type, was, added } of table.columns) {
    const existingType = existing.get(name) ?? (await renameColumn(db, table.name, { name, was }, existing))
    if (existingType === undefined) await sql.raw(`alter table "${table.name}" add column if not exists "${name}" ${added ?? type}`).execute(db)
    else if (existingType !== type)
      unapplied.push(`alter table "${table.name}" alter column "${name}" type ${type} using "${name}"::${type}; -- it is ${existingType} now`)
  }
  return unapplied
}

/** Renames a column after its field was renamed; returns the column's type. */
const renameColumn = async (db: Db, table: string, { name, was }: Pick<TableColumn, 'name' | 'was'>, existing: ReadonlyMap<string, string>) => {
  const type = was === undefined ? undefined : existing.get(was)
  if (type !== undefined) await sql.raw(`alter table "${table}" rename column "${was}" to "${name}"`).execute(db)
  return type
}

// A violation is traced to its field by the name of the index, so indexes are renamed with their columns.
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

/** Returns the tables of the database with their columns and types, named as in the schema language. */
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

/** Reads all indexes in one query, so that the number of queries at a start does not grow with the number of pages. */
const existingIndexes = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Returns descriptions of the columns with data that no field uses any more. They are kept and reported at the start. */
export const orphanedColumns = async (db: Db, schemas: SchemaSet): Promise<readonly string[]> => {
  const existing = await existingColumns(db)
  const orphaned: string[] = []
  for (const table of schemas.resources.filter(hasTable).map((resource) => tableOf(resource, schemas))) {
    const kept = table.columns.map(({ name }) => name)
    const others = [...(existing.get(table.name)?.keys() ?? [])].filter((name) => !kept.includes(name))
    for (const name of others) if (await holdsData(db, table.name, name)) orphaned.push(`"${name}" of the table "${table.name}"`)
  }
  return orphaned
}

const holdsData = async (db: Db, table: string, column: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null) as found`.execute(db)
  return rows[0]?.found === true
}
