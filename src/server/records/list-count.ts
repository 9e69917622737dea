import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../domain/access/roles'
import type { RecordContext } from './context'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { fromTable } from './projection'
import { type RecordTally, tallyFor } from './tallies'

interface CountedQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  /** Whether `where` contains only the conditions of the query. */
  readonly hasOnlyQueryConditions: boolean
}

/** Counts the records of a list. */
interface ListCounter {
  /** Returns the SQL of the number of records. */
  readonly count: () => RawBuilder<number>
  /** The tally that `count` reads; null if it counts the records. */
  readonly tally: RecordTally | null
  /** Whether the list is known to be long; always true for a list that is counted by a tally. */
  readonly isLong: () => boolean
  /** Caches the total of a long list for its next pages; returns the total. */
  readonly cacheTotal: (total: number) => number
}

/**
 * Returns how the records of a query are counted: from a tally where there is one for its conditions, otherwise by reading them. Counting a hundred thousand
 * records takes longer than reading a page of them, so such a count is cached for a short time; the count of a short list is always exact.
 */
export const listCounter = (context: RecordContext, plan: ListPlan, { parsed, where, hasOnlyQueryConditions }: CountedQuery): ListCounter => {
  const tally = hasOnlyQueryConditions ? tallyOf(plan, parsed) : null
  if (tally) {
    const count = sql<number>`select coalesce(sum(${sql.ref(`t.${tally.count}`)}), 0)::bigint from ${sql.table(tally.table)} as t where ${where}`
    return { count: () => count, tally, isLong: () => true, cacheTotal: (total) => total }
  }
  const count = sql<number>`select count(*) ${fromTable(plan.resource)} where ${where}`
  const { sql: text, parameters } = count.compile(context.db)
  return cachedCount(context, plan, { count, query: `${text}${JSON.stringify(parameters)}` })
}

/** Returns the tally for the conditions of a query, or null. */
const tallyOf = ({ resource, visible }: ListPlan, { filters, keyword }: ParsedQuery): RecordTally | null =>
  keyword ? null : tallyFor(resource, [tenantFields.agreement, ...filters.map(({ field }) => field.name), ...Object.keys(visible.where ?? {})])

/** A count of at least `records` is cached for `milliseconds`. */
export const cachedCountLimits = { records: 10_000, milliseconds: 30_000 } as const

interface CountQuery {
  readonly count: RawBuilder<number>
  /** Identifies the query in the cache. */
  readonly query: string
}

const cachedCount = ({ clock }: RecordContext, plan: ListPlan, { count, query }: CountQuery): ListCounter => {
  const counts = countsOf(plan)
  const now = clock().getTime()
  const unexpiredCount = (): CachedCount | undefined => {
    const found = counts.get(query)
    return found && now >= found.at && now < found.at + cachedCountLimits.milliseconds ? found : undefined
  }
  const cacheTotal = (total: number): number => {
    if (counts.size >= maxCounts) counts.clear()
    if (total >= cachedCountLimits.records && !unexpiredCount()) counts.set(query, { total, at: now })
    return total
  }
  const currentCount = () => {
    const found = unexpiredCount()
    return found ? sql<number>`select ${found.total}::bigint` : count
  }
  return { count: currentCount, tally: null, isLong: () => unexpiredCount() !== undefined, cacheTotal }
}

interface CachedCount {
  readonly total: number
  /** When the records were counted, in milliseconds since 1970. */
  readonly at: number
}

const maxCounts = 1000

/** A page with at least this many records before it may be read from the end of the list. */
const deepPage = 2000

/** Returns the number of records of a list if the page is far from its beginning and nearer to its end; otherwise null. */
export const findTotalNearEnd = async ({ db }: RecordContext, { page, pageSize }: ParsedQuery, { count, cacheTotal }: ListCounter): Promise<number | null> => {
  const offset = (page - 1) * pageSize
  if (offset < deepPage) return null
  const { rows } = await sql<{ total: number }>`select (${count()}) as total`.execute(db)
  const total = cacheTotal(rows[0]?.total ?? 0)
  return 2 * offset > total ? total : null
}

const countsByPlan = new WeakMap<ListPlan, Map<string, CachedCount>>()

const countsOf = (plan: ListPlan): Map<string, CachedCount> => {
  const counts = countsByPlan.get(plan) ?? new Map<string, CachedCount>()
  countsByPlan.set(plan, counts)
  return counts
}
