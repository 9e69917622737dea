import { Refusal } from '../../domain/refusal'
import { HttpRefusal } from '../http/call'
import type { RecordKey } from './context'

/** So many records can be worked on in one call. */
export const maxBulkRecords = 500

/** What became of one of several records. */
export interface RecordResult {
  readonly [keyField: string]: unknown
  readonly ReturnCode: string
  readonly ReturnMsg: string
}

/** Does the work on each record for itself; a refusal of one does not stop the others. */
export const forEachRecord = async <K extends RecordKey>(
  keys: readonly K[],
  work: (key: K, index: number) => Promise<unknown>,
): Promise<readonly RecordResult[]> => {
  const results: RecordResult[] = []
  for (const [index, key] of keys.entries()) results.push({ ...key, ...(await outcomeOf(() => work(key, index))) })
  return results
}

const outcomeOf = async (work: () => Promise<unknown>): Promise<{ ReturnCode: string; ReturnMsg: string }> => {
  try {
    await work()
    return { ReturnCode: '0000', ReturnMsg: '' }
  } catch (error) {
    if (error instanceof Refusal) return { ReturnCode: error.code, ReturnMsg: error.message }
    if (error instanceof HttpRefusal && error.status === 404) return { ReturnCode: '2004', ReturnMsg: error.message }
    throw error
  }
}
