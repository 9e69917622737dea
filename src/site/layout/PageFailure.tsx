import { reloadIfReachable, retryLoading, useWhenOnline } from '../../browser/recovery'
import { usePageTitle } from '../../browser/use-page-title'

/** Renders a message in place of a page that failed to load or render; retries when the network is back. */
export const PageFailure = () => {
  usePageTitle('網頁無法顯示')
  useWhenOnline(reloadIfReachable)
  return (
    <section className="narrow card message" role="alert">
      <h1>網頁無法顯示</h1>
      <p>可能是網路中斷，或網站剛更新。網路恢復後會自動重新載入，也可以按「重試」；若仍無法顯示，請稍後再試。</p>
      <button type="button" className="button" onClick={() => void retryLoading()}>
        重試
      </button>
    </section>
  )
}
