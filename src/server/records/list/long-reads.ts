import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../../domain/refusal'
import { StatementCancelled } from '../../database/errors'
import { semaphore } from '../../semaphore'
import type { ListCall } from './list-condition'
import { isWithoutIndex, tallyOf } from './list-count'
import { hasOrderIndex } from './list-order'
import type { ParsedFilter } from './list-query'

/** Milliseconds after which a statement that reads a list is cancelled. */
const maxReadMs = 5000

/**
 * The reads that may take long run three at a time, of ten connections, and two of a session.
 * The others wait, so that they neither hold the connections of short requests nor those of other users.
 */
const withProcessLimit = semaphore(3)
const maxReadsOfSession = 2
const sessionLimits = new LRUCache<string, ReturnType<typeof semaphore>>({ max: 1000 })

/**
 * Reads a page of a list or its totals, in turn with other reads that may take long, if this one may (`mayTakeLong`).
 * Throws a refusal (2002) if it takes longer than `maxReadMs`.
 */
export const readInTurn = async <T>(
  call: ListCall,
  isLong: boolean,
  read: (call: ListCall) => Promise<T>,
): Promise<T> => {
  const { db, scope } = call.context
  if (!isLong || db.isTransaction) return read(call)
  const withSessionLimit = limitOfSession('sessionId' in scope ? scope.sessionId : '')
  try {
    return await withSessionLimit(() =>
      withProcessLimit(() =>
        db.transaction().execute(async (transaction) => {
          await sql`select set_config('statement_timeout', ${String(maxReadMs)}, true)`.execute(transaction)
          return read({ ...call, transaction })
        }),
      ),
    )
  } catch (error) {
    if (error instanceof StatementCancelled) throw new Refusal('2002', tooLongMessage)
    throw error
  }
}

const tooLongMessage = `這項查詢超過 ${maxReadMs / 1000} 秒仍未完成，已停止。請縮小範圍再查，例如選擇代收期別、縮短日期期間，或輸入更完整的關鍵字。`

const limitOfSession = (sessionId: string): ReturnType<typeof semaphore> => {
  const limit = sessionLimits.get(sessionId) ?? semaphore(maxReadsOfSession)
  sessionLimits.set(sessionId, limit)
  return limit
}

/**
 * Returns whether reading a page may take long: it searches for texts, or has a condition or an order without an index,
 * or no tally has the number of records in a range.
 */
export const mayTakeLong = (call: ListCall): boolean => {
  const { parsed } = call
  const { filters, keyword, sort, needsTotals } = parsed
  const hasTally = tallyOf(call) !== null
  return (
    keyword !== '' ||
    (needsTotals && !hasTally) ||
    !hasOrderIndex(call, sort.field) ||
    filters.some((filter) => isSearch(filter) || (isRange(filter) && !hasTally) || isWithoutIndex(filter))
  )
}

/** The number of characters from which a beginning fits so few records that an index finds them at once. */
const longBeginning = 8

const isSearch = ({ match, values }: ParsedFilter): boolean =>
  match === 'contains' || (match === 'startsWith' && values.some((value) => String(value).length < longBeginning))
const isRange = ({ match }: ParsedFilter): boolean => match === 'from' || match === 'to'
