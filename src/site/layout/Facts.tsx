import type { ReactNode } from 'react'

/** A list of names and values; several may have the same name, such as totals by currency. */
export const Facts = ({ facts, className = 'facts' }: { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string }) => (
  <dl className={className}>
    {facts.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: facts do not move
      <div key={`${name} ${index}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
