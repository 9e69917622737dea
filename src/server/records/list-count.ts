import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../domain/access/roles'
import type { RecordContext } from './context'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { fromTable } from './projection'
import { type RecordTally, tallyFor } from './tallies'

/** The query of a list whose records are counted. */
interface CountedQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  /** Whether all conditions of `where` come from the query. Only then can a tally be used, because a tally may lack the columns of the other conditions. */
  readonly hasOnlyQueryConditions: boolean
}

/** Counts the records of a list. */
interface ListCounter {
  /** Returns SQL for the number of records. */
  readonly count: () => RawBuilder<number>
  /** The tally that `count` reads; null if `count` counts the records. */
  readonly tally: RecordTally | null
  /** Returns whether the list is known to be long. Lists with a tally are always treated as long. */
  readonly isLong: () => boolean
  /** Caches the total of a long list for later calls. Returns the total. */
  readonly cacheTotal: (total: number) => number
}

/**
 * Returns the counter for the records of a query. The counter reads a tally if one has the columns of the query's conditions; otherwise it counts the records. Counting
 * a long list takes longer than reading one of its pages, so the count of a long list is cached for a short time. The count of a short list is always exact.
 */
export const listCounter = (context: RecordContext, plan: ListPlan, { parsed, where, hasOnlyQueryConditions }: CountedQuery): ListCounter => {
  const tally = hasOnlyQueryConditions ? tallyOf(plan, parsed) : null
  if (tally) {
    const count = sql<number>`select coalesce(sum(${sql.ref(`t.${tally.count}`)}), 0)::bigint from ${sql.table(tally.table)} as t where ${where}`
    return { count: () => count, tally, isLong: () => true, cacheTotal: (total) => total }
  }
  const count = sql<number>`select count(*) ${fromTable(plan.resource)} where ${where}`
  const { sql: text, parameters } = count.compile(context.db)
  return cachingCounter(context, plan, { count, query: `${text}${JSON.stringify(parameters)}` })
}

/** Returns a tally that has all columns of the query's conditions, including the agreement of the tenant guard; null if there is none. */
const tallyOf = ({ resource, visible }: ListPlan, { filters, keyword }: ParsedQuery): RecordTally | null =>
  keyword ? null : tallyFor(resource, [tenantFields.agreement, ...filters.map(({ field }) => field.name), ...Object.keys(visible.where ?? {})])

/** A count of at least `records` records is cached for `milliseconds`. */
export const cachedCountLimits = { records: 10_000, milliseconds: 30_000 } as const

/** A count whose result may be cached. */
interface CacheableCount {
  readonly count: RawBuilder<number>
  /** Identifies the query in the cache. */
  readonly query: string
}

const cachingCounter = ({ clock }: RecordContext, plan: ListPlan, { count, query }: CacheableCount): ListCounter => {
  const cachedCounts = cachedCountsOf(plan)
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
  const currentCount = () => {
    const cached = unexpiredCount()
    return cached ? sql<number>`select ${cached.total}::bigint` : count
  }
  return { count: currentCount, tally: null, isLong: () => unexpiredCount() !== undefined, cacheTotal }
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
export const findTotalNearEnd = async ({ db }: RecordContext, { page, pageSize }: ParsedQuery, { count, cacheTotal }: ListCounter): Promise<number | null> => {
  const offset = (page - 1) * pageSize
  if (offset < minRecordsBeforeDeepPage) return null
  const { rows } = await sql<{ total: number }>`select (${count()}) as total`.execute(db)
  const total = cacheTotal(rows[0]?.total ?? 0)
  return 2 * offset > total ? total : null
}

const cachedCountsByPlan = new WeakMap<ListPlan, Map<string, CachedCount>>()

const cachedCountsOf = (plan: ListPlan): Map<string, CachedCount> => {
  const cachedCounts = cachedCountsByPlan.get(plan) ?? new Map<string, CachedCount>()
  cachedCountsByPlan.set(plan, cachedCounts)
  return cachedCounts
}
