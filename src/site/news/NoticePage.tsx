import './news.css'
import { Link, useParams } from 'react-router-dom'
import { dateText } from '../../browser/format'
import type { NoticeInfo } from '../../contract/session'
import { FormattedText } from '../FormattedText'
import { usePageTitle } from '../use-page-title'
import { NoticeHead } from './NoticeHead'
import { inOrder } from './notice-words'
import { useNews } from './use-news'

/** One notice on a page of its own. */
export const Component = () => {
  const { id } = useParams()
  const news = useNews()
  const notices = typeof news === 'object' ? inOrder(news.notices) : []
  const notice = notices.find(({ SerialId }) => String(SerialId) === id)
  usePageTitle(notice?.Title ?? '最新消息')
  return (
    <div className="news news-page">
      <p>
        <Link to="/news">← 返回最新消息</Link>
      </p>
      {news === 'failed' && <Failure />}
      {typeof news === 'object' && (notice ? <Notice notice={notice} /> : <Missing />)}
    </div>
  )
}

const Notice = ({ notice }: { notice: NoticeInfo }) => (
  <article className="card notice-page">
    <NoticeHead notice={notice} />
    <h1>{notice.Title}</h1>
    <FormattedText text={notice.Content} />
    {notice.ExpireDate && <p className="notice-until">公告期間：{`${dateText(notice.PublishDate)} 至 ${dateText(notice.ExpireDate)}`}</p>}
  </article>
)

const Missing = () => (
  <section className="card message">
    <h1>找不到這則公告</h1>
    <p>公告可能已經下架，請返回最新消息查看其他公告。</p>
  </section>
)

const Failure = () => (
  <>
    <h1>最新消息</h1>
    <p className="note note-danger">目前無法取得最新消息，請稍後重新整理。</p>
  </>
)
