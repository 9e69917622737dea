import { moneyText } from '../../../browser/format'
import type { TermCollection } from '../../../contract/call-responses'
import { enumText } from '../../../domain/enums'
import { exponentOf } from '../../../domain/money/money'
import { useIsNarrow } from '../../hooks/use-is-narrow'
import { termChartHeight } from './chart-heights'
import { axisText, OverviewChart, useChartColours } from './OverviewChart'

/** Renders a bar for each term: what each channel collected, and what is outstanding. All terms have one currency. */
export const TermChart = ({ label, terms }: { label: string; terms: readonly TermCollection[] }) => {
  const { channels: colours, outstanding } = useChartColours()
  const isNarrow = useIsNarrow('sm')
  const currency = terms[0]?.CurrencyType ?? 'TWD'
  const valueFormatter = (value: number | null) => (value === null ? '' : moneyText(value, currency))
  const names = termNames(terms, isNarrow ? '\n' : ' ')
  const series = channelSeries(terms, colours.length)
  return (
    <OverviewChart
      label={label}
      layout="horizontal"
      height={termChartHeight(terms.length)}
      margin={{ left: 0, right: 36, top: 8, bottom: 0 }}
      yAxis={[
        {
          scaleType: 'band',
          data: terms.map((_, index) => index),
          valueFormatter: (index: number) => names[index] ?? '',
          width: isNarrow ? 124 : 210,
          tickLabelStyle: { fontSize: isNarrow ? 11 : 12 },
          disableLine: true,
          disableTicks: true,
        },
      ]}
      xAxis={[
        { valueFormatter: (value: number) => axisText(value, exponentOf(currency)), tickNumber: isNarrow ? 3 : 6 },
      ]}
      series={[
        ...series.map(({ name, data }, index) => ({
          label: name,
          data,
          stack: 'term',
          color: colours[index] ?? '',
          valueFormatter,
        })),
        {
          label: '未收',
          data: terms.map(({ OutstandingAmount }) => OutstandingAmount),
          stack: 'term',
          color: outstanding,
          valueFormatter,
        },
      ]}
      grid={{ vertical: true }}
    />
  )
}

/** Returns the names of terms, after the agreement and a separator if the terms belong to several agreements. */
const termNames = (terms: readonly TermCollection[], separator: string): readonly string[] => {
  const hasSeveralAgreements = new Set(terms.map(({ ApplyCode }) => ApplyCode)).size > 1
  return terms.map(({ ApplyCode, BillTermName }) =>
    hasSeveralAgreements ? `${ApplyCode}${separator}${BillTermName}` : BillTermName,
  )
}

/** Returns the money of each term by channel: the largest channels, and the sum of all others. */
const channelSeries = (terms: readonly TermCollection[], max: number) => {
  const sums = new Map<string, number>()
  for (const { Channels } of terms)
    for (const { ChannelId, PaidAmount } of Channels) sums.set(ChannelId, (sums.get(ChannelId) ?? 0) + PaidAmount)
  const channels = [...sums].toSorted(([, a], [, b]) => b - a).map(([channel]) => channel)
  const named = channels.length > max ? channels.slice(0, max - 1) : channels
  const others = channels.slice(named.length)
  const amountOf = ({ Channels }: TermCollection, wanted: readonly string[]) =>
    Channels.reduce((sum, { ChannelId, PaidAmount }) => (wanted.includes(ChannelId) ? sum + PaidAmount : sum), 0)
  return [
    ...named.map((channel) => ({
      name: enumText('Channel', channel),
      data: terms.map((term) => amountOf(term, [channel])),
    })),
    ...(others.length > 0 ? [{ name: '其他通路', data: terms.map((term) => amountOf(term, others)) }] : []),
  ]
}
