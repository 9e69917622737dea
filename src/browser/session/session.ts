import type {
  CompanyData,
  CompanyLoginResponse,
  CompanySessionResponse,
  MenuInfo,
  PayerLoginResponse,
  PaymentData,
} from '../../contract/call-responses'
import { tabStorage } from '../storage/browser-storage'
import { cacheKeys, readCache, removeCache, replaceCache, sevenDays, writeCache } from '../storage/cache'
import { readCookie, removeCookie, tokenCookie, writeCookie } from '../storage/cookie'
import { createStore, useStore } from '../storage/store'
import { storedDraftKey } from './stored-draft'
import { removeCaptchaTicket, removeOtpData } from './verification'

/** A signed-in company user. */
interface CompanySession {
  readonly kind: 'company'
  readonly data: CompanyData
  readonly menu: readonly MenuInfo[]
}

/** A signed-in payer with their bills (DataLists1) and payments (DataLists2) as last fetched. */
export interface PayerSession extends Omit<PayerLoginResponse, 'JWTToken'> {
  readonly kind: 'payer'
}

export type Session = CompanySession | PayerSession

/**
 * How often the session has changed.
 * Components subscribe to it, because the session itself is in a cookie and in localStorage.
 */
const sessionChangeCount = createStore(0)

/** Opens a company's session in this browser, in place of any other session. */
export const openCompanySession = (response: CompanyLoginResponse): void => {
  clearStoredSession()
  writeCookie(tokenCookie, response.JWTToken, sevenDays)
  writeCache('COMPANY_DATA', response.data, sevenDays)
  writeCache('COMPANY_MENU', response.MenuInfos, sevenDays)
  notifySessionChange()
}

/**
 * Continues a company's session after a change of the password: with the new token, or with the present one if the
 * backend returns none.
 */
export const continueAfterMimaChange = (response: CompanyLoginResponse | null): void => {
  const session = companySession()
  if (response) openCompanySession(response)
  else if (session)
    refreshCompanySession({
      data: { ...session.data, MustChangeMima: false, MustChangeReason: null, MimaDaysLeft: null },
      MenuInfos: session.menu,
      UniformNo: session.data.UniformNo,
    })
}

/** Opens a payer's session after PayerArea/Login, in place of any other session. */
export const openPayerSession = (response: PayerLoginResponse): void => storePayerSession('PAYMENT_DATA', response)

/**
 * Opens a payer's session after AccountLogin.
 * The specification stores the data under different names: ModelType 1 means unpaid bills, 2 means payment history.
 */
export const openAccountSession = (response: PayerLoginResponse): void =>
  storePayerSession(response.ModelType === 1 ? 'PAYMENT_DATA' : 'PAYMENT_HISTORY_DATA', response)

/** Returns the token of the session, or null. */
export const sessionToken = (): string | null => readCookie(tokenCookie)

/** Returns the company's session, or null if none is open or it has expired. */
export const companySession = (): CompanySession | null => {
  const data = readCache<CompanyData>('COMPANY_DATA')
  if (!data || !sessionToken()) return null
  return { kind: 'company', data, menu: readCache<readonly MenuInfo[]>('COMPANY_MENU') ?? [] }
}

/** Returns the payer's session, or null if none is open or it has expired. */
export const payerSession = (): PayerSession | null => {
  const data =
    readCache<Omit<PayerLoginResponse, 'JWTToken'>>('PAYMENT_DATA') ??
    readCache<Omit<PayerLoginResponse, 'JWTToken'>>('PAYMENT_HISTORY_DATA')
  return data && sessionToken() ? { ...data, kind: 'payer' } : null
}

/**
 * Returns the UniformNo of the company whose data the session has.
 * Null without a session, and in a payer's session with bills or payments of several companies.
 */
export const sessionUniformNo = (): string | null => companySession()?.data.UniformNo ?? payerUniformNo(payerSession())

// Payments have the name of their company only.
const payerUniformNo = (session: PayerSession | null): string | null => {
  const [first] = session?.DataLists1 ?? []
  if (!session || !first) return null
  const isOneCompany =
    session.DataLists1.every(({ UniformNo }) => UniformNo === first.UniformNo) &&
    session.DataLists2.every(({ CustomerName }) => CustomerName === first.CustomerName)
  return isOneCompany ? first.UniformNo : null
}

/** Returns the current session of either kind; null if none is open or it has expired. */
export const currentSession = (): Session | null => companySession() ?? payerSession()

/**
 * Returns an identifier of the user of a session.
 * A payer is identified by the token, which lasts as long as the session.
 */
export const sessionOwner = (session: Session | null = currentSession()): string | null => {
  if (session === null) return null
  return session.kind === 'company'
    ? `company ${session.data.UniformNo} ${session.data.UserId}`
    : `payer ${sessionToken()}`
}

/** Returns the open session; rerenders the component when it changes. */
export const useSession = (): Session | null => {
  useStore(sessionChangeCount)
  return currentSession()
}

/** Returns the open session if it is a company's; rerenders the component when it changes. */
export const useCompanySession = (): CompanySession | null => {
  const session = useSession()
  return session?.kind === 'company' ? session : null
}

/**
 * Clears any session in this browser, without a call. {@link signOut} in `sign-in.ts` also ends the session on the
 * server.
 */
export const clearSessions = (): void => {
  clearStoredSession()
  notifySessionChange()
}

/** Replaces the payer's stored data. Token and expiry stay the same. */
export const refreshPayerSession = (data: PaymentData): void => {
  const key = readCache('PAYMENT_DATA') === null ? 'PAYMENT_HISTORY_DATA' : 'PAYMENT_DATA'
  if (payerSession()) replaceCache(key, data)
  notifySessionChange()
}

/** Replaces user and menu of the company's session if they have changed. Token and expiry stay the same. */
export const refreshCompanySession = ({ data, MenuInfos }: CompanySessionResponse): void => {
  const session = companySession()
  if (!session || JSON.stringify([session.data, session.menu]) === JSON.stringify([data, MenuInfos])) return
  replaceCache('COMPANY_DATA', data)
  replaceCache('COMPANY_MENU', MenuInfos)
  notifySessionChange()
}

/** Notifies the components that this tab or another one has changed the stored session. */
export const notifySessionChange = (): void => sessionChangeCount.set(sessionChangeCount.get() + 1)

/** Subscribes to changes of the session. */
export const onSessionChange = sessionChangeCount.subscribe

const storePayerSession = (key: 'PAYMENT_DATA' | 'PAYMENT_HISTORY_DATA', { JWTToken, ...data }: PayerLoginResponse) => {
  clearStoredSession()
  writeCookie(tokenCookie, JWTToken, sevenDays)
  writeCache(key, data, sevenDays)
  notifySessionChange()
}

const clearStoredSession = () => {
  removeCookie(tokenCookie)
  for (const key of cacheKeys) removeCache(key)
  removeCaptchaTicket()
  removeOtpData()
  tabStorage().removeItem(storedDraftKey)
}
