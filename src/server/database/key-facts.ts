import { sql } from 'kysely'
import type { KeyFacts } from '../../schema/checks'
import { hasTable, type Resource } from '../../schema/language/resource'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { isNumbered } from './table-definition'

type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Returns the keys that several records share or that are empty in a record, with counts but without values. */
export const brokenKeys = async (db: Db, schemas: SchemaSet, tables: Tables): Promise<readonly KeyFacts[]> => {
  const indexes = await uniqueIndexes(db)
  const broken: KeyFacts[] = []
  for (const resource of schemas.resources.filter((one) => hasRecords(one) && tables.has(one.table))) {
    const facts = isKeptUnique(resource, indexes) ? undefined : await factsOf(db, resource, tables)
    if (facts && facts.repeated + facts.empty > 0) broken.push(facts)
  }
  return broken
}

/** Returns the keys without a unique index, with the records that prevent one. */
export const nonUniqueKeys = async (db: Db, schemas: SchemaSet, tables: Tables): Promise<readonly KeyFacts[]> => {
  const broken = await brokenKeys(db, schemas, tables)
  const indexes = await uniqueIndexes(db)
  const unindexed = schemas.resources.filter((resource) => hasRecords(resource) && !indexes.some((index) => coversKey(resource, index)))
  return [
    ...broken,
    ...unindexed
      .filter(({ table }) => !broken.some((facts) => facts.table === table))
      .map(({ table, key }) => ({ table, key, repeated: 0, records: 0, empty: 0 })),
  ]
}

// A page that is implemented entirely in resources/ may have no fields.
const hasRecords = (resource: Resource): boolean => hasTable(resource) && resource.fields.length > 0

interface UniqueIndex {
  readonly table: string
  /** The names of the columns in alphabetical order, joined by commas. */
  readonly columns: string
  /** Whether none of the columns can be null. */
  readonly filled: boolean
}

/** Returns the indexes that make the records of a table unique, under any name. */
const uniqueIndexes = async (db: Db): Promise<readonly UniqueIndex[]> => {
  const { rows } = await sql<UniqueIndex>`
    select t.relname as table, string_agg(a.attname, ',' order by a.attname) as columns, bool_and(a.attnotnull) as filled
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where t.relnamespace = current_schema()::regnamespace
      and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null and i.indnatts = i.indnkeyatts
    group by i.indexrelid, t.relname`.execute(db)
  return rows
}

const coversKey = ({ table, key }: Resource, index: UniqueIndex): boolean => index.table === table && index.columns === key.map(columnName).sort().join()

const isKeptUnique = (resource: Resource, indexes: readonly UniqueIndex[]): boolean => indexes.some((index) => coversKey(resource, index) && index.filled)

const factsOf = async (db: Db, resource: Resource, tables: Tables): Promise<KeyFacts | undefined> => {
  const { table, key } = resource
  const columns = key.map((name) => columnIn(resource, name, tables))
  // The next start adds the missing column and numbers the records.
  if (isNumbered(resource) && columns.includes(undefined)) return undefined
  const values = columns.map((name) => (name === undefined ? sql`null::text` : sql.ref(name)))
  const { rows } = await sql<Pick<KeyFacts, 'repeated' | 'records' | 'empty'>>`
    select
      count(*) filter (where count > 1 and not blank) as repeated,
      coalesce(sum(count) filter (where count > 1 and not blank), 0)::bigint as records,
      coalesce(sum(count) filter (where blank), 0)::bigint as empty
    from (
      select count(*) as count, bool_or(num_nulls(${sql.join(values)}) > 0) as blank
      from ${sql.table(table)}
      group by ${sql.join(values)}
    ) as k`.execute(db)
  const [found] = rows
  return found && { table, key, ...found }
}

/** Returns the column of a field, under its present or its former name. */
const columnIn = ({ table, fields }: Resource, field: string, tables: Tables): string | undefined =>
  [field, fields.find(({ name }) => name === field)?.was ?? field].map(columnName).find((name) => tables.get(table)?.has(name))
