import type { ReactNode } from 'react'
import { countText, moneyText } from '../../browser/format'

/** Renders names with their values as a description list. A name may occur several times, as for totals in several currencies. */
export const Facts = ({ facts, className = 'facts' }: { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string }) => (
  <dl className={className}>
    {facts.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
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

/** Renders the number of rows and their total in each currency, or nothing if there are no rows. */
export const CurrencyTotals = <Row extends { readonly CurrencyType: string }>({ labels: [countLabel, sumLabel], rows, amountOf }: TotalsProps<Row>) => {
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row.CurrencyType, (totals.get(row.CurrencyType) ?? 0) + amountOf(row))
  const sums = Array.from(totals, ([currency, total]) => [sumLabel, moneyText(total, currency)] as const)
  return rows.length > 0 && <Facts className="totals" facts={[[countLabel, `${countText(rows.length)} 筆`], ...sums]} />
}
