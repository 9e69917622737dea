import { type NotificationType, useNotify } from 'react-admin'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { errorBody } from '../data-provider/errors'

/** Returns the function that shows a short message; the message is text, not a translation key. */
export const useToast = (): ((text: string, type?: NotificationType) => void) => {
  const notify = useNotify()
  return (text, type = 'success') => notify(text, { type, messageArgs: { _: text }, autoHideDuration: type === 'error' ? 8000 : 4000 })
}

/** Returns the function that shows why something failed, unless a dialog has shown it. */
export const useNotifyFailure = (): ((error: unknown) => void) => {
  const toast = useToast()
  return (error) => {
    if (isAborted(error) || (error instanceof ApiError ? error.shown : errorBody(error)?.shown)) return
    toast(error instanceof Error && error.message !== '' ? error.message : '發生錯誤，請稍後再試。', 'error')
  }
}
