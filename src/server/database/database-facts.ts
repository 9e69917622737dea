import { type RawBuilder, sql } from 'kysely'
import { taipeiToday } from '../../domain/dates'
import type { ColumnFacts, Known } from '../../schema/checks'
import { columnName } from '../../schema/column-name'
import { isList } from '../../schema/field-types'
import type { Resource } from '../../schema/resource'
import type { SchemaSet } from '../../schema/schema-set'
import type { Field } from '../../schema/types'
import type { Db } from '../ports'
import { existingColumns } from './ensure-tables'
import { brokenKeys } from './key-facts'
import { ruleFacts } from './rule-facts'

/** What a database holds, for the checks that ask whether a changed file would lose it. */
export type DatabaseFacts = Required<Pick<Known, 'database' | 'keys'>>

type Tables = DatabaseFacts['database']

/** More different values than this are no codes. */
const mostCodes = 200

/** What the tables of the schemas hold. Reads, never writes. */
export const databaseFacts = async (db: Db, schemas: SchemaSet, today = taipeiToday(new Date())): Promise<DatabaseFacts> => {
  const existing = await existingColumns(db)
  const tables: [string, Tables[string]][] = []
  for (const resource of schemas.resources) {
    const columns = existing.get(resource.table)
    if (columns) tables.push([resource.table, await tableFacts(db, { resource, today }, columns)])
  }
  return { database: Object.fromEntries(tables), keys: await brokenKeys(db, schemas, existing) }
}

interface Asked {
  readonly resource: Resource
  readonly today: string
}

const tableFacts = async (db: Db, { resource, today }: Asked, columns: ReadonlyMap<string, string>): Promise<Readonly<Record<string, ColumnFacts>>> => {
  const names = [...columns.keys()]
  const texts = names.filter((name) => columns.get(name) === 'text')
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join([...names.map((name) => named(sql`count(${sql.ref(name)})`, 'n', name)), ...texts.map((name) => named(sql`max(char_length(${sql.ref(name)}))`, 'l', name))])}
    from ${sql.table(resource.table)}`.execute(db)
  const facts: [string, ColumnFacts][] = []
  for (const name of names) {
    const codes = isCode(resource, name) ? await codesOf(db, resource.table, name) : null
    const type = columns.get(name) ?? ''
    const field = fieldOf(resource, name)
    const rules = field ? await ruleFacts(db, { resource, field, name, type, today, columns: new Set(names) }) : {}
    facts.push([name, { type, filled: Number(rows[0]?.[`n:${name}`] ?? 0), longest: rows[0]?.[`l:${name}`] ?? null, codes, ...rules }])
  }
  return Object.fromEntries(facts)
}

const named = (expression: RawBuilder<unknown>, kind: 'n' | 'l', name: string): RawBuilder<unknown> => sql`${expression} as ${sql.id(`${kind}:${name}`)}`

/** The field that keeps a column, under its name or under the one that it had before. */
const fieldOf = ({ fields }: Resource, column: string): Field | undefined =>
  fields.find(({ name, was, virtual }) => !virtual && [name, was ?? name].some((one) => columnName(one) === column))

const isCode = (resource: Resource, column: string): boolean => {
  const field = fieldOf(resource, column)
  return field !== undefined && 'options' in field && !isList(field)
}

const codesOf = async (db: Db, table: string, column: string): Promise<readonly string[] | null> => {
  const { rows } = await sql<{ code: string }>`
    select distinct ${sql.ref(column)} as code from ${sql.table(table)} where ${sql.ref(column)} is not null order by 1 limit ${mostCodes + 1}`.execute(db)
  return rows.length > mostCodes ? null : rows.map(({ code }) => code)
}
