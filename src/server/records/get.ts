import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { Field, RecordValues } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { recordFactory } from '../../schema/rules/record-values'
import { canSeeUnmasked, recordViewFor } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import { executeRequiring, rowsRequiredBy } from '../database/statements/assumptions'
import { executeTogether } from '../database/statements/batch-connection'
import { areStored, type RowVersion, shapeOfRequired, versionOf } from '../database/statements/row-versions'
import { notFound, type RecordContext, type RecordKey } from './context'
import { withItemLabels } from './labels'
import { fromTable, recordProjection, recordReader, type SqlContext, sameValues, selectFields } from './projection'
import { type AuditedInput, withAuditLine } from './statements/audited-statement'
import { type KeyInput, keyCondition, recordStatement } from './statements/record-statement'

/** Returns one record as the detail page shows it to the caller. Reading unmasked personal data is audited. */
export const getRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<RecordValues> => {
  const record = await (canSeeUnmasked(context, resource, 'get') ? viewRecord : findRecord)(context, resource, key)
  return visibleRecord(context, resource, record)
}

/** Returns a record unmasked and writes the audit line of this read access, in one statement. Throws a refusal (404) if the session may not read a record with this key. */
const viewRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<RecordValues> => {
  const { select, read } = recordProjection(resource, context.schemas)
  const required = rowsRequiredBy(context.db)
  const rows = await executeRequiring(
    context.db,
    recordStatement<RecordValues, AuditedInput & KeyInput>(resource, {
      shape: ['view', shapeOfRequired(required)].join(),
      build: (parameters) => {
        const found = sql`
          select ${select(parameters)}
          ${fromTable(resource)}
          where ${keyCondition(resource)} and ${tenantCondition(resource, parameters.scope)} and ${areStored(required)}`
        return withAuditLine(resource, found, { before: sql`null::jsonb`, after: sql`null::jsonb` })
      },
      input: { context, key, action: 'View', time: context.clock(), required },
    }),
  )
  const [row] = rows
  if (!row) throw notFound(resource)
  return read(row)
}

/** Returns a record unmasked, for use in the server. Throws a refusal (404) if the session may not read a record with this key. `lock` locks the record until the transaction ends. */
export const findRecord = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<RecordValues> => (await findByKey(context, resource, key, lock ? 'for update' : '')).record

/** A record and the version of its row. */
export interface VersionedRecord {
  readonly record: RecordValues
  readonly version: RowVersion
}

/** Returns a record as `findRecord` does, without locking it, and the version of its row. A statement that changes the record must require that it is still stored in this version. */
export const findVersionedRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<VersionedRecord> => {
  const { record, version } = await findByKey(context, resource, key, 'with version')
  if (!version) throw new Error(`The row of ${resource.table} was read without its version.`)
  return { record, version }
}

const findByKey = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  purpose: '' | 'for update' | 'with version',
): Promise<Partial<VersionedRecord> & Pick<VersionedRecord, 'record'>> => {
  const { select, read } = recordProjection(resource, context.schemas)
  const query = (shape: string, columns: (parameters: SqlContext) => RawBuilder<unknown>, end: RawBuilder<unknown>) =>
    recordStatement<RecordValues & { readonly version?: RowVersion }, KeyInput>(resource, {
      shape,
      build: (parameters) => sql`
        select ${columns(parameters)}
        ${fromTable(resource)}
        where ${keyCondition(resource)} and ${tenantCondition(resource, parameters.scope)}
        ${end}`,
      input: { context, key },
    })
  const find = query(
    `find ${purpose}`,
    (parameters) => sql`${select(parameters)} ${purpose === 'with version' ? sql`, ${versionOf(resource.table, 't')} as version` : sql``}`,
    purpose === 'for update' ? sql`for update` : sql``,
  )
  // A statement that waits for a lock reads other tables as they were before. So a record with values from other tables is locked first.
  const locksFirst = purpose === 'for update' && resource.fields.some(({ type, virtual }) => type === 'count' || virtual)
  const lock = locksFirst ? [query('lock', () => sql`1 as locked`, sql`for update`)] : []
  const rows = (await executeTogether(context.db, [...lock, find])).at(-1) ?? []
  const [row, ...others] = rows
  if (!row) throw notFound(resource)
  // A statement that writes by key would change all of them.
  if (purpose !== '' && others.length > 0) throw new Error(`A key should identify one record of ${resource.table}, but identifies ${rows.length}.`)
  return { record: read(row), ...(row.version && { version: row.version }) }
}

/** Returns a record as the detail page shows it to the caller. */
export const visibleRecord = async (context: RecordContext, resource: Resource, record: RecordValues): Promise<RecordValues> =>
  recordViewFor(context, resource, 'get')(await withItemLabels(context, resource, record))

/** Many searches in one statement, each for one record. */
interface RecordSearches {
  /** The names of the fields that each search compares. */
  readonly names: readonly string[]
  /** For each search, the values with which it compares these fields. */
  readonly searches: readonly RecordValues[]
  /** The fields to read. */
  readonly fields: readonly Field[]
  /** A condition for all searches. */
  readonly condition: RawBuilder<SqlBool>
  /** Locks the records against changes until the transaction ends. */
  readonly lock?: boolean
}

/** Returns the record that each search finds, by the index of the search. A search without a result has no entry. */
export const matchingRecords = async (
  context: RecordContext,
  resource: Resource,
  { names, searches, fields, condition, lock = false }: RecordSearches,
): Promise<ReadonlyMap<number, RecordValues>> => {
  if (searches.length === 0) return new Map()
  const columns = names.map((name) => ({ name: columnName(name), field: name }))
  const rowOf = recordFactory(columns)
  const values = searches.map((search) => rowOf(({ field }) => search[field]))
  const { rows } = await sql<RecordValues & { readonly ordinal: number }>`
    select e.ordinal ${fields.length > 0 ? sql`, ${selectFields(resource, fields, context)}` : sql``}
    from jsonb_array_elements(${JSON.stringify(values)}::text::jsonb) with ordinality as e (value, ordinal)
    cross join lateral jsonb_populate_record(null::${sql.table(resource.table)}, e.value) as w
    join ${sql.table(resource.table)} as t on ${sameValues(names, 't', 'w')}
    where ${condition}
    ${lock ? sql`for share of t` : sql``}`.execute(context.db)
  const read = recordReader(fields, context)
  // The rows are reversed because a later entry of a map replaces an earlier one: the first record of each search remains.
  return new Map(rows.toReversed().map((row) => [row.ordinal - 1, read(row)]))
}
