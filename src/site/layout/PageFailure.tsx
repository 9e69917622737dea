import { navigation } from '../../browser/navigation'
import { usePageTitle } from '../../browser/use-page-title'

/** Renders a message in place of a page that failed to load or render. */
export const PageFailure = () => {
  usePageTitle('網頁無法顯示')
  return (
    <section className="narrow card message" role="alert">
      <h1>網頁無法顯示</h1>
      <p>可能是網路中斷，或網站剛更新。請重試；若仍無法顯示，請稍後再試。</p>
      <button type="button" className="button" onClick={navigation.reload}>
        重試
      </button>
    </section>
  )
}
