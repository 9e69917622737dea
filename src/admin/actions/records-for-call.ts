import type { RaRecord } from 'react-admin'
import { maxBulkRecords } from '../../contract/envelope'
import type { Action } from '../../schema/language/action'
import type { ConditionContext } from '../../schema/language/language'
import type { PartOfQuery } from '../screens'
import { actionsAllowedFor } from './use-actions'

interface FoundRecords {
  /** How many records the query finds. */
  readonly count: number
  /** Reads a page of `maxBulkRecords` records. */
  readonly readPage: (page: number) => Promise<readonly RaRecord[]>
  readonly context: ConditionContext
}

/** The most pages of a query that are read for a call with records. */
const maxPages = 10

/**
 * Returns the records of a query for a call that takes at most `maxBulkRecords`.
 * If the query finds more, these are the first ones to which the action applies.
 */
export const recordsForCall = async (
  action: Action,
  { count, readPage, context }: FoundRecords,
): Promise<{ readonly chosen: readonly RaRecord[]; readonly part?: PartOfQuery }> => {
  if (count <= maxBulkRecords) return { chosen: await readPage(1) }
  const pageCount = Math.ceil(count / maxBulkRecords)
  const allowed: RaRecord[] = []
  let page = 0
  while (page < Math.min(pageCount, maxPages) && allowed.length <= maxBulkRecords) {
    page += 1
    allowed.push(...(await readPage(page)).filter((record) => actionsAllowedFor([action], record, context).length > 0))
  }
  const chosen = allowed.slice(0, maxBulkRecords)
  return { chosen, part: { found: count, hasMore: allowed.length > chosen.length || page < pageCount } }
}
