import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../domain/access/roles'
import type { Db } from '../ports'
import type { RecordContext } from './context'
import type { ListPlan } from './list-plan'
import type { ParsedQuery } from './list-query'
import { fromTable } from './projection'
import { type RecordTally, tallyFor } from './tallies'

interface CountedQuery {
  readonly parsed: ParsedQuery
  readonly where: RawBuilder<SqlBool>
  /** Whether `where` has no other conditions than those of the query. */
  readonly isWhole: boolean
}

/** How the records of a list are counted. */
interface ListCount {
  /** Returns the SQL of the number of records. */
  readonly count: () => RawBuilder<number>
  /** The tally that `count` reads; null if it counts the records. */
  readonly tally: RecordTally | null
  /** Whether the list is known to be long. */
  readonly isLong: () => boolean
  /** Takes the number for the next pages of a long list; returns it. */
  readonly remember: (total: number) => number
}

/**
 * Returns how the records of a query are counted: from a tally where there is one for its conditions, otherwise by reading them. Counting a hundred thousand
 * records takes longer than reading a page of them, so such a count is remembered for a while; a short list always has its exact number.
 */
export const countOf = (context: RecordContext, plan: ListPlan, { parsed, where, isWhole }: CountedQuery): ListCount => {
  const tally = isWhole ? tallyOf(plan, parsed) : null
  if (tally) {
    const count = sql<number>`select coalesce(sum(${sql.ref(`t.${tally.count}`)}), 0)::bigint from ${sql.table(tally.table)} as t where ${where}`
    return { count: () => count, tally, isLong: () => true, remember: (total) => total }
  }
  const count = sql<number>`select count(*) ${fromTable(plan.resource)} where ${where}`
  const { sql: text, parameters } = count.compile(context.db)
  return rememberedCount(context, count, `${text}${JSON.stringify(parameters)}`)
}

/** Returns the tally for the conditions of a query, or null. */
const tallyOf = ({ resource, visible }: ListPlan, { filters, keyword }: ParsedQuery): RecordTally | null =>
  keyword ? null : tallyFor(resource, [tenantFields.agreement, ...filters.map(({ field }) => field.name), ...Object.keys(visible.where ?? {})])

/** A count that is remembered from this number on, and for how long. */
export const longList = { records: 10_000, milliseconds: 30_000 } as const

const rememberedCount = ({ db, clock }: RecordContext, count: RawBuilder<number>, query: string): ListCount => {
  const counts = countsOf(db)
  const now = clock().getTime()
  const known = (): KnownCount | undefined => {
    const found = counts.get(query)
    return found && now >= found.at && now < found.at + longList.milliseconds ? found : undefined
  }
  const remember = (total: number): number => {
    if (counts.size >= maxCounts) counts.clear()
    if (total >= longList.records && !known()) counts.set(query, { total, at: now })
    return total
  }
  const currentCount = () => {
    const found = known()
    return found ? sql<number>`select ${found.total}::bigint` : count
  }
  return { count: currentCount, tally: null, isLong: () => known() !== undefined, remember }
}

interface KnownCount {
  readonly total: number
  /** The time of its query in milliseconds. */
  readonly at: number
}

const maxCounts = 1000

/** Number of records before a page from which on it is worth knowing whether the end of the list is nearer. */
const deepPage = 2000

/** Returns the number of records of a list if the page is nearer to its end than to its beginning, as far as that matters; otherwise null. */
export const totalNearEnd = async ({ db }: RecordContext, { page, pageSize }: ParsedQuery, { count, remember }: ListCount): Promise<number | null> => {
  const offset = (page - 1) * pageSize
  if (offset < deepPage) return null
  const { rows } = await sql<{ total: number }>`select (${count()}) as total`.execute(db)
  const total = remember(rows[0]?.total ?? 0)
  return 2 * offset > total ? total : null
}

const countsByDb = new WeakMap<Db, Map<string, KnownCount>>()

const countsOf = (db: Db): Map<string, KnownCount> => {
  const counts = countsByDb.get(db) ?? new Map<string, KnownCount>()
  countsByDb.set(db, counts)
  return counts
}
