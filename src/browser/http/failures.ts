import type { Endpoint } from '../../contract/endpoints'
import { closeDialogs, warn } from '../dialogs/dialogs'
import { showNotice } from '../dialogs/notice'
import { navigation } from '../navigation'
import { keepDraft } from '../session/drafts'
import { clearSessions } from '../session/session'
import { createStore } from '../storage/store'
import { ApiError } from './api-error'

/** Shows the user what an HTTP status other than 200 means, by the error catalogue (specification, section 8). */
export const showStatus = ({ endpoint, address }: { endpoint: Endpoint; address: string }, { status, code, message }: ApiError): void => {
  if (status === 403) forbidden.set(forbidden.get() + 1)
  // Only an envelope has a message for users.
  if (status === 401) showExpired(code === '' ? '' : message)
  else void warn(`${status} ${message}`.trim(), `${endpoint.method} ${address}`)
}

/** Shows that a call got no answer, or none in three minutes. */
export const showTransportFailure = (): void => void warn('發生錯誤', '', { dismissible: false })

/** Returns the error of a call that got no answer. */
export const transportFailure = (cause: unknown): ApiError => Object.assign(new ApiError(0, '', '發生錯誤'), { cause })

const forbidden = createStore(0)

/** Calls back after a dialog about a forbidden call. */
export const onForbidden = forbidden.subscribe

/** Shows once that the session has expired; on confirm all sessions end and the browser goes to the root path, which shows the server's reason if there is one. */
export const showExpired = (reason = '') => {
  if (expired) return
  expired = askToSignIn(reason).finally(() => {
    expired = undefined
  })
}

// Dismissed without confirming, the page stays as it is: unsaved input can still be copied, and the next call asks again.
const askToSignIn = async (reason: string) => {
  // The text is that of the error catalogue.
  if (!(await warn('您的登錄狀態已過期，請重新登入'))) return
  keepDraft()
  clearSessions()
  closeDialogs()
  if (reason !== '') showNotice(reason, 'info')
  navigation.toRoot()
}

/** The one dialog about an expired session, however many calls found out. */
let expired: Promise<void> | undefined

/** Shows a refusal by ReturnCode where no form can show it; HTTP errors have had their dialog. */
export const showRefusal = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
  if (!error.shown) void warn(error.message)
}
