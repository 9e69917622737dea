import { useEffect, useState } from 'react'
import { call, isAborted } from '../../browser/http'
import type { ActivityInfo, NoticeInfo } from '../../contract/session'

/** What the news page shows. */
export interface News {
  readonly notices: readonly NoticeInfo[]
  readonly activities: readonly ActivityInfo[]
}

/** The news: on their way, here, or not to be had. */
export const useNews = (): News | 'loading' | 'failed' => {
  const [news, setNews] = useState<News | 'loading' | 'failed'>('loading')
  useEffect(() => {
    const leaving = new AbortController()
    fetchNews(leaving.signal)
      .then(setNews)
      .catch((error: unknown) => {
        if (!isAborted(error)) setNews('failed')
      })
    return () => leaving.abort()
  }, [])
  return news
}

const fetchNews = async (signal: AbortSignal): Promise<News> => {
  const [notices, activities] = await Promise.all([
    call<readonly NoticeInfo[]>('Home.GetNotices', { signal, overlay: true }),
    call<readonly ActivityInfo[]>('Home.GetActivities', { signal, overlay: true }),
  ])
  return { notices, activities }
}
