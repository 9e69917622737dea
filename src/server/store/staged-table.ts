import { sql } from 'kysely'
import type { SchemaSet } from '../../schema/schema-set'
import type { Resource } from '../../schema/types'
import type { Db } from '../ports'
import { type Table, tableOf } from './table'

/** What a staged row says beside the columns of its record: whose it is, what it does to which record, and its line in the audit trail. */
const stagedColumns: Readonly<Record<string, string>> = {
  staged_import: 'text',
  staged_row: 'integer',
  staged_at: 'timestamptz',
  staged_action: 'text',
  staged_key: 'text',
  // UpdateTime of the record before a change.
  staged_seen: 'timestamptz',
  staged_before: 'jsonb',
  staged_after: 'jsonb',
}

/** The table beside that of a resource with an import, where finished rows wait for the one moment in which all of them become records. */
export const stagedTableOf = (resource: Resource, schemas: SchemaSet): Table => {
  const name = stagedName(resource)
  const record = tableOf(resource, schemas).columns.map(({ definition: _, ...column }) => ({ ...column, definition: column.type }))
  const staged = Object.entries(stagedColumns).map(([column, type]) => ({ name: column, type, definition: type }))
  const index = `${name}_import_idx`
  return {
    name,
    columns: [...staged, ...record],
    indexes: [{ name: index, columns: ['staged_import'], statement: `create index if not exists "${index}" on "${name}" ("staged_import", "staged_row")` }],
  }
}

/** Name of that table. */
export const stagedName = ({ table }: Pick<Resource, 'table'>): string => `${table}_staged`

/** All of them that the database has. */
export const stagedTables = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'staged_import'`.execute(db)
  return rows.map(({ name }) => name)
}
