import { type ReactNode, useState } from 'react'

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
