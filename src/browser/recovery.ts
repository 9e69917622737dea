import { useEffect } from 'react'
import { showWarning } from './dialogs/dialogs'
import { navigation } from './navigation'

/** Calls the function when the network is back. */
export const useWhenOnline = (retry: () => unknown): void => {
  useEffect(() => {
    const onOnline = () => void retry()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [retry])
}

/**
 * Loads the page again, for a part whose code could not be loaded; says so if the site cannot be reached.
 * The browser does not retry a failed import without a reload, and after an update the code has another address.
 */
export const retryLoading = async (): Promise<void> => {
  if (!(await reloadIfReachable())) void showWarning('發生錯誤', '目前仍無法連線，請確認網路後再試。')
}

/**
 * Loads the page again if the site can be reached, and returns whether it can.
 * Otherwise the browser would replace the page with an error page of its own.
 */
export const reloadIfReachable = async (): Promise<boolean> => {
  const response = await fetch('/config.json', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) navigation.reload()
  return response?.ok === true
}
