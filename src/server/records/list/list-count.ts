import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { tenantFields } from '../../../domain/access/roles'
import { isReference } from '../../../schema/field-types'
import type { Db } from '../../ports'
import { tallyFor } from '../projection'
import type { RecordTally } from '../tally'
import { dbOf, fromRecords, type ListCall, listCondition, readsAgreement } from './list-condition'
import { boundedNumber, type ListNumber, maxCounted } from './list-number'
import { hasOrderIndex } from './list-order'
import type { ParsedFilter } from './list-query'

/** How the records of a list are counted. */
export interface ListCounter {
  /** The tally that contains the number of records; null if the records are counted. */
  readonly tally: RecordTally | null
  /** The number of records if it is known before the page is read, otherwise null. */
  readonly known: ListNumber | null
  /** Whether the page is far from the beginning and in the second half of the list, so that it is read from the end. */
  readonly isNearEnd: boolean
  /** Caches the number of a long list for later calls. */
  readonly cacheNumber: (counted: ListNumber) => void
}

/** A page with fewer records than this before it is always read from the beginning of the list. */
const minRecordsBeforeDeepPage = 2000

/**
 * Returns the counter for the records of a query.
 * The counter reads a tally if one has the columns of the query's conditions; otherwise it counts the records, up to
 * `maxCounted` unless the query asks for totals.
 * The number of a long list is cached for a short time.
 */
export const listCounter = async (call: ListCall): Promise<ListCounter> => {
  const tally = tallyOf(call)
  const { cached, cacheNumber } = tally ? noCache : cachedNumber(call)
  const { page, pageSize, needsTotals, filters, sort } = call.parsed
  const offset = (page - 1) * pageSize
  const isDeep = offset >= minRecordsBeforeDeepPage
  const isReadFirst = isDeep || (tally !== null && (filters.some(isWithoutIndex) || !hasOrderIndex(call, sort.field)))
  const known = (needsTotals ? exactOf(cached) : cached) ?? (isReadFirst ? await readNumber(call, tally) : null)
  const isNearEnd = isDeep && known !== null && !known.isMinimum && 2 * offset > known.total
  return { tally, known, isNearEnd, cacheNumber }
}

const exactOf = (number: ListNumber | null): ListNumber | null => (number?.isMinimum ? null : number)

/** Returns whether no index finds the records of a filter. A tally then says first whether there are many, or any. */
export const isWithoutIndex = ({ field }: ParsedFilter): boolean =>
  !field.index && !field.unique && !field.virtual && !field.through && !isReference(field)

/** Reads the number of records, which is a minimum if it exceeds `maxCounted` and the query does not ask for totals. */
export const readNumber = async (call: ListCall, tally: RecordTally | null): Promise<ListNumber> =>
  tally || call.parsed.needsTotals
    ? { total: await readTotal(call, tally), isMinimum: false }
    : boundedNumber(await readCount(call, sql`select count(*) from (${firstRecords(call)}) as counted`))

const firstRecords = (call: ListCall): RawBuilder<unknown> =>
  sql`select 1 ${fromRecords(call)} where ${listCondition(call)} limit ${sql.lit(maxCounted + 1)}`

/** Returns SQL for the number of records, which a tally contains or which are counted. */
export const countSql = (call: ListCall, tally: RecordTally | null, where: RawBuilder<SqlBool>): RawBuilder<number> =>
  tally
    ? sql`select coalesce(sum(${sql.ref(`t.${tally.sums[0]}`)}), 0)::bigint from ${sql.table(tally.table)} as t where ${where}`
    : sql`select count(*) ${fromRecords(call)} where ${where}`

/** Reads the number of all records from the database. */
export const readTotal = (call: ListCall, tally: RecordTally | null): Promise<number> =>
  readCount(call, countSql(call, tally, listCondition(call)))

const readCount = async (call: ListCall, count: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select (${count}) as total`.execute(dbOf(call))
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

/** The milliseconds for which a number of at least `maxCounted` is cached. */
export const cachedNumberMs = 30_000

/** The cached number of records of a query, and the function that caches it. */
interface NumberCache extends Pick<ListCounter, 'cacheNumber'> {
  readonly cached: ListNumber | null
}

const noCache: NumberCache = { cached: null, cacheNumber: () => {} }

const cachedNumber = (call: ListCall): NumberCache => {
  const { db, clock } = call.context
  const numbers = numbersByDatabase.get(db) ?? new LRUCache<string, CachedNumber>({ max: 1000 })
  numbersByDatabase.set(db, numbers)
  const { sql: text, parameters } = countSql(call, null, listCondition(call)).compile(db)
  const query = `${text}${JSON.stringify(parameters)}`
  const now = clock().getTime()
  const found = numbers.get(query)
  const cached = found && now >= found.countedAt && now < found.countedAt + cachedNumberMs ? found : null
  const cacheNumber = (counted: ListNumber) => {
    const isNews = cached === null || (cached.isMinimum && !counted.isMinimum)
    if (isNews && counted.total >= maxCounted) numbers.set(query, { ...counted, countedAt: now })
  }
  return { cached, cacheNumber }
}

interface CachedNumber extends ListNumber {
  /** When the records were counted, in milliseconds since 1970. */
  readonly countedAt: number
}

const numbersByDatabase = new WeakMap<Db, LRUCache<string, CachedNumber>>()
