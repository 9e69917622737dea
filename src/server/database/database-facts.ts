import { type RawBuilder, sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { ColumnFacts, ProjectFacts, StoredRecords } from '../../schema/checks'
import { isMultiValued } from '../../schema/field-types'
import { hasTable, type Resource } from '../../schema/language/resource'
import { type Field, fieldNamed, type ListField } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import { serialId } from '../../schema/load/standard-fields'
import type { Db } from '../ports'
import type { StoredPart } from './checked-parts'
import { conversionOf } from './convert-column'
import { type ExistingTables, existingColumnName, existingTableName, existingTables } from './existing-tables'
import { itemFacts, refusedLengths, type StoredItems } from './item-facts'
import { brokenKeys } from './key-facts'
import { refusedValues, withExamples } from './stored-values'
import { droppedIndexes, hasUniqueIndex } from './table-changes'
import { auditColumns, columnsOf, columnType, tableNames, tableOf } from './table-definition'

/**
 * The facts about a database that the schema checks need to find conflicts between changed schema files and stored
 * data.
 */
export type DatabaseFacts = Required<Pick<ProjectFacts, 'database' | 'tables' | 'droppedIndexes' | 'keys'>>

interface FactsOptions {
  /** The day for rules that compare a date with today. */
  readonly today?: string
  /** The columns and tables that a previous start has checked; their values are not read again. */
  readonly checkedParts?: readonly StoredPart[]
}

/** Returns the facts about the tables of the schemas; writes nothing. */
export const databaseFacts = async (
  db: Db,
  schemas: SchemaSet,
  { today = taipeiToday(new Date()), checkedParts = [] }: FactsOptions = {},
): Promise<DatabaseFacts> => {
  const existing = await existingTables(db)
  const stored = storedTables(schemas, existing)
  const database: [string, Readonly<Record<string, ColumnFacts>>][] = []
  for (const table of stored)
    database.push([table.resource.table, await tableFacts(db, { ...table, today, checkedParts })])
  return {
    database: Object.fromEntries(database),
    tables: await nonEmptyTables(
      db,
      orphanedTables(existing, stored).filter((table) => !isChecked(checkedParts, table)),
    ),
    droppedIndexes: stored.flatMap(({ resource }) =>
      droppedIndexes(tableOf(resource, schemas), existing).map(({ columns }) => ({ table: resource.table, columns })),
    ),
    keys: await brokenKeys(db, schemas, existing),
  }
}

/** Returns the existing tables of the schemas. */
const storedTables = (schemas: SchemaSet, existing: ExistingTables): readonly StoredTable[] =>
  schemas.resources.filter(hasTable).flatMap((resource) => {
    const table = existingTableName(tableNames(resource), existing)
    const columns = table === undefined ? undefined : existing.tables.get(table)
    return table !== undefined && columns ? [{ resource, table, columns, existing, schemas }] : []
  })

/** Returns the orphaned columns, which belong to no field, and the orphaned tables, which belong to no schema file. */
export const orphanedParts = (schemas: SchemaSet, existing: ExistingTables): readonly StoredPart[] => {
  const stored = storedTables(schemas, existing)
  return [
    ...stored.flatMap((table) =>
      orphanedColumns(table).map((column) => ({ table: table.resource.table, name: quoteName(column), rules: '' })),
    ),
    ...orphanedTables(existing, stored).map((table) => ({ table, name: '', rules: '' })),
  ]
}

/**
 * Returns the quoted name of a column.
 * The quotes distinguish a column without a field from a field without a column, which may have the same name.
 */
const quoteName = (column: string): string => `"${column}"`

const isChecked = (checkedParts: readonly StoredPart[], table: string, name = ''): boolean =>
  checkedParts.some((part) => part.table === table && part.name === name)

/** A resource and the table that stores its records, perhaps under a former name. */
interface StoredTable {
  readonly resource: Resource
  readonly table: string
  readonly columns: ReadonlyMap<string, { readonly type: string }>
  readonly existing: ExistingTables
  readonly schemas: SchemaSet
}

/** A table with the options of the check. */
interface TableToCheck extends StoredTable, Required<FactsOptions> {}

const tableFacts = async (db: Db, stored: TableToCheck): Promise<Readonly<Record<string, ColumnFacts>>> => {
  const filled = await countValues(
    db,
    stored,
    orphanedColumns(stored).filter(
      (column) => !isChecked(stored.checkedParts, stored.resource.table, quoteName(column)),
    ),
  )
  const facts: [string, ColumnFacts][] = []
  for (const [column, { type }] of stored.columns) {
    const field = fieldOf(stored, column)
    facts.push([
      column,
      { type, ...(field ? await fieldFacts(db, stored, { field, column, type }) : filled.get(column)) },
    ])
  }
  return Object.fromEntries(facts)
}

/** Returns the field whose values a column stores. */
const fieldOf = ({ resource, columns }: StoredTable, column: string): Field | undefined =>
  columnsOf(resource).find(
    ({ field, name }) => existingColumnName({ name, was: field.was && columnName(field.was) }, columns) === column,
  )?.field

const standardColumns = [...Object.keys(auditColumns), columnName(serialId.name)]

/** Returns the columns of a table that belong to no field. */
const orphanedColumns = (stored: StoredTable): readonly string[] =>
  [...stored.columns.keys()].filter((column) => !standardColumns.includes(column) && !fieldOf(stored, column))

/** Counts the non-null values of several columns in one pass over their table. */
const countValues = async (
  db: Db,
  { table }: StoredTable,
  columns: readonly string[],
): Promise<ReadonlyMap<string, Partial<ColumnFacts>>> => {
  if (columns.length === 0) return new Map()
  const counts = columns.map((column) => sql`count(${sql.ref(column)}) as ${sql.id(column)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)} from ${sql.table(table)}`.execute(db)
  return new Map(Object.entries(rows[0] ?? {}).map(([column, filled]) => [column, { filled: Number(filled) }]))
}

/** An existing column and the field whose values it stores. */
interface StoredColumn {
  readonly field: Field
  readonly column: string
  readonly type: string
}

const fieldFacts = async (
  db: Db,
  stored: TableToCheck,
  { field, column, type }: StoredColumn,
): Promise<Partial<ColumnFacts>> => {
  const neededType = columnType(field)
  // The rules do not apply to values of another type.
  if (neededType !== null && neededType !== type) return conversionFacts(db, stored, { column, type, neededType })
  const isFieldChecked = isChecked(stored.checkedParts, stored.resource.table, field.name)
  const otherStructure =
    neededType === 'jsonb' && !isFieldChecked
      ? await countRecords(db, stored, hasOtherStructure(field, column))
      : undefined
  if (otherStructure && otherStructure.count > 0) return { otherStructure }
  const repeated = field.unique ? await countRepeated(db, stored, { field, column, within: field.unique }) : 0
  const checked = isFieldChecked ? {} : await ruleFacts(db, stored, { field, column, type })
  const items = field.type === 'rows' ? await itemFacts(db, storedItems(db, stored, field, column)) : {}
  return { ...checked, ...(repeated > 0 ? { repeated } : {}), ...(Object.keys(items).length > 0 ? { items } : {}) }
}

/**
 * Returns the condition that a column has JSON of another structure than its field: a list field needs a list of
 * objects, a list of codes no objects, and any other field one object.
 */
const hasOtherStructure = (field: Field, column: string): RawBuilder<unknown> => {
  const value = sql.ref(column)
  if (!isMultiValued(field)) return sql`jsonb_typeof(${value}) not in ('object', 'null')`
  const isOther =
    field.type === 'rows' ? '$[*] ? (@.type() != "object")' : '$[*] ? (@.type() == "object" || @.type() == "array")'
  return sql`case jsonb_typeof(${value}) when 'array' then jsonb_path_exists(${value}, ${isOther}::jsonpath) else jsonb_typeof(${value}) <> 'null' end`
}

const storedItems = (db: Db, stored: TableToCheck, list: ListField, column: string): StoredItems => ({
  ...stored,
  list,
  column,
  isChecked: (part) => isChecked(stored.checkedParts, stored.resource.table, part),
  exampleAt: (location) => recordKeyAt(db, stored, location),
})

const conversionFacts = async (
  db: Db,
  stored: TableToCheck,
  { column, type, neededType }: { readonly column: string; readonly type: string; readonly neededType: string },
): Promise<Partial<ColumnFacts>> => {
  const conversion = conversionOf(column, type, neededType)
  return conversion
    ? {
        changedByConversion: await countRecords(
          db,
          stored,
          sql`${sql.ref(column)} is not null and not (${conversion.isLossless})`,
        ),
      }
    : {}
}

const ruleFacts = async (
  db: Db,
  stored: TableToCheck,
  { field, column, type }: StoredColumn,
): Promise<Partial<ColumnFacts>> => {
  const refused =
    field.type === 'rows'
      ? await refusedLengths(db, storedItems(db, stored, field, column))
      : await withExamples(await refusedValues(db, { ...stored, field, column, type }), (location) =>
          recordKeyAt(db, stored, location),
        )
  // S504 reports a key without a value.
  const isRequired = field.required && !field.readOnly && !field.shownWhen && !stored.resource.key.includes(field.name)
  const empty = isRequired ? await countRecords(db, stored, sql`${sql.ref(column)} is null`) : undefined
  return { ...(refused.length > 0 ? { refused } : {}), ...(empty && empty.count > 0 ? { empty } : {}) }
}

const countRecords = async (
  db: Db,
  stored: TableToCheck,
  condition: ReturnType<typeof sql>,
): Promise<StoredRecords> => {
  const { rows } = await sql<{ count: number; location: string | null }>`
    select count(*) as count, min(ctid)::text as location from ${sql.table(stored.table)} where ${condition}`.execute(
    db,
  )
  return { count: Number(rows[0]?.count ?? 0), example: await recordKeyAt(db, stored, rows[0]?.location ?? null) }
}

/**
 * Returns the serial id or the key of the record at a physical location in the table (ctid), such as `SerialId 7`.
 * Returns an empty text if the key contains personal data or the record has moved.
 */
const recordKeyAt = async (
  db: Db,
  { resource, table, columns }: TableToCheck,
  location: string | null,
): Promise<string> => {
  const keys = columns.has(columnName(serialId.name)) ? [serialId.name] : resource.key
  const isShown = keys.every((key) => columns.has(columnName(key)) && !fieldNamed(resource.fields, key)?.personal)
  if (location === null || !isShown) return ''
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(keys.map((key) => sql`${sql.ref(columnName(key))} as ${sql.id(key)}`))} from ${sql.table(table)} where ctid = ${location}::tid`.execute(
    db,
  )
  return Object.entries(rows[0] ?? {})
    .map(([key, value]) => `${key} ${value}`)
    .join(', ')
}

/**
 * Returns the number of values that several records have although the field is unique; 0 if a unique index prevents
 * them.
 */
const countRepeated = async (
  db: Db,
  { resource, table, columns, existing, schemas }: TableToCheck,
  { field, column, within }: { readonly field: Field; readonly column: string; readonly within: readonly string[] },
): Promise<number> => {
  const names = [...within.map(columnName), column]
  if (names.some((name) => !columns.has(name))) return 0
  const uniqueIndex = tableOf(resource, schemas).indexes.find(
    (index) => index.columns.join() === [...within, field.name].map(columnName).join() && index.kind === 'unique index',
  )
  if (uniqueIndex && hasUniqueIndex(existing, uniqueIndex)) return 0
  const where = Object.entries(field.uniqueWhere ?? {}).filter(([other]) => columns.has(columnName(other)))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(table)}
      where ${sql.join([sql`${sql.ref(column)} is not null`, ...where.map(([other, values]) => sql`${sql.ref(columnName(other))} in (${sql.join(values)})`)], sql` and `)}
      group by ${sql.join(names.map((name) => sql.ref(name)))}
      having count(*) > 1
    ) as twice`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Returns the tables that belong to no schema file although the portal created them.
 * Only tables that it created have the audit columns.
 */
const orphanedTables = ({ tables }: ExistingTables, stored: readonly StoredTable[]): readonly string[] =>
  [...tables].flatMap(([table, columns]) => {
    const hasAuditColumns = Object.entries(auditColumns).every(([name, type]) => columns.get(name)?.type === type)
    return hasAuditColumns && !stored.some((other) => other.table === table) ? [table] : []
  })

/** Returns the tables that have records, with the number of records in each. */
const nonEmptyTables = async (db: Db, tables: readonly string[]): Promise<DatabaseFacts['tables']> => {
  const nonEmpty = []
  for (const table of tables) {
    const { rows } = await sql<{ records: number }>`select count(*) as records from ${sql.table(table)}`.execute(db)
    const recordCount = Number(rows[0]?.records ?? 0)
    if (recordCount > 0) nonEmpty.push({ table, recordCount })
  }
  return nonEmpty
}
