import { useEffect, useState } from 'react'
import { capabilities } from '../../browser/capabilities'
import { showExpired } from '../../browser/failures'
import { ApiError, type CallOptions, call } from '../../browser/http'
import { refreshPayerSession, sessionOwner } from '../../browser/session'
import type { PaymentData } from '../../contract/session'

/** How fresh the payer's data are. */
export interface Freshness {
  /** When they were last fetched on this page; null = they are those of the cache. */
  readonly at: string | null
  /** The last try did not work. */
  readonly failed: boolean
  /** Fetches them anew; absent where the backend has no call for it. */
  readonly refresh?: () => void
}

/** Fetches the payer's data anew on arrival and on demand; what the cache holds stands in until then, and when nothing comes. */
export const usePayerData = (): Freshness => {
  const [state, setState] = useState<Freshness>({ at: null, failed: false })
  useEffect(() => {
    const leaving = new AbortController()
    const fetchNow = async (overlay: boolean) => {
      const calls = await capabilities()
      if (!calls.includes('PayerArea.GetPaymentData') || leaving.signal.aborted) return
      const done = await fetchData({ overlay, signal: leaving.signal })
      if (leaving.signal.aborted) return
      setState((old) => ({ at: done ? new Date().toISOString() : old.at, failed: !done, refresh: () => void fetchNow(true) }))
    }
    void fetchNow(false)
    return () => leaving.abort()
  }, [])
  return state
}

/** Quiet, for the cache is there; only a session that has ended is worth a dialog. */
const fetchData = async (options: CallOptions): Promise<boolean> => {
  const owner = sessionOwner()
  try {
    const fresh = await call<PaymentData>('PayerArea.GetPaymentData', { ...options, quiet: true })
    // Somebody else may have signed in meanwhile, in another tab.
    if (sessionOwner() === owner) refreshPayerSession(fresh)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) showExpired()
    return false
  }
}
