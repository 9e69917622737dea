import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { Field, RecordValues } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { recordFactory } from '../../schema/rules/record-values'
import { canSeeUnmasked, recordViewFor } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import { auditRecord, notFound, type RecordContext, type RecordKey } from './context'
import { withItemLabels } from './labels'
import { fromTable, keyCondition, recordProjection, recordReader, sameValues, selectFields } from './projection'

/** Returns one record with all its fields, masked for the session's role; reading unmasked personal data is audited. */
export const getRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<RecordValues> => {
  const record = await findRecord(context, resource, key)
  if (canSeeUnmasked(context, resource, 'get')) await auditRecord(context, resource, { action: 'View', key })
  return visibleRecord(context, resource, record)
}

/** Returns the record unmasked, for further processing; throws 404 if the session's company has no record with that key. */
export const findRecord = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<RecordValues> => {
  const { select, read } = recordProjection(resource, context.schemas)
  const { rows } = await sql<RecordValues>`
    select ${select(context)}
    ${fromTable(resource)}
    where ${keyCondition(resource, key)} and ${tenantCondition(resource, context.scope)}
    ${lock ? sql`for update` : sql``}`.execute(context.db)
  const [row] = rows
  if (!row) throw notFound(resource)
  return read(row)
}

/** A record as the statement that wrote it returns it. */
export interface WrittenRow extends RecordValues {
  /** Whether the session may read the record as it is now. */
  readonly isReadable: boolean
}

/** Returns the `returning` projection for a statement that writes a record; its table has the alias `t`. */
export const selectWritten = (resource: Resource, context: RecordContext): RawBuilder<unknown> =>
  sql`${recordProjection(resource, context.schemas).select(context)}, ${tenantCondition(resource, context.scope)} as "isReadable"`

/** Returns the record that a statement has written, unmasked; throws 404 if the session may no longer read it. */
export const writtenRecord = (context: RecordContext, resource: Resource, [row]: readonly WrittenRow[]): RecordValues => {
  if (!row?.isReadable) throw notFound(resource)
  return recordProjection(resource, context.schemas).read(row)
}

/** Returns the record as a detail page shows it to the caller. */
export const visibleRecord = async (context: RecordContext, resource: Resource, record: RecordValues): Promise<RecordValues> =>
  recordViewFor(context, resource, 'get')(await withItemLabels(context, resource, record))

/** A search for many records at once. */
interface RecordSearch {
  /** The names of the fields that a search compares. */
  readonly names: readonly string[]
  /** The values of those fields for each search. */
  readonly searches: readonly RecordValues[]
  /** The fields to read. */
  readonly fields: readonly Field[]
  readonly condition: RawBuilder<SqlBool>
  /** Locks the records against changes until the transaction ends. */
  readonly lock?: boolean
}

/** Returns the record that each search finds, by the index of the search; a search without a result has no entry. */
export const matchingRecords = async (
  context: RecordContext,
  resource: Resource,
  { names, searches, fields, condition, lock = false }: RecordSearch,
): Promise<ReadonlyMap<number, RecordValues>> => {
  if (searches.length === 0) return new Map()
  const columns = names.map((name) => ({ name: columnName(name), field: name }))
  const createRecord = recordFactory(columns)
  const values = searches.map((search) => createRecord(({ field }) => search[field]))
  const { rows } = await sql<RecordValues & { readonly ordinal: number }>`
    select e.ordinal ${fields.length > 0 ? sql`, ${selectFields(resource, fields, context)}` : sql``}
    from jsonb_array_elements(${JSON.stringify(values)}::text::jsonb) with ordinality as e (value, ordinal)
    cross join lateral jsonb_populate_record(null::${sql.table(resource.table)}, e.value) as w
    join ${sql.table(resource.table)} as t on ${sameValues(names, 't', 'w')}
    where ${condition}
    ${lock ? sql`for share of t` : sql``}`.execute(context.db)
  const read = recordReader(fields, context)
  return new Map(rows.toReversed().map((row) => [row.ordinal - 1, read(row)]))
}
