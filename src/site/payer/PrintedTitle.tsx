import { type ReactNode, useState } from 'react'
import { usePageTitle } from '../../browser/use-page-title'

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

/** Something that takes room and is drawn only when it is asked for. */
export const Disclosure = ({ title, children }: { title: string; children: () => ReactNode }) => {
  const [open, setOpen] = useState(false)
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <div className="disclosure-body">{children()}</div>}
    </details>
  )
}
