import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { tenantFields } from '../../../domain/access/roles'
import type { Db } from '../../ports'
import { tallyFor } from '../projection'
import type { RecordTally } from '../tally'
import { fromRecords, type ListCall, listCondition, readsAgreement } from './list-condition'
import type { ParsedFilter } from './list-query'

/** How the records of a list are counted. */
export interface ListCounter {
  /** The tally that contains the number of records; null if the records are counted. */
  readonly tally: RecordTally | null
  /** The number of records if it is known before the page is read, otherwise null. */
  readonly knownTotal: number | null
  /** Whether the page is far from the beginning and in the second half of the list, so that it is read from the end. */
  readonly isNearEnd: boolean
  /** Caches the total of a long list for later calls. */
  readonly cacheTotal: (total: number) => void
}

/** A page with fewer records than this before it is always read from the beginning of the list. */
const minRecordsBeforeDeepPage = 2000

/**
 * Returns the counter for the records of a query.
 * The counter reads a tally if one has the columns of the query's conditions; otherwise it counts the records.
 * Counting a long list takes longer than reading one of its pages, so the count of a long list is cached for a short
 * time.
 * The count of a short list is always exact.
 */
export const listCounter = async (call: ListCall): Promise<ListCounter> => {
  const tally = tallyOf(call)
  const { cachedTotal, cacheTotal } = tally ? uncachedCount : cachedCount(call)
  const offset = (call.parsed.page - 1) * call.parsed.pageSize
  const isDeep = offset >= minRecordsBeforeDeepPage
  const knownTotal = cachedTotal ?? (isDeep ? await readTotal(call, tally) : null)
  return { tally, knownTotal, isNearEnd: isDeep && knownTotal !== null && 2 * offset > knownTotal, cacheTotal }
}

/** Returns SQL for the number of records, which a tally contains or which are counted. */
export const countSql = (call: ListCall, tally: RecordTally | null, where: RawBuilder<SqlBool>): RawBuilder<number> =>
  tally
    ? sql`select coalesce(sum(${sql.ref(`t.${tally.sums[0]}`)}), 0)::bigint from ${sql.table(tally.table)} as t where ${where}`
    : sql`select count(*) ${fromRecords(call)} where ${where}`

const countStatement = (call: ListCall, tally: RecordTally | null): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select (${countSql(call, tally, listCondition(call))}) as total`.compile(call.context.db)

/** Reads the number of records from the database. */
export const readTotal = async (call: ListCall, tally: RecordTally | null): Promise<number> => {
  const { rows } = await call.context.db.executeQuery(countStatement(call, tally))
  return rows[0]?.total ?? 0
}

/**
 * Returns a tally that has all columns of the query's conditions, including the agreement if the condition reads it, and
 * the columns of some further fields; null if there is none.
 */
export const tallyOf = (call: ListCall, furtherFields: readonly string[] = []): RecordTally | null => {
  const { plan, parsed, condition, context, rows } = call
  if (parsed.keyword || condition || rows) return null
  const fields = [
    ...(readsAgreement(call) ? [tenantFields.agreement] : []),
    ...parsed.filters.flatMap(fieldsOfFilter),
    ...Object.keys(plan.visible.where ?? {}),
    ...(call.bounds ? [call.bounds.field] : []),
    ...furtherFields,
  ]
  return tallyFor(plan.resource, fields, context)
}

/** Returns the fields of the listed records that a filter reads. */
export const fieldsOfFilter = ({ field: { name, through } }: ParsedFilter): readonly string[] =>
  through ? [through.reference, ...through.same] : [name]

/** A count of at least `records` records is cached for `milliseconds`. */
export const cachedCountLimits = { records: 10_000, milliseconds: 30_000 } as const

/** The cached number of records of a query, and the function that caches it. */
interface CountCache extends Pick<ListCounter, 'cacheTotal'> {
  readonly cachedTotal: number | null
}

const uncachedCount: CountCache = { cachedTotal: null, cacheTotal: () => {} }

const cachedCount = (call: ListCall): CountCache => {
  const { db, clock } = call.context
  const counts = countsByDatabase.get(db) ?? new LRUCache<string, CachedCount>({ max: 1000 })
  countsByDatabase.set(db, counts)
  const { sql: text, parameters } = countStatement(call, null)
  const query = `${text}${JSON.stringify(parameters)}`
  const now = clock().getTime()
  const cached = counts.get(query)
  if (cached && now >= cached.countedAt && now < cached.countedAt + cachedCountLimits.milliseconds)
    return { ...uncachedCount, cachedTotal: cached.total }
  const cacheTotal = (total: number) =>
    void (total >= cachedCountLimits.records && counts.set(query, { total, countedAt: now }))
  return { cachedTotal: null, cacheTotal }
}

interface CachedCount {
  readonly total: number
  /** When the records were counted, in milliseconds since 1970. */
  readonly countedAt: number
}

const countsByDatabase = new WeakMap<Db, LRUCache<string, CachedCount>>()
