import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { showIfExpired } from '../../browser/http/failures'
import { useCompanySession } from '../../browser/session/session'
import type { JobInfo } from '../../contract/call-responses'

/** The key of the user's jobs in react-query's cache. */
export const jobsQueryKey = ['own-jobs']

/**
 * Returns the user's jobs, the time when they were last fetched, and the functions that mark the jobs as read and fetch
 * them again.
 * The jobs are also fetched periodically and on each change of page.
 * `jobs` is undefined before the first response, and if the backend has no call for jobs or rejects it.
 */
export const useJobs = () => {
  const mustChangeMima = useCompanySession()?.data.MustChangeMima ?? false
  // The server rejects the call until an initial or expired password has been changed.
  const isServed = useCapability('Ext.GetJobs') && !mustChangeMima
  const queryClient = useQueryClient()
  const { data: jobs, dataUpdatedAt: fetchedAt } = useQuery({
    queryKey: jobsQueryKey,
    queryFn: readJobs,
    enabled: isServed,
    // The first page shows the jobs in two places.
    staleTime: activeInterval,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? activeInterval : idleInterval),
    refetchOnWindowFocus: true,
  })
  const { pathname } = useLocation()
  const refresh = () => queryClient.invalidateQueries({ queryKey: jobsQueryKey })
  const lastPath = useRef(pathname)
  // A user who uploads a file is redirected to another page, where the new job should be shown at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetch again when the path changes
  useEffect(() => {
    if (pathname === lastPath.current) return
    lastPath.current = pathname
    void refresh()
  }, [pathname])
  const markAsRead = async () => {
    // If the call fails, the jobs stay unread.
    await call('Ext.ReadJobs', { quiet: true, overlay: false }).catch(() => {})
    await refresh()
  }
  return { jobs: isServed ? jobs : undefined, fetchedAt, markAsRead, refresh: () => void refresh() }
}

// The page notices by this call that its session has ended elsewhere; other failures are not shown.
const readJobs = async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly JobInfo[]> => {
  try {
    return await call<readonly JobInfo[]>('Ext.GetJobs', { quiet: true, overlay: false, signal })
  } catch (error) {
    showIfExpired(error)
    throw error
  }
}

/** Returns whether the job is waiting or running. */
export const isUnderWay = ({ State }: JobInfo): boolean => State === 'waiting' || State === 'running'

/** Returns the props of a job's progress bar. Without a total, the bar is indeterminate. */
export const progressProps = (done: number, total: number | null | undefined) =>
  total ? { variant: 'determinate' as const, value: Math.min(100, (done / total) * 100) } : {}

// Milliseconds between two fetches: `activeInterval` while a job is waiting or running, otherwise `idleInterval`.
const activeInterval = 3_000
const idleInterval = 30_000
