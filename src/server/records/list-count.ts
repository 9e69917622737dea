import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../domain/access/roles'
import type { Clock } from '../ports'
import { type ListCall, listCondition } from './list-condition'
import type { ListPlan } from './list-plan'
import { fromTable } from './projection'
import { type RecordTally, tallyFor } from './tallies'

/** How the records of a list are counted. */
export interface ListCounter {
  /** The tally that contains the number of records; null if the records are counted. */
  readonly tally: RecordTally | null
  /** Returns the number of records if it is cached, otherwise null. */
  readonly cachedTotal: () => number | null
  /** Returns whether the list is known to be long. Lists with a tally are always treated as long. */
  readonly isLong: () => boolean
  /** Caches the total of a long list for later calls. Returns the total. */
  readonly cacheTotal: (total: number) => number
}

/**
 * Returns the counter for the records of a query. The counter reads a tally if one has the columns of the query's conditions; otherwise it counts the records. Counting
 * a long list takes longer than reading one of its pages, so the count of a long list is cached for a short time. The count of a short list is always exact.
 */
export const listCounter = (call: ListCall): ListCounter => {
  const tally = tallyOf(call)
  if (tally) return { tally, cachedTotal: () => null, isLong: () => true, cacheTotal: (total) => total }
  const { sql: text, parameters } = countStatement(call, null)
  return cachingCounter(call.context.clock, cachedCountsOf(call.plan), `${text}${JSON.stringify(parameters)}`)
}

/** Returns SQL for the number of records, which a tally contains or which are counted. */
export const countSql = ({ resource }: ListPlan, tally: RecordTally | null, where: RawBuilder<SqlBool>): RawBuilder<number> =>
  tally
    ? sql`select coalesce(sum(${sql.ref(`t.${tally.count}`)}), 0)::bigint from ${sql.table(tally.table)} as t where ${where}`
    : sql`select count(*) ${fromTable(resource)} where ${where}`

const countStatement = (call: ListCall, tally: RecordTally | null): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select (${countSql(call.plan, tally, listCondition(call))}) as total`.compile(call.context.db)

/** Returns the number of records, which is read from the database unless it is cached. */
export const readTotal = async (call: ListCall, { tally, cachedTotal }: ListCounter): Promise<number> => {
  const cached = cachedTotal()
  if (cached !== null) return cached
  const { rows } = await call.context.db.executeQuery(countStatement(call, tally))
  return rows[0]?.total ?? 0
}

/** Returns a tally that has all columns of the query's conditions, including the agreement of the tenant guard; null if there is none. */
const tallyOf = ({ plan: { resource, visible }, parsed: { filters, keyword }, condition }: ListCall): RecordTally | null =>
  keyword || condition ? null : tallyFor(resource, [tenantFields.agreement, ...filters.map(({ field }) => field.name), ...Object.keys(visible.where ?? {})])

/** A count of at least `records` records is cached for `milliseconds`. */
export const cachedCountLimits = { records: 10_000, milliseconds: 30_000 } as const

/** Returns the counter for a query, which this text identifies among the cached counts. */
const cachingCounter = (clock: Clock, cachedCounts: Map<string, CachedCount>, query: string): ListCounter => {
  const now = clock().getTime()
  const unexpiredCount = (): CachedCount | undefined => {
    const cached = cachedCounts.get(query)
    return cached && now >= cached.countedAt && now < cached.countedAt + cachedCountLimits.milliseconds ? cached : undefined
  }
  const cacheTotal = (total: number): number => {
    if (cachedCounts.size >= maxCachedCounts) cachedCounts.clear()
    if (total >= cachedCountLimits.records && !unexpiredCount()) cachedCounts.set(query, { total, countedAt: now })
    return total
  }
  return { tally: null, cachedTotal: () => unexpiredCount()?.total ?? null, isLong: () => unexpiredCount() !== undefined, cacheTotal }
}

interface CachedCount {
  readonly total: number
  /** When the records were counted, in milliseconds since 1970. */
  readonly countedAt: number
}

/** Maximum number of cached counts for each plan. */
const maxCachedCounts = 1000

/** A page with fewer records than this before it is always read from the beginning of the list. */
const minRecordsBeforeDeepPage = 2000

/** Returns the number of records of a list if the requested page is far from the beginning and in the second half of the list, so that it is read from the end; otherwise null. */
export const findTotalNearEnd = async (call: ListCall, counter: ListCounter): Promise<number | null> => {
  const offset = (call.parsed.page - 1) * call.parsed.pageSize
  if (offset < minRecordsBeforeDeepPage) return null
  const total = counter.cacheTotal(await readTotal(call, counter))
  return 2 * offset > total ? total : null
}

const cachedCountsByPlan = new WeakMap<ListPlan, Map<string, CachedCount>>()

const cachedCountsOf = (plan: ListPlan): Map<string, CachedCount> => {
  const cachedCounts = cachedCountsByPlan.get(plan) ?? new Map<string, CachedCount>()
  cachedCountsByPlan.set(plan, cachedCounts)
  return cachedCounts
}
