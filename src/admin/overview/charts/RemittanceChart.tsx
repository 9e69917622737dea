import { calendarDateText, moneyText } from '../../../browser/format'
import type { ExpectedRemittance } from '../../../contract/call-responses'
import { exponentOf } from '../../../domain/money/money'
import { remittanceChartHeight } from './chart-heights'
import { axisText, OverviewChart, useChartColours } from './OverviewChart'

/** Renders a bar for each day on which money is expected. All days have one currency. */
export const RemittanceChart = ({ label, days }: { label: string; days: readonly ExpectedRemittance[] }) => {
  const { channels } = useChartColours()
  const currency = days[0]?.CurrencyType ?? 'TWD'
  return (
    <OverviewChart
      label={label}
      height={remittanceChartHeight}
      hideLegend
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      xAxis={[
        {
          scaleType: 'band',
          data: days.map(({ RemitDate }) => RemitDate),
          valueFormatter: (day: string) => calendarDateText(day).slice(-5),
          tickLabelStyle: { fontSize: 12 },
          disableTicks: true,
        },
      ]}
      yAxis={[{ width: 64, tickNumber: 5, valueFormatter: (value: number) => axisText(value, exponentOf(currency)) }]}
      series={[
        {
          label: '入帳金額',
          data: days.map(({ NetAmount }) => NetAmount),
          color: channels[0],
          valueFormatter: (value) => (value === null ? '' : moneyText(value, currency)),
        },
      ]}
      grid={{ horizontal: true }}
    />
  )
}
