import { useEffect, useState } from 'react'
import { ApiError } from '../../browser/http/api-error'
import { extensionCalls } from '../../browser/http/capabilities'
import { type CallOptions, call } from '../../browser/http/client'
import { showExpired } from '../../browser/http/failures'
import { type PayerSession, refreshPayerSession, sessionOwner } from '../../browser/session/session'
import type { PayerData, PaymentData } from '../../contract/call-responses'

/** The bills and payments of a payer as far as they are fetched, and how to fetch them again. */
export interface FetchedData {
  /** The session with all bills and payments fetched so far. */
  readonly session: PayerSession
  /** Time of the last successful fetch by this page; null while the page shows the data stored at sign-in. */
  readonly fetchedAt: string | null
  /** Whether the last fetch failed. */
  readonly failed: boolean
  /** Number of bills and payments fetched while they are being fetched; null when the fetch has ended. */
  readonly progress: number | null
  /** Number of bills and payments that are not fetched. */
  readonly missing: number
  /** Fetches the data again; absent until the first fetch has finished, and if the backend has no call for it. */
  readonly refresh?: () => void
}

/**
 * Fetches the payer's data on mount, when the page becomes visible again and on demand.
 * After a failure the previous data stay on screen.
 * Only the first page is stored on the device; the others stay in memory.
 */
export const usePayerData = (session: PayerSession): FetchedData => {
  const [state, setState] = useState<FetchState>({ fetchedAt: null, failed: false, progress: 0, further: noRows })
  useEffect(() => {
    let latest = new AbortController()
    const fetchNow = async (overlay: boolean) => {
      // A call that began before a payment must not overwrite the response of one that began after it.
      latest.abort()
      latest = new AbortController()
      const { signal } = latest
      const update = (change: Partial<FetchState>) => !signal.aborted && setState((old) => ({ ...old, ...change }))
      const calls = await extensionCalls()
      if (!calls.includes('PayerArea.GetPaymentData')) return update({ progress: null })
      if (signal.aborted) return
      const refresh = () => void fetchNow(true)
      const first = await fetchPage({ overlay, signal })
      if (first === null) return update({ failed: true, progress: null, refresh })
      if (!signal.aborted) refreshPayerSession(first)
      update({ fetchedAt: new Date().toISOString(), failed: false, refresh })
      const rows = await fetchFurtherPages(first, signal, (progress) => update({ progress }))
      if (!signal.aborted)
        setState((old) => ({
          ...old,
          progress: null,
          further: missingCount(first.data, rows) === 0 ? rows : mergeRows(rows, old.further),
        }))
    }
    void fetchNow(false)
    // Payers return from the page or app where they have paid.
    // The browser may then show this page again without mounting it.
    const refreshWhenVisible = () => document.visibilityState === 'visible' && void fetchNow(false)
    document.addEventListener('visibilitychange', refreshWhenVisible)
    return () => {
      document.removeEventListener('visibilitychange', refreshWhenVisible)
      latest.abort()
    }
  }, [])
  const { further, ...freshness } = state
  const rows = mergeRows(session, further)
  return { ...freshness, session: { ...session, ...rows }, missing: missingCount(session.data, rows) }
}

interface FetchState extends Omit<FetchedData, 'session' | 'missing'> {
  readonly further: Rows
}

type Rows = Pick<PaymentData, 'DataLists1' | 'DataLists2'>

const noRows: Rows = { DataLists1: [], DataLists2: [] }

// The server limits a session to 5,000 bills, which are ten pages; another backend may have more.
const maxPages = 40

/**
 * Returns the rows of the first page and of all others.
 * Ends early with a page that fails or that has nothing new, because a backend may ignore the number of the page.
 */
const fetchFurtherPages = async (
  first: PaymentData,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Rows> => {
  let rows: Rows = first
  for (let PageNo = 2; PageNo <= maxPages && missingCount(first.data, rows) > 0; PageNo += 1) {
    onProgress(countOf(rows))
    const page = await fetchPage({ query: { PageNo }, signal })
    const withPage = mergeRows(rows, page ?? noRows)
    if (countOf(withPage) === countOf(rows)) break
    rows = withPage
  }
  return rows
}

const countOf = ({ DataLists1, DataLists2 }: Rows): number => DataLists1.length + DataLists2.length

const missingCount = ({ BillCount = 0, PaymentCount = 0 }: PayerData, { DataLists1, DataLists2 }: Rows): number =>
  Math.max(BillCount - DataLists1.length, 0) + Math.max(PaymentCount - DataLists2.length, 0)

/** Returns each row of both once, those of the first preferred: a record may have moved to another page meanwhile. */
const mergeRows = (preferred: Rows, others: Rows): Rows => ({
  DataLists1: once([...preferred.DataLists1, ...others.DataLists1], ({ SerialId }) => SerialId),
  DataLists2: once([...preferred.DataLists2, ...others.DataLists2], ({ DetailId }) => DetailId),
})

const once = <Row>(rows: readonly Row[], idOf: (row: Row) => unknown): readonly Row[] => {
  const ids = new Set<unknown>()
  return rows.filter((row) => ids.size < ids.add(idOf(row)).size)
}

/**
 * Returns a page of the payer's data, or null if the call failed.
 * A failure shows no dialog, because the previous data stay on screen; the exception is an expired session.
 */
const fetchPage = async (options: CallOptions): Promise<PaymentData | null> => {
  const owner = sessionOwner()
  try {
    const page = await call<PaymentData>('PayerArea.GetPaymentData', { ...options, quiet: true })
    // Another user may have signed in in another tab in the meantime.
    return sessionOwner() === owner ? page : null
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) showExpired()
    return null
  }
}
