import { useCallback, useEffect, useState } from 'react'
import { isAborted } from '../../browser/http/api-error'

/** Something that a page fetches: on its way, here, or not to be had. */
interface Fetched<T> {
  readonly data: T | 'loading' | 'failed'
  /** Fetches it once more. */
  readonly again: () => void
}

/** Fetches something when the page is entered, and again when it is asked to; `fetchNow` is the same function as long as it fetches the same thing. */
export const useFetched = <T,>(fetchNow: (signal: AbortSignal) => Promise<T>): Fetched<T> => {
  const [data, setData] = useState<T | 'loading' | 'failed'>('loading')
  const [tries, setTries] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another fetch
  useEffect(() => {
    const leaving = new AbortController()
    setData('loading')
    fetchNow(leaving.signal)
      .then((fetched) => !leaving.signal.aborted && setData(() => fetched))
      .catch((error: unknown) => {
        if (!isAborted(error)) setData('failed')
      })
    return () => leaving.abort()
  }, [fetchNow, tries])
  return { data, again: useCallback(() => setTries((count) => count + 1), []) }
}

/** Says that something did not arrive, and offers to try again. */
export const LoadFailure = ({ text, again }: { text: string; again: () => void }) => (
  <div className="note note-danger load-failure" role="alert">
    <p>{text}</p>
    <button type="button" className="button button-plain button-small" onClick={again}>
      重試
    </button>
  </div>
)
