import '../form/form.css'
import './payer.css'
import './print.css'
import { Navigate, NavLink, Outlet, useOutletContext } from 'react-router-dom'
import { dateTimeText } from '../../browser/format'
import { type PayerSession, useSession } from '../../browser/session'
import { MoreRows } from './MoreRows'
import { OwnDataPanel } from './OwnDataPanel'
import { useMoreRows } from './use-more-rows'
import { type Freshness, usePayerData } from './use-payer-data'

/** The pages of a signed-in payer; everybody else is asked to sign in. */
export const Component = () => {
  const session = useSession()
  return session?.kind === 'payer' ? <Pages session={session} /> : <Navigate to="/client" replace />
}

/** The payer's session, for the pages of this area. */
export const usePayer = (): PayerSession => useOutletContext<PayerSession>()

const Pages = ({ session }: { session: PayerSession }) => {
  const freshness = usePayerData()
  const rows = useMoreRows(session)
  return (
    <div className="payer">
      <div className="payer-head">
        <div>
          <p>
            <strong>{session.data.PayerName}</strong> 您好<span className="payer-company">{session.data.CustomerName}</span>
          </p>
          <DataTime freshness={freshness} loginTime={session.data.LoginTime} />
          {session.data.LastLoginTime && <small className="payer-last">上次登入 {dateTimeText(session.data.LastLoginTime)}</small>}
        </div>
        <nav className="segments" aria-label="繳款人功能">
          <NavLink to="/payment-information">繳費資訊查詢</NavLink>
          <NavLink to="/payment-history">繳費紀錄查詢</NavLink>
          <NavLink to="/receipt-information">收據資訊查詢</NavLink>
        </nav>
      </div>
      <OwnDataPanel session={session} />
      <MoreRows rows={rows} />
      <Outlet context={rows.session} />
    </div>
  )
}

const DataTime = ({ freshness: { at, failed, refresh }, loginTime }: { freshness: Freshness; loginTime: string }) => (
  <div className="payer-time">
    <small role="status">
      {failed && '目前無法更新，'}資料時間 {dateTimeText(at ?? loginTime)}
    </small>
    {refresh && (
      <button type="button" className="link-button" onClick={refresh}>
        重新整理
      </button>
    )}
  </div>
)
