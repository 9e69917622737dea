import type { ReactNode } from 'react'

/** Renders a page with a title and a message, for a link in a notice. */
export const LinkMessage = ({ title, text, more }: { title: string; text: string; more?: ReactNode }) => (
  <section className="card message">
    <h1>{title}</h1>
    <p role="status">{text}</p>
    {more && <p>{more}</p>}
  </section>
)
