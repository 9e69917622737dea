import type { ReactNode } from 'react'
import { countText, money } from '../../browser/format'

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

interface TotalsProps<Row> {
  readonly labels: readonly [count: string, sum: string]
  readonly rows: readonly Row[]
  readonly amountOf: (row: Row) => number
}

/** The number of rows and their total in each currency; nothing without rows. */
export const Totals = <Row extends { readonly CurrencyType: string }>({ labels: [countLabel, sumLabel], rows, amountOf }: TotalsProps<Row>) => {
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row.CurrencyType, (totals.get(row.CurrencyType) ?? 0) + amountOf(row))
  const sums = Array.from(totals, ([currency, total]) => [sumLabel, money(total, currency)] as const)
  return rows.length > 0 && <Facts className="totals" facts={[[countLabel, `${countText(rows.length)} 筆`], ...sums]} />
}
