import './login.css'
import { useEffect } from 'react'
import { NavLink, Outlet } from 'react-router-dom'
import { noticeStore, removeNotice } from '../../browser/dialogs/notice'
import { useStore } from '../../browser/storage/store'

/** Renders the login area: tabs for companies and payers above the login form. */
export const Component = () => (
  <div className="login">
    <section className="login-intro" aria-label="服務簡介">
      <p className="login-lead">帳單代收，一站完成</p>
      <ul>
        <li>繳款人：查詢應繳帳單、下載繳款單與繳費紀錄</li>
        <li>企業戶：上傳代收資料、產製繳款單、即時對帳銷帳</li>
        <li>超商、郵局、ATM、臨櫃與行動支付皆可繳費</li>
      </ul>
      <p className="login-warning">提醒您：本行不會以電話或簡訊詢問您的密碼與驗證碼。</p>
    </section>
    <section className="card login-card">
      <nav className="segments" aria-label="登入身分">
        <NavLink to="/company">企業戶登入</NavLink>
        <NavLink to="/client">繳款人登入</NavLink>
      </nav>
      <Outlet />
    </section>
  </div>
)

/** Renders the message that the previous page has set, for example about a new password or an ended session. */
export const LoginNotice = () => {
  const notice = useStore(noticeStore)
  useEffect(() => removeNotice, [])
  return (
    <div role="status" className="login-notice">
      {notice && <p className={`note note-${notice.tone}`}>{notice.text}</p>}
    </div>
  )
}
