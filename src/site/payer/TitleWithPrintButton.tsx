import { usePageTitle } from '../../browser/use-page-title'

/** Renders the title of a page, and a button that prints the page. */
export const TitleWithPrintButton = ({ title }: { title: string }) => {
  usePageTitle(title)
  return (
    <div className="title-row">
      <h1>{title}</h1>
      <button type="button" className="button button-plain button-small print-button" onClick={() => window.print()}>
        列印
      </button>
    </div>
  )
}
