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
export const signInCompany = async (fields: SignInFields): Promise<CompanyLoginAnswer> => {
  const answer = await call<CompanyLoginAnswer>('EnterpriseArea.Login', { body: fields })
  openCompanySession(answer)
  return answer
}

/** Signs a payer in with the fields that the company requires. */
export const signInPayer = async (fields: SignInFields): Promise<PayerLoginAnswer> => {
  const answer = await call<PayerLoginAnswer>('PayerArea.Login', { body: fields })
  openPayerSession(answer)
  return answer
}

/** Signs a payer in by person and mobile number. */
export const signInAccount = async (fields: SignInFields): Promise<PayerLoginAnswer> => {
  const answer = await call<PayerLoginAnswer>('PayerArea.AccountLogin', { body: fields })
  openAccountSession(answer)
  return answer
}

/** Returns the first page of a payer after signing in: unpaid bills, or else payments. */
export const payerHome = ({ ModelType }: PayerLoginAnswer): string => (ModelType === 1 ? '/payment-information' : '/payment-history')

/** Updates name, role and menu of the signed-in company user, where the backend has the call. */
export const refreshSession = async (): Promise<void> => {
  const owner = sessionOwner()
  if (companySession() === null || !(await capabilities()).includes('EnterpriseArea.GetSession')) return
  const current = await call<CompanySession>('EnterpriseArea.GetSession', { quiet: true }).catch(() => null)
  // Somebody else may have signed in in the meantime.
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
