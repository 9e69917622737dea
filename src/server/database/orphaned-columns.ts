import { sql } from 'kysely'
import { hasTable } from '../../schema/has-table'
import type { SchemaSet } from '../../schema/schema-set'
import type { Db } from '../ports'
import { existingColumns } from './ensure-tables'
import { tableOf } from './table-definition'

/** The columns that hold data and that no field keeps any more, each in a sentence: a start leaves them alone, but never silently. */
export const leftBehind = async (db: Db, schemas: SchemaSet): Promise<readonly string[]> => {
  const existing = await existingColumns(db)
  const left: string[] = []
  for (const table of schemas.resources.filter(hasTable).map((resource) => tableOf(resource, schemas))) {
    const kept = table.columns.map(({ name }) => name)
    const others = [...(existing.get(table.name)?.keys() ?? [])].filter((name) => !kept.includes(name))
    for (const name of others) if (await holdsData(db, table.name, name)) left.push(`"${name}" of the table "${table.name}"`)
  }
  return left
}

const holdsData = async (db: Db, table: string, column: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null) as found`.execute(db)
  return rows[0]?.found === true
}
