import { Stack } from '@mui/material'
import { calendarDateText, countText, moneyText } from '../../browser/format'
import type { ExpectedRemittance } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { lazyComponent } from '../components/lazy-component'
import type { PlainColumn } from '../components/PlainTable'
import { ChartWithTable } from './ChartWithTable'
import { remittanceChartHeight } from './charts/chart-heights'
import { FigureLink } from './FigureLink'
import { NothingToShow, OverviewCard } from './OverviewCard'
import { useOverview } from './use-overview'

const RemittanceChart = lazyComponent(async () => (await import('./charts/RemittanceChart')).RemittanceChart)

const parts = ['ExpectedRemittances'] as const

/** Renders the money that channels will remit, by day. */
export const RemittanceCard = () => (
  <OverviewCard
    title="預計入帳"
    note="今天起各日的入帳金額，已扣除手續費與沖正。"
    minHeight={remittanceChartHeight}
    {...useOverview(parts)}
  >
    {({ ExpectedRemittances = [] }) =>
      ExpectedRemittances.length > 0 ? (
        <ExpectedDays remittances={ExpectedRemittances} />
      ) : (
        <NothingToShow>目前沒有預計入帳的款項。</NothingToShow>
      )
    }
  </OverviewCard>
)

const ExpectedDays = ({ remittances }: { remittances: readonly ExpectedRemittance[] }) => {
  const currencies = [...new Set(remittances.map(({ CurrencyType }) => CurrencyType))]
  return (
    <Stack spacing={3}>
      {currencies.map((currency) => {
        const days = remittances.filter(({ CurrencyType }) => CurrencyType === currency)
        const label = currencies.length > 1 ? `預計入帳（${enumText('Currency', currency)}）` : '預計入帳'
        return (
          <ChartWithTable
            key={currency}
            label={label}
            height={remittanceChartHeight}
            chart={<RemittanceChart label={label} days={days} />}
            columns={columnsOf(currencies.length === 1)}
            rows={days}
          />
        )
      })}
    </Stack>
  )
}

// The list of lines has no filter by currency.
const columnsOf = (hasLinks: boolean): readonly PlainColumn<ExpectedRemittance>[] => [
  { title: '預計撥款日', cell: ({ RemitDate }) => calendarDateText(RemitDate) },
  {
    title: '交易',
    align: 'right',
    cell: ({ RemitDate, LineCount }) => {
      const text = `${countText(LineCount)} 筆`
      if (!hasLinks) return text
      return (
        <FigureLink
          page="TLDetail"
          filters={{ ExpectRemitDate: { from: RemitDate, to: RemitDate } }}
          label={`${calendarDateText(RemitDate)} 預計入帳 ${text}，到清單查看`}
        >
          {text}
        </FigureLink>
      )
    },
  },
  { title: '入帳金額', align: 'right', cell: ({ NetAmount, CurrencyType }) => moneyText(NetAmount, CurrencyType) },
]
