import './help.css'
import { Link } from 'react-router-dom'
import { helpLinks } from '../../browser/navigation'
import { usePageTitle } from '../../browser/use-page-title'

const linkGroups = {
  企業戶: { '/company': '企業戶登入', '/portal': '首次啟用（開通）', '/forgot-password': '忘記密碼' },
  繳款人: {
    '/client': '繳款人登入',
    '/payment-information': '繳費資訊查詢',
    '/payment-history': '繳費紀錄查詢',
    '/receipt-information': '收據資訊查詢',
  },
  資訊與說明: { '/news': '最新消息', ...helpLinks },
} as const

/** Renders the page 網站導覽, with links to the main pages outside the admin area. */
export const Component = () => {
  usePageTitle('網站導覽')
  return (
    <article className="card help">
      <h1>網站導覽</h1>
      <p>繳款人的三項查詢在登入後使用。</p>
      <div className="site-map">
        {Object.entries(linkGroups).map(([group, links]) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {Object.entries(links).map(([path, text]) => (
                <li key={path}>
                  <Link to={path}>{text}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
  )
}
