import type { CompanyLoginResponse, CompanySessionResponse, PayerLoginResponse } from '../../contract/call-responses'
import type { EndpointId } from '../../contract/endpoints'
import type { ExtensionId } from '../../contract/extensions'
import { extensionCalls } from '../http/capabilities'
import { call } from '../http/client'
import {
  clearSessions,
  companySession,
  currentSession,
  openAccountSession,
  openCompanySession,
  openPayerSession,
  refreshCompanySession,
  sessionOwner,
} from './session'

/** The fields of a sign-in form, by their names in the contract. */
type SignInFields = Readonly<Record<string, string | undefined>>

/** Signs a company user in. */
export const signInCompany = (fields: SignInFields): Promise<CompanyLoginResponse> =>
  signIn('EnterpriseArea.Login', fields, openCompanySession)

/** Signs a payer in with the fields of the selected company's sign-in form. */
export const signInPayer = (fields: SignInFields): Promise<PayerLoginResponse> =>
  signIn('PayerArea.Login', fields, openPayerSession)

/** Signs a payer in by mobile number and either ID number or payer id. The contract calls this AccountLogin. */
export const signInAccount = (fields: SignInFields): Promise<PayerLoginResponse> =>
  signIn('PayerArea.AccountLogin', fields, openAccountSession)

/** Signs a payer in by the link in a notice, for the bill of the notice only. */
export const signInByLink = (fields: SignInFields): Promise<PayerLoginResponse> =>
  signIn('PayerArea.LoginByLink', fields, openPayerSession)

const signIn = async <T>(
  id: EndpointId | ExtensionId,
  fields: SignInFields,
  openSession: (response: T) => void,
): Promise<T> => {
  const response = await call<T>(id, { body: fields })
  openSession(response)
  return response
}

/**
 * Returns the path of the first page after a payer has signed in: the unpaid bills if there are any, otherwise the
 * payment history.
 */
export const payerHome = ({ ModelType }: Pick<PayerLoginResponse, 'ModelType'>): string =>
  ModelType === 1 ? '/payment-information' : '/payment-history'

/** Updates name, role and menu of the signed-in company user, if the backend has the call. */
export const refreshSession = async (): Promise<void> => {
  const owner = sessionOwner()
  if (companySession() === null || !(await extensionCalls()).includes('EnterpriseArea.GetSession')) return
  const response = await call<CompanySessionResponse>('EnterpriseArea.GetSession', { quiet: true }).catch(() => null)
  // Another user may have signed in in the meantime.
  if (response && sessionOwner() === owner) refreshCompanySession(response)
}

/** Signs the user out: at once in this browser, and on the server if the call succeeds. */
export const signOut = (): Promise<void> => {
  const request = sendLogout()
  clearSessions()
  return request
}

/** Ends the session on the server only, for callers that clear the browser's data themselves. */
export const sendLogout = (): Promise<void> => {
  const session = currentSession()
  // The call reads the token before the caller clears it.
  // The result is ignored, because the user is signed out here in any case.
  const request =
    session &&
    call(session.kind === 'company' ? 'EnterpriseArea.Logout' : 'PayerArea.Logout', { quiet: true, overlay: false })
  return Promise.resolve(request).then(doNothing, doNothing)
}

const doNothing = () => {}
