import { type RawBuilder, sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { ColumnFacts, Known } from '../../schema/checks'
import { isMultiValued, parseValue, rulesOf } from '../../schema/field-types'
import type { FieldGroup } from '../../schema/field-types/field-type'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { existingColumns } from './ensure-tables'
import { brokenKeys } from './key-facts'

/** Facts about a database that show whether a changed schema file would lose data. */
export type DatabaseFacts = Required<Pick<Known, 'database' | 'keys'>>

type Tables = DatabaseFacts['database']

/** A column with more distinct values does not contain codes. */
const maxCodes = 200

/** Returns the facts about the tables of the schemas; writes nothing. */
export const databaseFacts = async (db: Db, schemas: SchemaSet, today = taipeiToday(new Date())): Promise<DatabaseFacts> => {
  const existing = await existingColumns(db)
  const tables: [string, Tables[string]][] = []
  for (const resource of schemas.resources) {
    const columns = existing.get(resource.table)
    if (columns) tables.push([resource.table, await tableFacts(db, { resource, today }, columns)])
  }
  return { database: Object.fromEntries(tables), keys: await brokenKeys(db, schemas, existing) }
}

const tableFacts = async (
  db: Db,
  { resource, today }: Pick<StoredColumn, 'resource' | 'today'>,
  columns: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, ColumnFacts>>> => {
  const names = [...columns.keys()]
  const texts = names.filter((name) => columns.get(name) === 'text')
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join([...names.map((name) => aggregate(sql`count(${sql.ref(name)})`, 'n', name)), ...texts.map((name) => aggregate(sql`max(char_length(${sql.ref(name)}))`, 'l', name))])}
    from ${sql.table(resource.table)}`.execute(db)
  const facts: [string, ColumnFacts][] = []
  for (const name of names) {
    const type = columns.get(name) ?? ''
    const field = fieldOf(resource, name)
    const codes = field && 'options' in field && !isMultiValued(field) ? await codesOf(db, resource.table, name) : null
    const rules = field ? await ruleFacts(db, { resource, field, name, type, today, columns: new Set(names) }) : {}
    facts.push([name, { type, filled: Number(rows[0]?.[`n:${name}`] ?? 0), longest: rows[0]?.[`l:${name}`] ?? null, codes, ...rules }])
  }
  return Object.fromEntries(facts)
}

const aggregate = (expression: RawBuilder<unknown>, kind: 'n' | 'l', name: string): RawBuilder<unknown> => sql`${expression} as ${sql.id(`${kind}:${name}`)}`

/** Returns the field of a column, by its present or its former name. */
const fieldOf = ({ fields }: Resource, column: string): Field | undefined =>
  fields.find(({ name, was, virtual }) => !virtual && [name, was ?? name].some((one) => columnName(one) === column))

const codesOf = async (db: Db, table: string, column: string): Promise<readonly string[] | null> => {
  const { rows } = await sql<{ code: string }>`
    select distinct ${sql.ref(column)} as code from ${sql.table(table)} where ${sql.ref(column)} is not null order by 1 limit ${maxCodes + 1}`.execute(db)
  return rows.length > maxCodes ? null : rows.map(({ code }) => code)
}

/** An existing column and the field whose values it stores. */
interface StoredColumn {
  readonly resource: Resource
  readonly field: Field
  readonly name: string
  readonly type: string
  readonly today: string
  /** The columns that the table has. */
  readonly columns: ReadonlySet<string>
}

/** Returns facts about values that violate the rules of their field; each distinct value is validated once, in batches. */
const ruleFacts = async (db: Db, column: StoredColumn): Promise<Pick<ColumnFacts, 'refused' | 'empty' | 'repeated'>> => {
  const { field } = column
  const refused = validatedTypes.includes(column.type) && !unvalidatedGroups.includes(rulesOf(field.type).group) ? await refusedValues(db, column) : undefined
  const empty = field.required && !field.readOnly && !field.shownWhen ? await countEmpty(db, column) : 0
  const repeated = field.unique ? await countRepeated(db, column, field.unique) : 0
  return { ...(refused ? { refused } : {}), ...(empty > 0 ? { empty } : {}), ...(repeated > 0 ? { repeated } : {}) }
}

// Column types whose values are ordered, so that they can be read in batches; jsonb for lists of codes.
const validatedTypes = ['text', 'bigint', 'numeric', 'date', 'jsonb']

// References are checked at their target, computed values have no rules, list items and files are too large to compare.
const unvalidatedGroups: readonly FieldGroup[] = ['reference', 'computed', 'rows', 'data']

const batchValues = 1000

const refusedValues = async (db: Db, { resource, field, name, type, today }: StoredColumn): Promise<ColumnFacts['refused']> => {
  const value = sql.ref(name)
  let count = 0
  let why = ''
  let last: unknown
  for (;;) {
    const { rows } = await sql<{ value: unknown }>`
      select distinct ${value} as value from ${sql.table(resource.table)}
      where ${value} is not null ${last === undefined ? sql`` : sql`and ${value} > ${type === 'jsonb' ? sql`${JSON.stringify(last)}::jsonb` : last}`}
      order by 1 limit ${batchValues}`.execute(db)
    for (const row of rows) {
      const parsed = parseValue(withoutMinToday(field), row.value, today)
      if ('error' in parsed) {
        count++
        why ||= parsed.error
      }
    }
    if (rows.length < batchValues) return count > 0 ? { count, why } : undefined
    last = rows.at(-1)?.value
  }
}

/** Removes a minimum of today from a field: stored dates may be in the past. */
const withoutMinToday = (field: Field): Field => ('min' in field && field.min === 'today' ? ({ ...field, min: undefined } as Field) : field)

const countEmpty = async (db: Db, { resource, name }: StoredColumn): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(resource.table)} where ${sql.ref(name)} is null`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const countRepeated = async (db: Db, { resource, field, name, columns }: StoredColumn, within: readonly string[]): Promise<number> => {
  const names = [...within.map(columnName), name]
  if (names.some((column) => !columns.has(column))) return 0
  const where = Object.entries(field.uniqueWhere ?? {}).filter(([other]) => columns.has(columnName(other)))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(resource.table)}
      where ${sql.join([sql`${sql.ref(name)} is not null`, ...where.map(([other, values]) => sql`${sql.ref(columnName(other))} in (${sql.join(values)})`)], sql` and `)}
      group by ${sql.join(names.map((column) => sql.ref(column)))}
      having count(*) > 1
    ) as twice`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
