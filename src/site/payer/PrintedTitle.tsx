import { type ReactNode, useState } from 'react'
import { usePageTitle } from '../../browser/use-page-title'

/** Renders the title of a page with a print button, which is hidden in print. */
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

/** Renders a collapsible section; its content is rendered only while it is open. */
export const Disclosure = ({ title, children }: { title: string; children: () => ReactNode }) => {
  const [open, setOpen] = useState(false)
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <div className="disclosure-body">{children()}</div>}
    </details>
  )
}
