import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import type { JobInfo } from '../../contract/session'

/** What the browser keeps the user's jobs under. */
export const queryKey = ['own-jobs']

/** Returns the user's jobs, read again at intervals and on each change of page; undefined where the backend has no such call. */
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
  // After an upload the page changes to its record, and the job has started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it is for
  useEffect(() => void queries.invalidateQueries({ queryKey }), [queries, pathname])
  const read = async () => {
    // If the call fails, the jobs stay unread.
    await call('Ext.ReadJobs', { quiet: true, overlay: false }).catch(() => {})
    await queries.invalidateQueries({ queryKey })
  }
  return { jobs: offered ? jobs : undefined, readAt, read, refresh: () => void queries.invalidateQueries({ queryKey }) }
}

/** Checks whether the job is waiting or running. */
export const isUnderWay = ({ State }: JobInfo): boolean => State === 'waiting' || State === 'running'

const soon = 3_000
const later = 30_000
