import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../schema/language/resource'
import type { Field, RecordValues } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { recordFactory } from '../../schema/rules/record-values'
import { reasonOf } from '../access/caller'
import { canSeeUnmasked, isBankReadingPersonalData, recordViewFor } from '../access/fields'
import { requireReason } from '../access/reason'
import { tenantCondition } from '../access/tenant'
import { notFound } from '../context'
import { executeTogether } from '../database/together'
import type { RecordContext, RecordKey } from '../record-context'
import { withAuditLine } from './audited-statement'
import { withItemLabels } from './labels'
import {
  allOf,
  columnOf,
  fromTable,
  hasOneOf,
  keyCondition,
  recordProjection,
  recordReader,
  sameValues,
  selectFields,
  sqlContextOf,
} from './projection'

/**
 * Returns one record as the detail page shows it to the caller.
 * Reading unmasked personal data is audited, and so is every access of the bank to personal data.
 */
export const getRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<RecordValues> => {
  requireReason(context, resource)
  const isAudited = canSeeUnmasked(context, resource, 'get') || isBankReadingPersonalData(context, resource)
  const record = await (isAudited ? viewRecord : findRecord)(context, resource, key)
  return visibleRecord(context, resource, record)
}

/**
 * Returns a record unmasked and writes the audit line of this read access, in one statement.
 * Throws a refusal (404) if the session may not read a record with this key.
 */
const viewRecord = async (context: RecordContext, resource: Resource, key: RecordKey): Promise<RecordValues> => {
  const { select, read } = recordProjection(resource, context.schemas)
  const found = sql`select ${select(sqlContextOf(context))} ${fromRecord(context, resource, key)}`
  const reason = reasonOf(context.scope)
  const after = reason === undefined ? sql`null::jsonb` : sql`jsonb_build_object('Reason', ${reason}::text)`
  const line = { action: 'View', time: context.clock(), before: sql`null::jsonb`, after }
  const { rows } = await withAuditLine<RecordValues>(context, resource, found, line).execute(context.db)
  const [row] = rows
  if (!row) throw notFound(resource)
  return read(row)
}

/**
 * Returns a record unmasked, for use in the server.
 * Throws a refusal (404) if the session may not read a record with this key.
 * `lock` locks the record until the transaction ends.
 */
export const findRecord = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<RecordValues> => {
  const { select, read } = recordProjection(resource, context.schemas)
  const query = (columns: RawBuilder<unknown>) =>
    sql<RecordValues>`select ${columns} ${fromRecord(context, resource, key)} ${lock ? sql`for update` : sql``}`.compile(
      context.db,
    )
  // A statement that waits for a lock reads other tables as they were before.
  // So a record with values from other tables is locked first.
  const locksFirst = lock && resource.fields.some(({ type, virtual }) => type === 'count' || virtual)
  const queries = [...(locksFirst ? [query(sql`1 as locked`)] : []), query(select(sqlContextOf(context)))]
  const rows = (await executeTogether(context.db, queries)).at(-1) ?? []
  const [row, ...others] = rows
  if (!row) throw notFound(resource)
  // A statement that writes by key would change all of them.
  if (lock && others.length > 0)
    throw new Error(`A key should identify one record of ${resource.table}, but identifies ${rows.length}.`)
  return read(row)
}

/**
 * Returns the records that the session may read and whose fields have these values, unmasked, at most 1,000 in the order
 * of their keys.
 */
export const findRecords = async (
  context: RecordContext,
  resource: Resource,
  values: RecordValues,
): Promise<readonly RecordValues[]> => {
  const { select, read } = recordProjection(resource, context.schemas)
  const { rows } = await sql<RecordValues>`
    select ${select(sqlContextOf(context))}
    ${fromTable(resource)}
    where ${hasValues(values)} and ${tenantCondition(resource, context.scope)} and ${hasOneOf(resource.where ?? {})}
    order by ${sql.join(resource.key.map((name) => columnOf(name)))}
    limit 1000`.execute(context.db)
  return rows.map((row) => read(row))
}

// No index serves `is not distinct from`.
const hasValues = (values: RecordValues): RawBuilder<SqlBool> =>
  allOf(
    Object.entries(values).map(([name, value]) =>
      value === null ? sql`${columnOf(name)} is null` : sql`${columnOf(name)} = ${value}`,
    ),
  )

const fromRecord = ({ scope }: RecordContext, resource: Resource, key: RecordKey): RawBuilder<unknown> =>
  sql`${fromTable(resource)} where ${allOf([
    keyCondition(resource, key),
    tenantCondition(resource, scope),
    hasOneOf(resource.where ?? {}),
  ])}`

/** Returns a record as the detail page shows it to the caller. */
export const visibleRecord = async (
  context: RecordContext,
  resource: Resource,
  record: RecordValues,
): Promise<RecordValues> => recordViewFor(context, resource, 'get')(await withItemLabels(context, resource, record))

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
  // The rows are reversed because a later entry of a map replaces an earlier one: the first record of each search
  // remains.
  return new Map(rows.toReversed().map((row) => [row.ordinal - 1, read(row)]))
}
