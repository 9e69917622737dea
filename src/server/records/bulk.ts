import type { RecordResult } from '../../contract/envelope'
import { Refusal } from '../../domain/refusal'
import { HttpRefusal } from '../call'
import type { RecordKey } from '../record-context'

/**
 * Runs the work for each record and returns the outcomes.
 * If a record is refused, the work continues with the next one.
 */
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
