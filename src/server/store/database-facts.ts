import { type RawBuilder, sql } from 'kysely'
import type { ColumnFacts } from '../../schema/checks'
import { columnName } from '../../schema/column-name'
import type { SchemaSet } from '../../schema/schema-set'
import type { Resource } from '../../schema/types'
import type { Db } from '../ports'
import { existingColumns } from './tables'

type Tables = Readonly<Record<string, Readonly<Record<string, ColumnFacts>>>>

/** More different values than this are no codes. */
const mostCodes = 200

/** What the tables of the schemas hold, for the checks that ask whether a changed file would lose it. Reads, never writes. */
export const databaseFacts = async (db: Db, schemas: SchemaSet): Promise<Tables> => {
  const existing = await existingColumns(db)
  const tables: [string, Readonly<Record<string, ColumnFacts>>][] = []
  for (const resource of schemas.resources) {
    const columns = existing.get(resource.table)
    if (columns) tables.push([resource.table, await tableFacts(db, resource, columns)])
  }
  return Object.fromEntries(tables)
}

const tableFacts = async (db: Db, resource: Resource, columns: ReadonlyMap<string, string>): Promise<Readonly<Record<string, ColumnFacts>>> => {
  const names = [...columns.keys()]
  const texts = names.filter((name) => columns.get(name) === 'text')
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join([...names.map((name) => named(sql`count(${sql.ref(name)})`, 'n', name)), ...texts.map((name) => named(sql`max(char_length(${sql.ref(name)}))`, 'l', name))])}
    from ${sql.table(resource.table)}`.execute(db)
  const facts: [string, ColumnFacts][] = []
  for (const name of names) {
    const codes = isCode(resource, name) ? await codesOf(db, resource.table, name) : null
    facts.push([name, { type: columns.get(name) ?? '', filled: Number(rows[0]?.[`n:${name}`] ?? 0), longest: rows[0]?.[`l:${name}`] ?? null, codes }])
  }
  return Object.fromEntries(facts)
}

const named = (expression: RawBuilder<unknown>, kind: 'n' | 'l', name: string): RawBuilder<unknown> => sql`${expression} as ${sql.id(`${kind}:${name}`)}`

const isCode = ({ fields }: Resource, column: string): boolean =>
  fields.some(({ name, was, type }) => type === 'enum' && [name, was ?? name].some((one) => columnName(one) === column))

const codesOf = async (db: Db, table: string, column: string): Promise<readonly string[] | null> => {
  const { rows } = await sql<{ code: string }>`
    select distinct ${sql.ref(column)} as code from ${sql.table(table)} where ${sql.ref(column)} is not null order by 1 limit ${mostCodes + 1}`.execute(db)
  return rows.length > mostCodes ? null : rows.map(({ code }) => code)
}
