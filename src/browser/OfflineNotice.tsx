import { useSyncExternalStore } from 'react'

/** Says that the browser has no network, for as long as it has none. Each layout places it below its bar. */
export const OfflineNotice = () => {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return (
    <div role="status" className="offline-notice">
      {!online && <p>目前沒有網路連線，恢復連線前無法查詢或儲存資料。</p>}
    </div>
  )
}

const watchNetwork = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
