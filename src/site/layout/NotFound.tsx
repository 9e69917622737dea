import { Link } from 'react-router-dom'
import { usePageTitle } from '../../browser/use-page-title'

/** Renders the page for unknown paths. */
export const Component = () => {
  usePageTitle('找不到網頁')
  return (
    <section className="narrow card message">
      <h1>找不到您要的網頁</h1>
      <p>網址可能有誤，或這個網頁已經移除。請檢查網址，或回到首頁重新開始。</p>
      <Link to="/" className="button">
        回首頁
      </Link>
    </section>
  )
}
