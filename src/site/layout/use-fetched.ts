import { useCallback, useEffect, useState } from 'react'
import { isAborted } from '../../browser/http/api-error'

/** Data that a page fetches, or the state of the request for them. */
interface Fetched<T> {
  readonly data: T | 'loading' | 'failed'
  /** Fetches the data again. */
  readonly retry: () => void
}

/** Fetches data on mount, when `fetchData` changes, and on retry; cancels requests that are no longer needed. */
export const useFetched = <T>(fetchData: (signal: AbortSignal) => Promise<T>): Fetched<T> => {
  const [data, setData] = useState<T | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    const controller = new AbortController()
    setData('loading')
    fetchData(controller.signal)
      .then((fetched) => !controller.signal.aborted && setData(() => fetched))
      .catch((error: unknown) => {
        if (!isAborted(error)) setData('failed')
      })
    return () => controller.abort()
  }, [fetchData, attempt])
  return { data, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}
