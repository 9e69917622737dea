import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import type { JobInfo } from '../../contract/extensions'

/** What the browser keeps the user's jobs under. */
export const queryKey = ['own-jobs']

/** The user's background work, looked at again while the page is in sight and whenever she goes to another; undefined where the backend does not tell of it. */
export const useJobs = () => {
  const offered = useCapability('Ext.GetJobs')
  const queries = useQueryClient()
  const { data: jobs, dataUpdatedAt: readAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<readonly JobInfo[]>('Ext.GetJobs', { quiet: true, overlay: false, signal }),
    enabled: offered,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? soon : later),
    refetchOnWindowFocus: true,
  })
  const { pathname } = useLocation()
  // Whoever sends a file is led to its record, and the work has begun.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it is for
  useEffect(() => void queries.invalidateQueries({ queryKey }), [queries, pathname])
  const read = async () => {
    // What cannot be noted now is shown as new once more.
    await call('Ext.ReadJobs', { quiet: true, overlay: false }).catch(() => {})
    await queries.invalidateQueries({ queryKey })
  }
  return { jobs: offered ? jobs : undefined, readAt, read, refresh: () => void queries.invalidateQueries({ queryKey }) }
}

/** Whether the work still goes on. */
export const isUnderWay = ({ State }: JobInfo): boolean => State === 'waiting' || State === 'running'

const soon = 3_000
const later = 30_000
