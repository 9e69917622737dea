import './login.css'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Outlet } from 'react-router-dom'
import { onResize } from '../../browser/on-resize'
import { type Session, sessionOwner, useSession } from '../../browser/session/session'
import { LoginLinks } from '../layout/RootLayout'

/** Renders the login area: tabs for payers and companies above the login form, or who is signed in already. */
export const Component = () => {
  const session = useEarlierSession()
  return (
    <div className="login">
      <Suspense>{useIsWide() && <LoginIntro />}</Suspense>
      <section className="card login-card">
        {session ? (
          <Suspense>
            <SignedIn session={session} />
          </Suspense>
        ) : (
          <>
            <nav className="segments" aria-label="登入身分">
              <LoginLinks />
            </nav>
            <Outlet />
          </>
        )}
      </section>
    </div>
  )
}

// The form is visible first, without the code of these parts.
const LoginIntro = lazy(async () => ({ default: (await import('./LoginIntro')).LoginIntro }))
const SignedIn = lazy(async () => ({ default: (await import('./SignedIn')).SignedIn }))

/** Returns the session with which the user has arrived; a session that the form opens leads to another page. */
const useEarlierSession = (): Session | null => {
  const session = useSession()
  const [earlierOwner] = useState(() => sessionOwner())
  return sessionOwner(session) === earlierOwner ? session : null
}

// A narrow screen shows only the form, and fetches no news.
const useIsWide = (): boolean => useSyncExternalStore(onResize, () => window.innerWidth > 900)
