import type { ReactNode } from 'react'
import { countText, moneyText } from '../../browser/format'

/**
 * Renders names with their values as a description list.
 * Names may repeat: totals in several currencies have the same name.
 */
export const DescriptionList = ({
  items,
  className = 'descriptions',
}: {
  items: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
}) => (
  <dl className={className}>
    {items.map(([name, value], index) => (
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
export const CurrencyTotals = <Row extends { readonly CurrencyType: string }>({
  labels: [countLabel, sumLabel],
  rows,
  amountOf,
}: TotalsProps<Row>) => {
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row.CurrencyType, (totals.get(row.CurrencyType) ?? 0) + amountOf(row))
  const sums = Array.from(totals, ([currency, total]) => [sumLabel, moneyText(total, currency)] as const)
  return (
    rows.length > 0 && (
      <DescriptionList className="totals" items={[[countLabel, `${countText(rows.length)} 筆`], ...sums]} />
    )
  )
}
