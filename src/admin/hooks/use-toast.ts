import type { ReactNode } from 'react'
import { type NotificationType, useNotify } from 'react-admin'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { errorBody } from '../data-provider/errors'

/** Returns the function that shows a short message for a few seconds. */
export const useToast = (): ((text: string, type?: NotificationType) => void) => {
  const notify = useNotify()
  // React-admin translates messages; the argument `_` makes it show the text unchanged.
  return (text, type = 'success') =>
    notify(text, { type, messageArgs: { _: text }, autoHideDuration: type === 'error' ? 8000 : 4000 })
}

/** Returns the function that shows a short message with a link or a button after its text. */
export const useToastWithAction = (): ((text: string, action: ReactNode) => void) => {
  const notify = useNotify()
  return (text, action) => notify(text, { type: 'success', messageArgs: { _: text }, autoHideDuration: 8000, action })
}

/**
 * Returns the function that shows the message of an error, unless a dialog has already shown it or the call was
 * cancelled.
 */
export const useNotifyFailure = (): ((error: unknown) => void) => {
  const toast = useToast()
  return (error) => {
    if (isAborted(error) || (error instanceof ApiError ? error.hasDialog : errorBody(error)?.hasDialog)) return
    toast(error instanceof Error && error.message !== '' ? error.message : '發生錯誤，請稍後再試。', 'error')
  }
}
