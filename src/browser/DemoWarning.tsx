import { siteConfig } from './config'

/** Warns on every page of a demo on a server's database: it looks like a real portal, and anybody can sign in and read its messages. */
export const DemoWarning = () =>
  siteConfig().demoOnServer ? (
    <aside className="demo-warning" aria-label="展示環境提醒">
      展示環境：帳號與密碼皆已公開，請勿輸入真實資料。
    </aside>
  ) : null
