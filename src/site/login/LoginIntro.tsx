import { Link } from 'react-router-dom'
import { calendarDateText } from '../../browser/format'
import { call } from '../../browser/http/client'
import { siteConfig } from '../../browser/http/config'
import { productName } from '../../browser/use-page-title'
import type { NoticeInfo } from '../../contract/call-responses'
import { useFetched } from '../layout/use-fetched'

/** Renders the column beside the sign-in form: the name of the bank's portal, its latest news and its telephone. */
export const LoginIntro = () => {
  const { phone } = siteConfig()
  return (
    <section className="login-intro" aria-label="服務簡介">
      <p className="login-lead">{productName()}</p>
      <p>繳款人查詢帳單並繳費，企業戶管理代收與銷帳。</p>
      <LatestNews />
      {phone && (
        <p className="login-phone">
          客服專線 <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      )}
      <p className="login-warning">提醒您：本行不會以電話或簡訊詢問您的密碼與驗證碼。</p>
    </section>
  )
}

const shownNotices = 3

/** Renders the titles of the latest notices. The list has its height before they arrive. */
const LatestNews = () => {
  const { data } = useFetched(fetchNotices)
  const notices = typeof data === 'object' ? data.slice(0, shownNotices) : []
  return (
    <section className="login-news" aria-labelledby="latest-news" aria-busy={data === 'loading'}>
      <h2 id="latest-news">最新消息</h2>
      {data === 'failed' && <p>目前無法取得最新消息。</p>}
      {typeof data === 'object' && notices.length === 0 && <p>目前沒有公告。</p>}
      {notices.length > 0 && (
        <ul>
          {notices.map(({ SerialId, PublishDate, Title }) => (
            <li key={SerialId}>
              <time dateTime={PublishDate}>{calendarDateText(PublishDate)}</time>
              <Link to={`/news/${SerialId}`}>{Title}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const fetchNotices = (signal: AbortSignal) =>
  call<readonly NoticeInfo[]>('Home.GetNotices', { signal, quiet: true, overlay: false })
