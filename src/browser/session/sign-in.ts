import type { EndpointId } from '../../contract/endpoints'
import type { CompanyLoginAnswer, CompanySession, PayerLoginAnswer } from '../../contract/session'
import { capabilities } from '../http/capabilities'
import { call } from '../http/client'
import {
  clearSessions,
  companySession,
  openAccountSession,
  openCompanySession,
  openPayerSession,
  openSession,
  refreshCompanySession,
  sessionOwner,
} from './session'

/** The fields of a sign-in form, by their names in the contract. */
type SignInFields = Readonly<Record<string, string | undefined>>

/** Signs a company's user in. */
export const signInCompany = (fields: SignInFields): Promise<CompanyLoginAnswer> => signIn('EnterpriseArea.Login', fields, openCompanySession)

/** Signs a payer in with the fields that the company requires. */
export const signInPayer = (fields: SignInFields): Promise<PayerLoginAnswer> => signIn('PayerArea.Login', fields, openPayerSession)

/** Signs a payer in by personal or payer id and mobile number. */
export const signInAccount = (fields: SignInFields): Promise<PayerLoginAnswer> => signIn('PayerArea.AccountLogin', fields, openAccountSession)

const signIn = async <Answer>(id: EndpointId, fields: SignInFields, openAnswer: (answer: Answer) => void): Promise<Answer> => {
  const answer = await call<Answer>(id, { body: fields })
  openAnswer(answer)
  return answer
}

/** Returns the first page of a payer after signing in: unpaid bills, or else payments. */
export const payerHome = ({ ModelType }: PayerLoginAnswer): string => (ModelType === 1 ? '/payment-information' : '/payment-history')

/** Updates name, role and menu of the signed-in company user, where the backend has the call. */
export const refreshSession = async (): Promise<void> => {
  const owner = sessionOwner()
  if (companySession() === null || !(await capabilities()).includes('EnterpriseArea.GetSession')) return
  const current = await call<CompanySession>('EnterpriseArea.GetSession', { quiet: true }).catch(() => null)
  // Another user may have signed in in the meantime.
  if (current && sessionOwner() === owner) refreshCompanySession(current)
}

/** Ends every session: in this browser at once, and on the server if it can be reached. */
export const logoutAll = (): Promise<void> => {
  const request = sendLogout()
  clearSessions()
  return request
}

/** Ends the session on the server only, for callers that clear the browser's data themselves. */
export const sendLogout = (): Promise<void> => {
  const session = openSession()
  // The request holds the token before it is cleared; its result changes nothing here.
  const request = session && call(session.kind === 'company' ? 'EnterpriseArea.Logout' : 'PayerArea.Logout', { quiet: true, overlay: false })
  return Promise.resolve(request).then(doNothing, doNothing)
}

const doNothing = () => {}
