import './site.css'
import './layout.css'
import './parts.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom'
import { BrandLogo } from '../../browser/BrandLogo'
import { DemoWarning, OfflineNotice } from '../../browser/dialogs/PageNotices'
import { LandmarkLink, SkipLink } from '../../browser/Landmarks'
import { signInPath } from '../../browser/navigation'
import { type Session, useSession } from '../../browser/session/session'
import { signOut } from '../../browser/session/sign-in'
import { useHelpLinks } from '../../browser/use-help-links'
import { productName } from '../../browser/use-page-title'
import { chooseTextSize, textSizes, useTextSize } from './text-size'

/** Renders the layout of every public page: header, content, footer, and landmarks for keyboard users. */
export const Component = ({ children = <Outlet /> }: { readonly children?: ReactNode }) => {
  const content = useFocusOnNavigation()
  return (
    <div className="page">
      <SkipLink />
      <Header />
      <OfflineNotice />
      <DemoWarning />
      <main id="content" ref={content} tabIndex={-1}>
        <LandmarkLink accessKey="C" href="#content" title="中央內容區塊" />
        {children}
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  )
}

const Header = () => {
  const session = useSession()
  return (
    <header className="header">
      <LandmarkLink accessKey="U" title="上方選單區塊" />
      <Link to="/" className="brand">
        <BrandLogo>
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill="currentColor" opacity=".16" />
            <path d="M8 8h2v16H8zm4 0h1v16h-1zm3 0h3v16h-3zm5 0h1v16h-1zm3 0h2v16h-2z" fill="currentColor" />
          </svg>
        </BrandLogo>
        {productName()}
      </Link>
      <nav className="menu" aria-label="主要選單">
        <NavLink to="/news">最新消息</NavLink>
        {session ? <SessionMenu session={session} /> : <LoginLinks />}
      </nav>
    </header>
  )
}

/** Renders the links to the two sign-in pages, which pass on the page that the visitor has asked for. */
export const LoginLinks = () => {
  const { state } = useLocation()
  return (
    <>
      <NavLink to="/client" state={state}>
        繳款人登入
      </NavLink>
      <NavLink to="/company" state={state}>
        企業戶登入
      </NavLink>
    </>
  )
}

const SessionMenu = ({ session }: { session: Session }) => {
  const navigate = useNavigate()
  const logOut = () => {
    void signOut()
    void navigate(signInPath(session.kind))
  }
  return (
    <>
      {session.kind === 'payer' ? (
        <NavLink to="/payment-information">我的帳單</NavLink>
      ) : (
        <Link to="/admin">企業戶作業</Link>
      )}
      <button type="button" onClick={logOut}>
        登出
      </button>
    </>
  )
}

const Footer = () => (
  <footer className="footer">
    <LandmarkLink accessKey="Z" title="下方資訊區塊" />
    <nav aria-label="說明與法律資訊">
      <ul className="footer-links">
        {useHelpLinks().map(([path, text]) => (
          <li key={path}>
            <NavLink to={path}>{text}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
    <TextSizeButtons />
    <p>{productName()}．本網站以 TLS 加密傳輸，請勿在公用電腦保留登入狀態。</p>
  </footer>
)

const TextSizeButtons = () => {
  const chosen = useTextSize()
  return (
    <fieldset className="text-sizes">
      <legend>文字大小</legend>
      {Object.entries(textSizes).map(([size, [sign, name]]) => (
        <button
          key={size}
          type="button"
          aria-label={`${sign} ${name}`}
          aria-pressed={size === chosen}
          onClick={() => chooseTextSize(size)}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * Moves the focus to the content after each navigation, but not after the first page load.
 * Returns the ref of the content.
 */
const useFocusOnNavigation = () => {
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current !== pathname) content.current?.focus({ preventScroll: true })
    previousPath.current = pathname
  }, [pathname])
  return content
}
