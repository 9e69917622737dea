import { call } from '../../browser/http'
import type { ActivityInfo, NoticeInfo } from '../../contract/session'
import { useFetched } from '../use-fetched'

/** What the news page shows. */
export interface News {
  readonly notices: readonly NoticeInfo[]
  readonly activities: readonly ActivityInfo[]
}

/** The notices and activities that are out. */
export const useNews = () => useFetched<News>(fetchNews)

const fetchNews = async (signal: AbortSignal): Promise<News> => {
  const [notices, activities] = await Promise.all([
    call<readonly NoticeInfo[]>('Home.GetNotices', { signal, overlay: true }),
    call<readonly ActivityInfo[]>('Home.GetActivities', { signal, overlay: true }),
  ])
  return { notices, activities }
}
