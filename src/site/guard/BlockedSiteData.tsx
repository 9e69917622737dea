import { navigation } from '../../browser/navigation'
import { blockedSiteData } from '../../browser/storage/blocked-site-data'
import { usePageTitle } from '../../browser/use-page-title'

/** Renders what the browser blocks in place of the pages that sign users in, whose forms could not succeed. */
export const Component = () => {
  usePageTitle('無法登入')
  const blocked = blockedSiteData()
  return (
    <section className="narrow card message" role="alert">
      <h1>無法登入</h1>
      <p>您的瀏覽器封鎖了本網站的{blocked}，登入狀態無法保存，因此不能登入，也不能由通知的連結查看帳單。</p>
      <p>請在瀏覽器的隱私權設定中允許本網站儲存{blocked}，再按「重新檢查」。不需登入的網頁仍可使用。</p>
      <button type="button" className="button" onClick={navigation.reload}>
        重新檢查
      </button>
    </section>
  )
}
