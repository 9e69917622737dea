import { type NotificationType, useNotify } from 'react-admin'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { errorBody } from '../data-provider/errors'

/** Shows a short message. It is final text, not a key to translate. */
export const useToast = (): ((text: string, type?: NotificationType) => void) => {
  const notify = useNotify()
  return (text, type = 'success') => notify(text, { type, messageArgs: { _: text }, autoHideDuration: type === 'error' ? 8000 : 4000 })
}

/** Shows the user why something failed, unless a dialog has done so. */
export const useNotifyFailure = (): ((error: unknown) => void) => {
  const toast = useToast()
  return (error) => {
    if (isAborted(error) || (error instanceof ApiError ? error.shown : errorBody(error)?.shown)) return
    toast(error instanceof Error && error.message !== '' ? error.message : '發生錯誤，請稍後再試。', 'error')
  }
}
