import './help.css'
import type { SiteText } from '../../contract/headers'
import { PlainText } from '../PlainText'
import { usePageTitle } from '../use-page-title'
import { helpText } from './help-texts'

/** A legal or help page: plain text in sections, the bank's own words where it has set some. */
export const HelpPage = ({ title, name }: { title: string; name: SiteText }) => {
  usePageTitle(title)
  return (
    <article className="card help">
      <h1>{title}</h1>
      {helpText(name).map(({ heading, text }) => (
        <section key={heading}>
          {heading && <h2>{heading}</h2>}
          <PlainText text={text} />
        </section>
      ))}
    </article>
  )
}
