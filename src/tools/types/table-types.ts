import { sql } from 'kysely'
import { isFilled } from '../../contract/openapi/records'
import { hasTable, type Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import { ensureTables } from '../../server/database/ensure-tables'
import { auditColumns } from '../../server/database/table-definition'
import type { Db } from '../../server/ports'

/** The file with the types of tables. */
export const tablesFile = 'src/server/database/tables.ts'

/** Returns the type of every table as text, by table: the result of migrations and schemas in an empty database, with the codes and lists of the schemas. */
export const tableTypes = async (db: Db, schemas: SchemaSet): Promise<ReadonlyMap<string, string>> => {
  await ensureTables(db, schemas)
  const resources = new Map(schemas.resources.filter(hasTable).map((resource) => [resource.table, resource]))
  const lines = new Map<string, string>()
  for (const column of await columnsOf(db)) lines.set(column.table, (lines.get(column.table) ?? '') + propertyLineOf(column, resources.get(column.table)))
  return new Map([...lines].map(([table, text]) => [table, `  ${table}: ${tableTypeOf(text, resources.has(table))}\n`]))
}

const tableTypeOf = (lines: string, hasAuditColumns: boolean): string => {
  if (!hasAuditColumns) return `{\n${lines}  }`
  return lines === '' ? 'AuditColumns' : `AuditColumns & {\n${lines}  }`
}

/** Returns the file for these tables, formatted as Biome does it. */
export const printTables = (types: Iterable<string>): string => `${header}${[...types].join('')}}\n`

/** Returns the tables that statements of these modules name. */
export const namedTables = (texts: readonly string[]): ReadonlySet<string | undefined> =>
  new Set(texts.flatMap((text) => [...text.matchAll(tableName)].map(([, inStatement, asType]) => inStatement ?? asType)))

const tableName = /(?:selectFrom|insertInto|updateTable|deleteFrom|Join|from|using|table:)[( ]'(\w+)|Tables\['(\w+)'\]/g

const header = `// Made by \`npm run types\` from the migrations and the schemas. Do not edit: change these and run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { EnumCode } from '../../domain/enums'
import type { RecordValues } from '../../schema/language/language'

/** A jsonb column: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>

/** Who created and last changed a record, and when. */
interface AuditColumns {
  create_user: string
  create_time: string
  update_user: string
  update_time: string
}

/** The tables that statements name, with their columns as both engines give them. Where the schema fills a field in every record, its type excludes null, though the column allows it. */
export interface Tables {
`

interface DatabaseColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** How the database generates the value: a = always, d = if no value is given; empty = never. */
  readonly generated: 'a' | 'd' | ''
}

// The tables of the migrator belong to Kysely; those of staged rows follow their schemas at run time.
const columnsOf = async (db: Db): Promise<readonly DatabaseColumn[]> => {
  const { rows } = await sql<DatabaseColumn>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      case when a.atthasdef then 'd' else a.attidentity::text end as generated
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely%' and c.relname not like '%\_staged'
    order by c.relname, a.attnum`.execute(db)
  return rows
}

const propertyLineOf = ({ name, type, nullable, generated }: DatabaseColumn, resource: Resource | undefined): string => {
  if (resource && name in auditColumns) return ''
  const field = resource?.fields.find((candidate) => columnName(candidate.name) === name)
  const filled = !nullable || (resource && field && (isFilled(field, resource) || field.name === resource.tenant))
  const value = `${codesOf(field) ?? valueTypes[type] ?? 'unknown'}${filled ? '' : ' | null'}`
  return `    ${name}: ${generated === '' ? value : `${generated === 'a' ? 'GeneratedAlways' : 'Generated'}<${value}>`}\n`
}

const codesOf = (field: Field | undefined): string | undefined => {
  switch (field?.type) {
    case 'enum':
      return field.enum && `EnumCode<'${field.enum}'>`
    case 'enumList':
      return `Json<readonly ${field.enum ? `EnumCode<'${field.enum}'>` : 'string'}[]>`
    case 'referenceList':
      return 'Json<readonly string[]>'
    case 'rows':
      return 'Json<readonly RecordValues[]>'
    default:
      return undefined
  }
}

const valueTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  integer: 'number',
  jsonb: 'Json<unknown>',
  numeric: 'number',
  text: 'string',
  'timestamp with time zone': 'string',
}
