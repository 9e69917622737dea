import type { ReactNode } from 'react'

/** What is known of something, each with its name; two may have one name, such as totals by currency. */
export const Facts = ({ facts, className = 'facts' }: { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string }) => (
  <dl className={className}>
    {facts.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: facts stay at their places
      <div key={`${name} ${index}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
