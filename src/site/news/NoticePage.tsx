import './news.css'
import { useCallback } from 'react'
import { Link, useParams } from 'react-router-dom'
import { calendarDateText } from '../../browser/format'
import { ApiError } from '../../browser/http/api-error'
import { extensionCalls } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { LoadFailure } from '../../browser/LoadFailure'
import { usePageTitle } from '../../browser/use-page-title'
import type { NoticeInfo } from '../../contract/call-responses'
import { FormattedText } from '../layout/FormattedText'
import { useFetched } from '../layout/use-fetched'
import { NoticeHead } from './NoticeHead'

/** Renders the page of one notice. */
export const Component = () => {
  const { id = '' } = useParams()
  const { data, retry } = useNotice(id)
  usePageTitle(titleOf(data))
  return (
    <div className="news news-page">
      <p>
        <Link to="/news">← 返回最新消息</Link>
      </p>
      {data === 'failed' && <NoticeFailure retry={retry} />}
      {data === 'missing' && <MissingNotice />}
      {typeof data === 'object' && <Notice notice={data} />}
    </div>
  )
}

const titleOf = (data: NoticeInfo | string) => {
  if (typeof data === 'object') return data.Title
  return data === 'missing' ? '找不到這則公告' : '最新消息'
}

const Notice = ({ notice }: { notice: NoticeInfo }) => (
  <article className="card notice-page">
    <NoticeHead notice={notice} />
    <h1>{notice.Title}</h1>
    <FormattedText text={notice.Content} />
    {notice.ExpireDate && (
      <p className="notice-until">
        公告期間：{`${calendarDateText(notice.PublishDate)} 至 ${calendarDateText(notice.ExpireDate)}`}
      </p>
    )}
  </article>
)

const MissingNotice = () => (
  <section className="card message">
    <h1>找不到這則公告</h1>
    <p>公告可能已經下架，請返回最新消息查看其他公告。</p>
  </section>
)

const NoticeFailure = ({ retry }: { retry: () => void }) => (
  <>
    <h1>最新消息</h1>
    <LoadFailure text="目前無法取得這則公告。" retry={retry} />
  </>
)

/** Fetches the notice with this id; the data are `missing` if the notice does not exist. */
const useNotice = (id: string) => useFetched(useCallback((signal: AbortSignal) => fetchNotice(id, signal), [id]))

const fetchNotice = async (id: string, signal: AbortSignal): Promise<NoticeInfo | 'missing'> =>
  (await extensionCalls()).includes('Home.GetNotice') ? fetchById(id, signal) : fetchFromList(id, signal)

const fetchById = async (id: string, signal: AbortSignal): Promise<NoticeInfo | 'missing'> => {
  try {
    // The call is quiet: the page itself shows that the notice is missing, so no dialog is needed.
    return await call<NoticeInfo>('Home.GetNotice', { params: { SerialId: id }, signal, quiet: true, overlay: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'missing'
    throw error
  }
}

// A backend without extensions returns all notices in one list.
const fetchFromList = async (id: string, signal: AbortSignal): Promise<NoticeInfo | 'missing'> => {
  const notices = await call<readonly NoticeInfo[]>('Home.GetNotices', { signal, overlay: true })
  return notices.find(({ SerialId }) => String(SerialId) === id) ?? 'missing'
}
