import { usePageTitle } from '../use-page-title'

/** Title of a page that prints as it stands; its print style leaves out what paper can't use. */
export const PrintedTitle = ({ title }: { title: string }) => {
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
