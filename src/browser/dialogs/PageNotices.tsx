import { useSyncExternalStore } from 'react'
import { siteConfig } from '../http/config'

/** Renders a notice while the browser has no network. Each layout renders it below the header. */
export const OfflineNotice = () => {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return (
    <div role="status" className="offline-notice">
      {!online && <p>目前沒有網路連線，恢復連線前無法查詢或儲存資料。</p>}
    </div>
  )
}

const watchNetwork = (onChange: () => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/**
 * Renders a warning on every page of a demo that runs on a server.
 * The demo looks like a real portal, but its passwords and messages are public.
 */
export const DemoWarning = () =>
  siteConfig().demoOnServer && (
    <PageWarning label="展示環境提醒" text="展示環境：帳號與密碼皆已公開，請勿輸入真實資料。" />
  )

/**
 * Renders a warning on every page of the admin area if a production portal uses the embedded database, which is meant
 * for trials.
 */
export const EmbeddedWarning = () =>
  siteConfig().embeddedInProduction && (
    <PageWarning
      label="資料庫提醒"
      text="系統目前使用內嵌資料庫，僅適合試用或小量作業；正式營運請改用 PostgreSQL，並確認備份存放在另一台機器。"
    />
  )

const PageWarning = ({ label, text }: { label: string; text: string }) => (
  <aside className="page-warning" aria-label={label}>
    {text}
  </aside>
)
