import { sql } from 'kysely'
import type { KeyFacts } from '../../schema/checks'
import { hasTable, type Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { type ExistingIndex, type ExistingTables, existingColumnName, existingTableName } from './existing-tables'
import { isNumbered, tableNames } from './table-definition'

/**
 * Returns how many records have no key or share a key, for each resource that has such records.
 * The values of the keys are not returned, because they may contain personal data.
 */
export const brokenKeys = async (
  db: Db,
  schemas: SchemaSet,
  existing: ExistingTables,
): Promise<readonly KeyFacts[]> => {
  const broken: KeyFacts[] = []
  for (const resource of schemas.resources.filter(hasStoredKey)) {
    const table = existingTableName(tableNames(resource), existing)
    const columns = table && !isKeyEnforced(resource, existing) ? existing.tables.get(table) : undefined
    const facts = table && columns && (await factsOf(db, resource, { table, columns }))
    if (facts && facts.repeatedKeyCount + facts.recordCountWithoutKey > 0) broken.push(facts)
  }
  return broken
}

/** Returns the facts of `brokenKeys`, and those about the other resources whose key has no unique index. */
export const nonUniqueKeys = async (
  db: Db,
  schemas: SchemaSet,
  existing: ExistingTables,
): Promise<readonly KeyFacts[]> => {
  const broken = await brokenKeys(db, schemas, existing)
  const unindexed = schemas.resources.filter((resource) => hasStoredKey(resource) && !keyIndex(resource, existing))
  return [
    ...broken,
    ...unindexed
      .filter(({ table }) => !broken.some((facts) => facts.table === table))
      .map(({ table, key }) => ({
        table,
        key,
        repeatedKeyCount: 0,
        recordCountWithRepeatedKey: 0,
        recordCountWithoutKey: 0,
      })),
  ]
}

// A resource whose screens are all written by hand in `resources/` may have no fields.
const hasStoredKey = (resource: Resource): boolean => hasTable(resource) && resource.fields.length > 0

/** Returns the index that makes the key unique, under any name. */
const keyIndex = (resource: Resource, existing: ExistingTables): ExistingIndex | undefined => {
  const table = existingTableName(tableNames(resource), existing)
  const columns = [...resource.key.map((name) => columnOf(resource, name, existing.tables.get(table ?? '')))]
    .sort()
    .join()
  return existing.indexes.find(
    (index) =>
      index.table === table && index.unique && index.isComplete && [...index.columns].sort().join() === columns,
  )
}

/** Returns whether the database prevents repeated and empty keys. */
const isKeyEnforced = (resource: Resource, existing: ExistingTables): boolean =>
  keyIndex(resource, existing)?.isNotNull === true

const factsOf = async (
  db: Db,
  resource: Resource,
  { table, columns: existingColumns }: { readonly table: string; readonly columns: ReadonlyMap<string, unknown> },
): Promise<KeyFacts | undefined> => {
  const { key } = resource
  const columns = key.map((name) => columnOf(resource, name, existingColumns))
  // At its next start, the server adds the missing column and numbers the records.
  if (isNumbered(resource) && columns.includes(undefined)) return undefined
  const values = columns.map((name) => (name === undefined ? sql`null::text` : sql.ref(name)))
  const { rows } = await sql<
    Pick<KeyFacts, 'repeatedKeyCount' | 'recordCountWithRepeatedKey' | 'recordCountWithoutKey'>
  >`
    select
      count(*) filter (where count > 1 and not is_empty) as "repeatedKeyCount",
      coalesce(sum(count) filter (where count > 1 and not is_empty), 0)::bigint as "recordCountWithRepeatedKey",
      coalesce(sum(count) filter (where is_empty), 0)::bigint as "recordCountWithoutKey"
    from (
      select count(*) as count, bool_or(num_nulls(${sql.join(values)}) > 0) as is_empty
      from ${sql.table(table)}
      group by ${sql.join(values)}
    ) as k`.execute(db)
  const [counts] = rows
  return counts && { table: resource.table, key, ...counts }
}

/** Returns the column of a field, under its current or its former name. */
const columnOf = (
  { fields }: Resource,
  field: string,
  columns: ReadonlyMap<string, unknown> = new Map(),
): string | undefined => {
  const { was } = fieldNamed(fields, field) ?? {}
  return existingColumnName({ name: columnName(field), was: was && columnName(was) }, columns)
}
