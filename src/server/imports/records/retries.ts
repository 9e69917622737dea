import { Refusal } from '../../../domain/refusal'
import { isConcurrencyError } from '../../database/errors'

/** The error for data that have changed since the rows were validated. */
export class ConcurrentChange extends Error {
  override readonly name = 'ConcurrentChange'
}

/** Maximum number of attempts to import a file. Each attempt after the first follows a concurrent change. */
const maxTries = 4

/** Runs an attempt to import a file, and again if the data on which it depends have changed meanwhile. */
export const retried = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; tries <= maxTries; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ConcurrentChange) && !isConcurrencyError(error)) throw error
    }
  }
  throw new Refusal('2009', '匯入期間，相關的資料一直有人異動，這個檔案沒有匯入任何資料，請稍後再試一次。')
}
