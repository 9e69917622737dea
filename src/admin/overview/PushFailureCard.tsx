import { Stack, Typography } from '@mui/material'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { Overview } from '../../contract/call-responses'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { Figure, Figures } from './Figure'
import { NothingToShow, OverviewCard } from './OverviewCard'
import { useOverview } from './use-overview'

type PushFailures = NonNullable<Overview['PushFailures']>
type CompanyFailures = PushFailures['Companies'][number]

const parts = ['PushFailures'] as const

/**
 * Renders the notices of credits that the systems of companies have not taken.
 * The figures are no links, because the bank has no list of these notices.
 */
export const PushFailureCard = () => (
  <OverviewCard title="即時入帳通知推送失敗" note="近 14 天的交易。" minHeight={92} {...useOverview(parts)}>
    {({ PushFailures }) => PushFailures && <Failures failures={PushFailures} />}
  </OverviewCard>
)

const Failures = ({ failures: { Totals, Companies, RestTotals, RestCompanyCount } }: { failures: PushFailures }) => {
  if (Companies.length === 0) return <NothingToShow>近 14 天沒有推送失敗的通知。</NothingToShow>
  return (
    <Stack spacing={2}>
      <Figures label="即時入帳通知推送失敗">
        <Figure name="停止重送" count={Totals.GiveUpCount} unit="筆" isUrgent>
          須由客戶重送
        </Figure>
        <Figure name="失敗" count={Totals.FailedCount} unit="筆">
          系統會自動重送
        </Figure>
      </Figures>
      <PlainTable label="各客戶推送失敗的通知" columns={columns} rows={Companies} />
      {RestCompanyCount > 0 && (
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
          其餘 {countText(RestCompanyCount)} 家客戶停止重送 {countText(RestTotals.GiveUpCount)} 筆、失敗{' '}
          {countText(RestTotals.FailedCount)} 筆
        </Typography>
      )}
    </Stack>
  )
}

const columns: readonly PlainColumn<CompanyFailures>[] = [
  {
    title: '客戶',
    style: { whiteSpace: 'normal', minWidth: 120 },
    cell: ({ CustomerName, UniformNo }) => CustomerName ?? UniformNo,
  },
  { title: '停止重送', align: 'right', cell: ({ GiveUpCount }) => `${countText(GiveUpCount)} 筆` },
  { title: '失敗', align: 'right', cell: ({ FailedCount }) => `${countText(FailedCount)} 筆` },
]
