import '../form/form.css'
import './news.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { calendarDateText } from '../../browser/format'
import { call } from '../../browser/http/client'
import { LoadFailure } from '../../browser/LoadFailure'
import { usePageTitle } from '../../browser/use-page-title'
import type { ActivityInfo, NoticeInfo } from '../../contract/call-responses'
import { withoutFormatting } from '../layout/FormattedText'
import { SelectFilter } from '../layout/SelectFilter'
import { useFetched } from '../layout/use-fetched'
import { NoticeHead, noticeCategories, sortedNotices } from './NoticeHead'

/** Renders the page 最新消息: activities, and the notices by category. */
export const Component = () => {
  usePageTitle('最新消息')
  const { data: news, retry } = useFetched(fetchNews)
  return (
    <div className="news" aria-busy={news === 'loading'}>
      <h1>最新消息</h1>
      {news === 'failed' && <LoadFailure text="目前無法取得最新消息。" retry={retry} />}
      {typeof news === 'object' && (
        <>
          <Activities activities={news.activities} />
          <Notices notices={news.notices} />
        </>
      )}
    </div>
  )
}

const Activities = ({ activities }: { activities: readonly ActivityInfo[] }) =>
  activities.length > 0 && (
    <section aria-label="活動" className="activities">
      {activities.map((activity) => (
        <article key={activity.SerialId} className="card activity">
          <h2>{activity.Title}</h2>
          <p>{activity.Summary}</p>
          <p className="activity-period">
            {calendarDateText(activity.StartDate)} 起{activity.EndDate && `至 ${calendarDateText(activity.EndDate)}`}
          </p>
          {activity.LinkUrl?.startsWith('https://') && (
            <a href={activity.LinkUrl} rel="noopener noreferrer" target="_blank">
              了解活動內容<span className="hidden">：{activity.Title}（另開新視窗）</span>
            </a>
          )}
        </article>
      ))}
    </section>
  )

const Notices = ({ notices }: { notices: readonly NoticeInfo[] }) => {
  const [category, setCategory] = useState('')
  const shownNotices = notices.filter((notice) => category === '' || notice.Category === category)
  return (
    <section aria-label="公告" className="card notices">
      <SelectFilter
        label="類別"
        className="notices-filter"
        options={Object.entries(noticeCategories)}
        value={category}
        onChange={setCategory}
      />
      {shownNotices.length === 0 && <p className="empty">目前沒有公告。</p>}
      <ul>
        {sortedNotices(shownNotices).map((notice) => (
          <li key={notice.SerialId} className="notice">
            <NoticeHead notice={notice} />
            <Link to={`/news/${notice.SerialId}`}>{notice.Title}</Link>
            <p className="notice-excerpt">{withoutFormatting(notice.Content)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The data of the news page. */
interface NewsData {
  readonly notices: readonly NoticeInfo[]
  readonly activities: readonly ActivityInfo[]
}

const fetchNews = async (signal: AbortSignal): Promise<NewsData> => {
  const [notices, activities] = await Promise.all([
    call<readonly NoticeInfo[]>('Home.GetNotices', { signal, overlay: true }),
    call<readonly ActivityInfo[]>('Home.GetActivities', { signal, overlay: true }),
  ])
  return { notices, activities }
}
