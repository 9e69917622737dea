import { Link, useLocation, useNavigate } from 'react-router-dom'
import { signInPath } from '../../browser/navigation'
import type { Session } from '../../browser/session/session'
import { payerHome, signOut } from '../../browser/session/sign-in'
import { usePageTitle } from '../../browser/use-page-title'
import { LoginNotice } from './LoginNotice'
import { useRequestedPage } from './requested-page'

/** Renders who is signed in, and leads on, in place of the sign-in form. */
export const SignedIn = ({ session }: { session: Session }) => {
  usePageTitle('您已登入')
  const navigate = useNavigate()
  const { state } = useLocation()
  const otherKind = session.kind === 'payer' ? 'company' : 'payer'
  const needsOtherKind = useRequestedPage(otherKind) !== undefined
  const logOut = () => {
    void signOut()
    void navigate(signInPath(needsOtherKind ? otherKind : session.kind), { replace: true, state })
  }
  const { name, company, path, text } = described(session)
  return (
    <>
      <h1 className="login-title">您已登入</h1>
      <LoginNotice kind={session.kind} />
      <p className="signed-in">
        <strong>{name}</strong>
        <span>{company}</span>
      </p>
      {needsOtherKind && <p className="note note-info">您要開啟的頁面須以{kindNames[otherKind]}身分登入，請先登出。</p>}
      <Link className="button form-submit" to={path}>
        {text}
      </Link>
      <button type="button" className="button button-plain" onClick={logOut}>
        登出
      </button>
    </>
  )
}

const kindNames = { company: '企業戶', payer: '繳款人' } as const

const described = (session: Session) =>
  session.kind === 'payer'
    ? {
        name: session.data.PayerName,
        company: session.data.CustomerName,
        path: payerHome(session),
        text: '前往我的帳單',
      }
    : { name: session.data.UserName, company: session.data.CustomerName, path: '/admin', text: '前往管理頁' }
