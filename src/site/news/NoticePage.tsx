import './news.css'
import { Link, useParams } from 'react-router-dom'
import { dayText } from '../../browser/format'
import type { NoticeInfo } from '../../contract/session'
import { FormattedText } from '../FormattedText'
import { LoadFailure } from '../LoadFailure'
import { usePageTitle } from '../use-page-title'
import { NoticeHead } from './NoticeHead'
import { useNotice } from './use-notice'

/** One notice on a page of its own. */
export const Component = () => {
  const { id = '' } = useParams()
  const { data, again } = useNotice(id)
  usePageTitle(titleOf(data))
  return (
    <div className="news news-page">
      <p>
        <Link to="/news">← 返回最新消息</Link>
      </p>
      {data === 'failed' && <Failure again={again} />}
      {data === 'missing' && <Missing />}
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
    {notice.ExpireDate && <p className="notice-until">公告期間：{`${dayText(notice.PublishDate)} 至 ${dayText(notice.ExpireDate)}`}</p>}
  </article>
)

const Missing = () => (
  <section className="card message">
    <h1>找不到這則公告</h1>
    <p>公告可能已經下架，請返回最新消息查看其他公告。</p>
  </section>
)

const Failure = ({ again }: { again: () => void }) => (
  <>
    <h1>最新消息</h1>
    <LoadFailure text="目前無法取得這則公告。" again={again} />
  </>
)
