import './login.css'
import { useEffect, useState } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { noticeStore, removeNotice } from '../../browser/dialogs/notice'
import { type Session, sessionOwner, useSession } from '../../browser/session/session'
import { useStore } from '../../browser/storage/store'
import { useSystemState } from '../../browser/storage/system-store'
import { LoginIntro } from './LoginIntro'
import { useRequestedPage } from './requested-page'
import { SignedIn } from './SignedIn'

/** Renders the login area: tabs for payers and companies above the login form, or who is signed in already. */
export const Component = () => {
  const session = useEarlierSession()
  return (
    <div className="login">
      {useIsWide() && <LoginIntro />}
      <section className="card login-card">
        {session ? (
          <SignedIn session={session} />
        ) : (
          <>
            <LoginTabs />
            <Outlet />
          </>
        )}
      </section>
    </div>
  )
}

/** Returns the session with which the user has arrived; a session that the form opens leads to another page. */
const useEarlierSession = (): Session | null => {
  const session = useSession()
  const [earlierOwner] = useState(() => sessionOwner())
  return sessionOwner(session) === earlierOwner ? session : null
}

// A narrow screen shows only the form, and fetches no news.
const useIsWide = () => (useSystemState().windowWidth || window.innerWidth) > 900

const LoginTabs = () => {
  const { state } = useLocation()
  return (
    <nav className="segments" aria-label="登入身分">
      <NavLink to="/client" state={state}>
        繳款人登入
      </NavLink>
      <NavLink to="/company" state={state}>
        企業戶登入
      </NavLink>
    </nav>
  )
}

/**
 * Renders the message that the previous page has set, for example about a new password or an ended session, or why the
 * visitor must sign in.
 */
export const LoginNotice = ({ kind }: { kind: Session['kind'] }) => {
  const stored = useStore(noticeStore)
  const isRequired = useRequestedPage(kind) !== undefined
  const notice = stored ?? (isRequired ? requiredNotice : null)
  useEffect(() => removeNotice, [])
  return (
    <div role="status" className="login-notice">
      {notice && <p className={`note note-${notice.tone}`}>{notice.text}</p>}
    </div>
  )
}

const requiredNotice = { text: '請先登入，登入後會回到您要開啟的頁面。', tone: 'info' } as const
