import { Stack, Typography } from '@mui/material'
import { calendarDateText, countText, moneyText, shareText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { Overview, TermCollection } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { lazyComponent } from '../components/lazy-component'
import type { PlainColumn } from '../components/PlainTable'
import { ChartWithTable } from './ChartWithTable'
import { termChartHeight } from './charts/chart-heights'
import { Figure, FigureItem, Figures } from './Figure'
import { FigureLink } from './FigureLink'
import { FirstSteps } from './FirstSteps'
import { OverviewCard } from './OverviewCard'
import { useOverview } from './use-overview'

const TermChart = lazyComponent(async () => (await import('./charts/TermChart')).TermChart)

const parts = ['Terms'] as const

/** Renders what was collected and what is outstanding of the open terms. */
export const TermCard = () => (
  <OverviewCard
    title="開放期別的收款"
    note="依期別累計，不分月份；不含作廢的帳單，已收含部分繳納與自行收款。"
    minHeight={360}
    {...useOverview(parts)}
  >
    {({ Terms }) => (Terms && Terms.Terms.length > 0 ? <Collections terms={Terms} /> : <FirstSteps />)}
  </OverviewCard>
)

type Terms = NonNullable<Overview['Terms']>

const Collections = ({ terms: { TermCount, BilledTermCount, Totals, Terms: shown } }: { terms: Terms }) => {
  const shownCount = new Set(shown.map(({ SerialId }) => SerialId)).size
  return (
    <Stack spacing={3}>
      {Totals.map((total) => {
        const terms = shown.filter(({ CurrencyType }) => CurrencyType === total.CurrencyType)
        const suffix = Totals.length > 1 ? `（${enumText('Currency', total.CurrencyType)}）` : ''
        return (
          <Stack key={total.CurrencyType} spacing={2}>
            <Totaled total={total} termCount={TermCount} suffix={suffix} />
            <ChartWithTable
              label={`各期別與通路的收款${suffix}`}
              height={termChartHeight(terms.length)}
              chart={<TermChart label={`各期別與通路的收款${suffix}`} terms={terms} />}
              columns={columns}
              rows={terms}
            />
          </Stack>
        )
      })}
      {shownCount < BilledTermCount && (
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
          圖表只列截止日最晚的 {countText(shownCount)} 個期別；合計為全部 {countText(BilledTermCount)} 個有帳單的期別。
        </Typography>
      )}
    </Stack>
  )
}

interface TotaledProps {
  readonly total: Terms['Totals'][number]
  readonly termCount: number
  readonly suffix: string
}

const Totaled = ({ total, termCount, suffix }: TotaledProps) => {
  const { CurrencyType, ShouldPayAmount, PaidAmount, OutstandingAmount, BillCount, PaidCount } = total
  const linked = (name: string, amount: number, billStates: keyof typeof states) => {
    const text = moneyText(amount, CurrencyType)
    if (amount === 0) return text
    const filters = { TermStatus: ['Open'], BillStatus: states[billStates], CurrencyType: [CurrencyType] }
    return (
      <FigureLink page="bills" filters={filters} label={`${name} ${text}，到清單查看`}>
        {text}
      </FigureLink>
    )
  }
  return (
    <Figures label={`開放期別的合計${suffix}`}>
      <Figure
        name={`開放的期別${suffix}`}
        count={termCount}
        unit="期"
        target={{ page: 'billTerm', filters: { TermStatus: ['Open'] } }}
      >
        應繳 {moneyText(ShouldPayAmount, CurrencyType)}
      </Figure>
      <FigureItem name={`已收${suffix}`} value={linked('已收', PaidAmount, 'all')}>
        {countText(PaidCount)} 張已繳清，收足 {shareText(ShouldPayAmount - OutstandingAmount, ShouldPayAmount)}
      </FigureItem>
      <FigureItem name={`未收${suffix}`} value={linked('未收', OutstandingAmount, 'unpaid')}>
        {countText(BillCount - PaidCount)} 張未繳清
      </FigureItem>
    </Figures>
  )
}

const states = {
  all: ['Unpaid', 'PartialPaid', 'Paid', 'OverPaid', 'Overdue'],
  unpaid: ['Unpaid', 'PartialPaid', 'Overdue'],
} as const

const bills = (term: TermCollection, count: number, name: keyof typeof states) => {
  const text = `${countText(count)} 張`
  if (count === 0) return text
  const { ApplyCode, BillTermId, CurrencyType } = term
  const filters = { ApplyCode, BillTermId, BillStatus: states[name], CurrencyType: [CurrencyType] }
  return (
    <FigureLink page="bills" filters={filters} label={`${term.BillTermName} ${text}，到清單查看`}>
      {text}
    </FigureLink>
  )
}

const columns: readonly PlainColumn<TermCollection>[] = [
  { title: '期別', cell: ({ BillTermName }) => BillTermName },
  { title: '截止日', cell: ({ PaymentEndDate }) => calendarDateText(PaymentEndDate) },
  { title: '帳單', align: 'right', cell: (term) => bills(term, term.BillCount, 'all') },
  { title: '應繳', align: 'right', cell: (term) => moneyText(term.ShouldPayAmount, term.CurrencyType) },
  { title: '已收', align: 'right', cell: (term) => moneyText(term.PaidAmount, term.CurrencyType) },
  { title: '未繳清', align: 'right', cell: (term) => bills(term, term.BillCount - term.PaidCount, 'unpaid') },
  { title: '未收', align: 'right', cell: (term) => moneyText(term.OutstandingAmount, term.CurrencyType) },
  {
    title: '各通路已收',
    style: { whiteSpace: 'normal', minWidth: 200 },
    cell: ({ Channels, CurrencyType }) =>
      Channels.map(
        ({ ChannelId, PaidAmount }) => `${enumText('Channel', ChannelId)} ${moneyText(PaidAmount, CurrencyType)}`,
      ).join('、'),
  },
]
