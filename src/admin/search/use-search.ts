import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import type { SearchResult } from '../../contract/call-responses'
import { searchLength } from '../../contract/search'

/** The state of the search for records. `pages`: the backend has no search, so only pages are found. */
export type SearchState = 'pages' | 'short' | 'loading' | 'failed' | 'found'

/** The time in milliseconds after the last key until the search asks the server. */
const pause = 250

/**
 * Searches records on the server after a pause in typing.
 * An answer to an earlier text is dropped, and its call cancelled.
 */
export const useSearch = (text: string) => {
  const keyword = text.trim().slice(0, searchLength.max)
  const settled = useSettled(keyword)
  const isServed = useCapability('Common.Search')
  const isLong = [...keyword].length >= searchLength.min
  const { data, isError, refetch } = useQuery({
    // The text may be personal data: it is in memory only, and removed with the dialog.
    queryKey: ['search', settled],
    queryFn: ({ signal }) =>
      call<SearchResult>('Common.Search', { body: { Text: settled }, quiet: true, overlay: false, signal }),
    enabled: isServed && isLong && settled === keyword,
    gcTime: 0,
  })
  const stateOf = (): SearchState => {
    if (!isServed) return 'pages'
    if (!isLong) return 'short'
    if (settled !== keyword) return 'loading'
    if (isError) return 'failed'
    return data ? 'found' : 'loading'
  }
  const state = stateOf()
  return { keyword, state, result: state === 'found' ? data : undefined, retry: () => void refetch() }
}

/** Returns a text as soon as it has not changed for a while. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
