import { Box, Typography } from '@mui/material'
import { calendarDateText, countText, moneyText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { Overview } from '../../contract/call-responses'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { FigureLink } from './FigureLink'
import { NothingToShow, OverviewCard } from './OverviewCard'
import { useOverview } from './use-overview'

type Deadline = NonNullable<Overview['Deadlines']>['Items'][number]

const parts = ['Deadlines'] as const

/** Number of deadlines that the card lists. */
const maxListed = 8

/** Renders the deadlines of the next 14 days, with the bills that are not paid yet. */
export const DeadlineCard = () => (
  <OverviewCard title="14 天內到期" minHeight={240} {...useOverview(parts)}>
    {({ Deadlines }) => <DeadlineList deadlines={Deadlines?.Items ?? []} />}
  </OverviewCard>
)

const DeadlineList = ({ deadlines }: { deadlines: readonly Deadline[] }) => {
  if (deadlines.length === 0) return <NothingToShow>14 天內沒有到期而未繳清的帳單。</NothingToShow>
  return (
    <Box>
      <PlainTable label="14 天內到期" columns={columns} rows={deadlines.slice(0, maxListed)} />
      {deadlines.length > maxListed && (
        <Typography color="textSecondary" sx={{ mt: 1, fontSize: textSizes.small }}>
          另有 {countText(deadlines.length - maxListed)} 個期限較晚的期別
        </Typography>
      )}
    </Box>
  )
}

const columns: readonly PlainColumn<Deadline>[] = [
  { title: '截止日', cell: ({ PaymentEndDate }) => calendarDateText(PaymentEndDate) },
  { title: '期別', style: { whiteSpace: 'normal', minWidth: 96 }, cell: ({ BillTermName }) => BillTermName },
  {
    title: '未繳清',
    align: 'right',
    cell: (deadline) => <UnpaidBills deadline={deadline} />,
  },
]

const UnpaidBills = ({ deadline }: { deadline: Deadline }) => {
  const { BillTermName, UnpaidCount, OutstandingAmount, CurrencyType } = deadline
  const text = `${countText(UnpaidCount)} 張`
  return (
    <>
      <FigureLink page="bills" filters={billsOf(deadline)} label={`${BillTermName}未繳清 ${text}，到清單查看`}>
        {text}
      </FigureLink>
      <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
        {moneyText(OutstandingAmount, CurrencyType)}
      </Typography>
    </>
  )
}

const billsOf = ({ ApplyCode, BillTermId, PaymentEndDate, CurrencyType }: Deadline) => ({
  ApplyCode,
  BillTermId,
  BillStatus: ['Unpaid', 'PartialPaid'],
  CurrencyType: [CurrencyType],
  PaymentEndDate: { from: PaymentEndDate, to: PaymentEndDate },
})
