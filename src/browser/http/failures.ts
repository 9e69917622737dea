import type { Endpoint } from '../../contract/endpoints'
import { waitText } from '../../domain/dates/wait-text'
import { closeDialogs, showWarning } from '../dialogs/dialogs'
import { setNotice } from '../dialogs/notice'
import { navigation } from '../navigation'
import { keepDraft } from '../session/drafts'
import { clearSessions } from '../session/session'
import { createStore } from '../storage/store'
import { ApiError } from './api-error'

/**
 * Shows the dialog for an HTTP status other than 200, with the texts of the error catalogue in section 8 of the
 * specification.
 * If the data of a write may have been stored nevertheless, the dialog says so; after too many calls it says how long to
 * wait.
 * For a 401 the dialog says that the session has expired.
 * A 403 also notifies the subscribers of `onForbidden`.
 */
export const showHttpError = (
  { endpoint, address }: { endpoint: Endpoint; address: string },
  error: ApiError,
): void => {
  const { status, message } = error
  if (status === 403) forbiddenCallCount.set(forbiddenCallCount.get() + 1)
  if (!showIfExpired(error))
    void showWarning(
      `${status} ${message}`.trim(),
      [`${endpoint.method} ${address}`, ...adviceTexts(endpoint, error)].join('\n'),
    )
}

/** Shows that the session has expired if that is the error of a call, and returns whether it is. */
export const showIfExpired = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.status !== 401) return false
  // Without a ReturnCode the message is only the status text, such as "Unauthorized".
  showExpired(error.code === '' ? '' : error.message)
  return true
}

/** Shows that a call got no valid response, for example because of the network or the time limit. */
export const showTransportFailure = (endpoint: Endpoint): void =>
  void showWarning('發生錯誤', doubtTexts(endpoint).join(''), { dismissible: false })

const adviceTexts = (endpoint: Endpoint, { status, retryAfter }: ApiError): readonly string[] => {
  if (status === 429)
    return [`操作次數過多，系統暫時不受理。請等候${retryAfter ? ` ${waitText(retryAfter)}` : '幾分鐘'}再試。`]
  return isInDoubt(status) ? doubtTexts(endpoint) : []
}

// A server error may come from a proxy that received no response, or follow the storing of the data.
// A call that is not served (501) has stored nothing.
const isInDoubt = (status: number): boolean => status >= 500 && status !== 501

/** Returns what to do after a call without a response: the data of a write may have been stored. */
const doubtTexts = ({ method, storesNothing }: Endpoint): readonly string[] =>
  method === 'GET' || storesNothing ? [] : ['資料可能已經儲存，請先查詢再重送。']

/** Returns the error of a call that got no valid response. */
export const transportFailure = (cause: unknown): ApiError => Object.assign(new ApiError(0, '', '發生錯誤'), { cause })

const forbiddenCallCount = createStore(0)

/** Subscribes to responses with status 403. */
export const onForbidden = forbiddenCallCount.subscribe

/**
 * Shows that the session has expired, in one dialog even if several calls fail.
 * When the user confirms, the session is cleared and the root path opens, which shows the server's reason if there is
 * one.
 */
export const showExpired = (reason = '') => {
  if (expiryDialog) return
  expiryDialog = warnExpired(reason).finally(() => {
    expiryDialog = undefined
  })
}

// If the user dismisses the dialog, the page stays open, so that they can copy unsaved input.
// The next call shows the dialog again.
const warnExpired = async (reason: string) => {
  // The error catalogue of the specification prescribes this text, including 登錄.
  if (!(await showWarning('您的登錄狀態已過期，請重新登入'))) return
  keepDraft()
  clearSessions()
  closeDialogs()
  if (reason !== '') setNotice(reason, 'info')
  navigation.toRoot()
}

/** The open dialog about an expired session; several calls share one. */
let expiryDialog: Promise<void> | undefined

/**
 * Shows a refusal by ReturnCode in a dialog, for calls without a form.
 * HTTP errors have already been shown; errors other than an ApiError are thrown again.
 */
export const showRefusal = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
  if (!error.hasDialog) void showWarning(error.message)
}
