import './help.css'
import { Link } from 'react-router-dom'
import { useHelpLinks } from '../../browser/use-help-links'
import { usePageTitle } from '../../browser/use-page-title'

const pageGroups = {
  企業戶: { '/company': '企業戶登入', '/portal': '首次啟用（開通）', '/forgot-password': '忘記密碼' },
  繳款人: {
    '/client': '繳款人登入',
    '/payment-information': '繳費資訊查詢',
    '/payment-history': '繳費紀錄查詢',
    '/receipt-information': '收據資訊查詢',
  },
} as const

/** Renders the page 網站導覽, with links to the main pages outside the admin area. */
export const Component = () => {
  usePageTitle('網站導覽')
  const groups = { ...pageGroups, 資訊與說明: { '/news': '最新消息', ...Object.fromEntries(useHelpLinks()) } }
  return (
    <article className="card help">
      <h1>網站導覽</h1>
      <p>繳款人的三項查詢在登入後使用。</p>
      <div className="site-map">
        {Object.entries(groups).map(([group, links]) => (
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
