import { sql } from 'kysely'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { recomputedValues } from '../../schema/rules/computed'
import { actorOf } from '../access/caller'
import { todayOf } from '../context'
import { adaptiveBatchSize } from '../database/batch-size'
import { type ComputedResource, computedResources } from '../database/computed-state'
import { columnsOf } from '../database/table-definition'
import type { Clock, Db } from '../ports'
import type { RecordModules } from '../record-context'
import {
  columnOf,
  expressionOf,
  fromTable,
  recordReader,
  type SqlContext,
  sameValues,
  toColumnValue,
} from './projection'

/** The database, the schemas and the clock for a recomputation, and whether it must stop. */
interface RecomputeWork {
  readonly db: Db
  readonly schemas: SchemaSet
  readonly modules: RecordModules
  readonly clock: Clock
  readonly isStopped: () => boolean
}

/**
 * Recomputes stored values in small steps if the expressions of their fields have changed.
 * Returns the number of changed records by table.
 * Each step stores its progress, so that another process can continue, and several processes can share the work.
 */
export const recomputeTables = async (work: RecomputeWork): Promise<Readonly<Record<string, number>>> => {
  const computed = computedResources(work.schemas)
  const tables = computed.map(({ resource }) => resource.table)
  // The state of a table without computed fields is deleted.
  // If computed fields are added to the table again, all values must be recomputed, because they may be outdated.
  await sql`delete from computed_state where not table_name = any(${tables}::text[])`.execute(work.db)
  const changed: Record<string, number> = {}
  for (const table of computed) {
    await markPending(work.db, table)
    const count = await recomputeTable(work, table)
    if (count > 0) changed[table.resource.table] = count
  }
  return changed
}

/**
 * Marks the recomputation of a table as pending, unless its values are up to date or the recomputation is in progress.
 * In the row of a table, `made_by` is the signature of the expressions that computed all stored values, `pending` the
 * signature of the expressions to apply, and `reached` the key of the last recomputed record.
 */
const markPending = async (db: Db, { resource, signature }: ComputedResource): Promise<void> => {
  await sql`
    insert into computed_state as s (table_name, pending)
    values (${resource.table}, ${signature})
    on conflict (table_name) do update set pending = excluded.pending, reached = null
    where s.pending is distinct from excluded.pending and not (s.pending is null and s.made_by = excluded.pending)`.execute(
    db,
  )
}

const recomputeTable = async (work: RecomputeWork, table: ComputedResource): Promise<number> => {
  const batch = adaptiveBatchSize({ initial: 50, max: 1_000 })
  let changed = 0
  for (;;) {
    if (work.isStopped()) return changed
    const step = await work.db
      .transaction()
      .execute((db) => batch.run(() => recomputeStep({ ...work, db }, table, batch.rows)))
    changed += step.changed
    if (step.isLast) return changed
  }
}

const recomputeStep = async (
  work: RecomputeWork,
  { resource, signature }: ComputedResource,
  limit: number,
): Promise<{ readonly changed: number; readonly isLast: boolean }> => {
  const state = await work.db
    .selectFrom('computed_state')
    .select(['pending', 'reached'])
    .where('table_name', '=', resource.table)
    .forUpdate()
    .$narrowType<{ reached: RecordValues | null }>()
    .executeTakeFirst()
  // Another process may have finished the recomputation, or a process with other schema files may have started another
  // one.
  if (state?.pending !== signature) return { changed: 0, isLast: true }
  const records = await nextRecords(work, resource, { after: state.reached, limit })
  const changes = records.flatMap((record) => changeOf(resource, record, todayOf(work)))
  if (changes.length > 0) await writeValues(work, resource, changes)
  const isLast = records.length < limit
  const reached = Object.fromEntries(resource.key.map((name) => [name, records.at(-1)?.[name]]))
  await work.db
    .updateTable('computed_state')
    .set((eb) =>
      isLast ? { made_by: eb.ref('pending'), pending: null, reached: null } : { reached: JSON.stringify(reached) },
    )
    .where('table_name', '=', resource.table)
    .execute()
  return { changed: changes.length, isLast }
}

/** Returns the next records in the order of their keys, and locks them until the step ends. */
const nextRecords = async (
  work: RecomputeWork,
  resource: Resource,
  { after, limit }: { after: RecordValues | null; limit: number },
): Promise<readonly RecordValues[]> => {
  const { schemas, modules } = work
  const scope = { kind: 'nobody' } as const
  const sqlContext: SqlContext = { schemas, modules, scope, today: todayOf(work), actor: actorOf(scope) }
  const key = sql.join(resource.key.map((name) => columnOf(name)))
  const isAfterReached =
    after === null ? sql`true` : sql`(${key}) > (${sql.join(resource.key.map((name) => after[name]))})`
  const { rows } = await sql<RecordValues>`
    select ${sql.join(resource.fields.map((field) => sql`${expressionOf(resource, field, sqlContext)} as ${sql.id(field.name)}`))}
    ${fromTable(resource)}
    where ${isAfterReached}
    order by ${key}
    limit ${limit}
    for update of t`.execute(work.db)
  const read = recordReader(resource.fields, work)
  return rows.map((row) => read(row))
}

/** Returns the recomputed values of a record with its key; an empty array if no value has changed. */
const changeOf = (resource: Resource, record: RecordValues, today: string): readonly RecordValues[] => {
  const values = recomputedValues(resource.fields, record, { today, role: '' })
  const isDifferent = Object.entries(values).some(
    ([name, value]) => JSON.stringify(record[name] ?? null) !== JSON.stringify(value ?? null),
  )
  return isDifferent ? [{ ...Object.fromEntries(resource.key.map((name) => [name, record[name]])), ...values }] : []
}

/** Writes computed values. UpdateTime does not change, because no user has changed the records. */
const writeValues = async (
  { db }: RecomputeWork,
  resource: Resource,
  changes: readonly RecordValues[],
): Promise<void> => {
  // A change has no entry for a list that is null in its record, so the columns are those of all changes together.
  const columns = columnsOf(resource).filter(({ field }) => changes.some((change) => field.name in change))
  const rows = changes.map((change) =>
    Object.fromEntries(columns.map(({ name, field }) => [name, change[field.name] ?? null])),
  )
  const written = columns.filter(({ field }) => !resource.key.includes(field.name))
  const { numAffectedRows } = await sql`
    update ${sql.table(resource.table)} as t
    set ${sql.join(written.map(({ name }) => sql`${sql.id(name)} = ${sql.ref(`w.${name}`)}`))}
    from jsonb_populate_recordset(null::${sql.table(resource.table)}, ${toColumnValue('jsonb', rows)}::text::jsonb) as w
    where ${sameValues(resource.key, 't', 'w')}`.execute(db)
  // Several records with the same key would all be changed. The error rolls the transaction back.
  if (numAffectedRows !== BigInt(changes.length))
    throw new Error(
      `A statement should change ${changes.length} records of ${resource.table}, but changed ${numAffectedRows ?? 0n}.`,
    )
}
