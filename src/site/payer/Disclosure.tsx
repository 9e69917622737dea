import { type ReactNode, useState } from 'react'

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
