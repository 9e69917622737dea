import { useSyncExternalStore } from 'react'
import { siteConfig } from '../http/config'

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

/** Warns on every page of a demo on a server's database: it looks like a real portal, and anybody can sign in and read its messages. */
export const DemoWarning = () =>
  siteConfig().demoOnServer ? (
    <aside className="demo-warning" aria-label="展示環境提醒">
      展示環境：帳號與密碼皆已公開，請勿輸入真實資料。
    </aside>
  ) : null
