import { sql } from 'kysely'
import { hasTable, type Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { computationSignature } from '../../schema/rules/computed'
import type { Db } from '../ports'

/** A resource whose table stores computed values, with the signature of their expressions. */
export interface ComputedResource {
  readonly resource: Resource
  readonly signature: string
}

/** Returns the resources whose tables store computed values. */
export const computedResources = (schemas: SchemaSet): readonly ComputedResource[] =>
  schemas.resources.filter(hasTable).flatMap((resource) => {
    const signature = computationSignature(resource.fields)
    return signature === null ? [] : [{ resource, signature }]
  })

/**
 * Records that the computed values of empty tables are up to date.
 * Their records will be written with these values, so no start has to recompute them.
 */
export const recordEmptyTables = async (db: Db, schemas: SchemaSet): Promise<void> => {
  for (const { resource, signature } of computedResources(schemas))
    await sql`
      insert into computed_state (table_name, made_by)
      select ${resource.table}, ${signature}
      where not exists (select from ${sql.table(resource.table)})
      on conflict (table_name) do nothing`.execute(db)
}
