import { LinearProgress, Stack, Typography } from '@mui/material'
import { Link, useCreatePath, useRecordContext } from 'react-admin'
import {
  FailurePanel,
  listLink,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  SectionCard,
  useAbilities,
  useQuery,
  useSchema,
} from '../../src/admin'
import { countText, moneyText, shareText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import type { TermProgress as Progress } from '../../src/contract/call-responses'
import { enumText } from '../../src/domain/enums'

/**
 * Renders how many of a term's bills are paid and how much money is still open.
 * Renders nothing if the backend does not have the call, or if a field of bills from which the progress is computed is
 * hidden from the user.
 */
export const TermProgress = () => {
  const record = useRecordContext()
  const isServed = useCapability('BillTerm.GetProgress')
  const billSchema = useSchema('bills')
  const isVisible =
    useAbilities(billSchema)('list') && fieldsOfProgress.every((name) => billSchema.list.columns.includes(name))
  return record && isServed && isVisible ? <ProgressCard serialId={String(record.SerialId)} /> : null
}

// The fields of bills from which the server computes the progress.
const fieldsOfProgress = ['CurrencyType', 'ShouldPayAmount', 'PaidAmount', 'PayStatus', 'PaymentEndDate', 'ChannelId']

const ProgressCard = ({ serialId }: { serialId: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['term-progress', serialId],
    queryFn: ({ signal }) =>
      call<readonly Progress[]>('BillTerm.GetProgress', { quiet: true, signal, params: { SerialId: serialId } }),
    // The progress is not cached, because payments arrive at any time.
    gcTime: 0,
  })
  return (
    <SectionCard title="收款進度" note="不含作廢的帳單。已繳的張數只計已繳清者，金額含部分繳納與自行收款。">
      {error ? (
        <FailurePanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ProgressByCurrency progress={data} />
      ) : (
        <PageSkeleton />
      )}
    </SectionCard>
  )
}

const ProgressByCurrency = ({ progress }: { progress: readonly Progress[] }) => {
  if (progress.length === 0) return <Typography color="textSecondary">這個期別還沒有帳單。</Typography>
  return (
    <Stack spacing={4}>
      {progress.map((currencyProgress) => (
        <CurrencyProgress
          key={currencyProgress.CurrencyType}
          progress={currencyProgress}
          isOnlyCurrency={progress.length === 1}
        />
      ))}
    </Stack>
  )
}

/** Renders the progress in one currency. The labels name the currency if there are several. */
const CurrencyProgress = ({ progress, isOnlyCurrency }: { progress: Progress; isOnlyCurrency: boolean }) => {
  const { ShouldPayAmount, OutstandingAmount, CurrencyType, Channels } = progress
  const suffix = isOnlyCurrency ? '' : `（${enumText('Currency', CurrencyType)}）`
  const share = shareText(ShouldPayAmount - OutstandingAmount, ShouldPayAmount)
  return (
    <Stack spacing={2}>
      <div>
        <Typography sx={{ mb: 0.5 }}>{`已收足應繳金額的 ${share}${suffix}`}</Typography>
        <LinearProgress
          variant="determinate"
          aria-label={`已收足的比率${suffix}`}
          value={Math.floor(((ShouldPayAmount - OutstandingAmount) / ShouldPayAmount) * 100)}
          sx={{ height: 8, borderRadius: 4 }}
        />
      </div>
      <PlainTable
        label={`帳單與金額${suffix}`}
        columns={progressColumns(CurrencyType, isOnlyCurrency)}
        rows={progressRowsOf(progress)}
      />
      {Channels.length > 0 && (
        <PlainTable label={`各通路的繳款${suffix}`} columns={channelColumns(progress)} rows={Channels} />
      )}
    </Stack>
  )
}

/** A row of the table of bills and amounts: a number of bills and their total amount. */
interface ProgressRow {
  readonly name: string
  readonly count: number
  readonly amount: number
  /** The states of the bills in this row. The link to the list of bills filters by them. */
  readonly states: readonly string[]
}

const progressRowsOf = ({
  BillCount,
  PaidCount,
  ShouldPayAmount,
  PaidAmount,
  OutstandingAmount,
  OverdueCount,
  OverdueAmount,
}: Progress): readonly ProgressRow[] => [
  {
    name: '應繳',
    count: BillCount,
    amount: ShouldPayAmount,
    states: ['Unpaid', 'PartialPaid', 'Paid', 'OverPaid', 'Overdue'],
  },
  { name: '已繳', count: PaidCount, amount: PaidAmount, states: ['Paid', 'OverPaid'] },
  {
    name: '未繳清',
    count: BillCount - PaidCount,
    amount: OutstandingAmount,
    states: ['Unpaid', 'PartialPaid', 'Overdue'],
  },
  { name: '其中逾期', count: OverdueCount, amount: OverdueAmount, states: ['Overdue'] },
]

// The list of bills has no filter by currency, so with several currencies a link would also list the bills in other
// currencies.
const progressColumns = (currency: string, hasLinks: boolean): readonly PlainColumn<ProgressRow>[] => [
  { title: '項目', cell: ({ name }) => name },
  {
    title: '帳單張數',
    align: 'right',
    cell: (row) => (hasLinks && row.count > 0 ? <BillsLink row={row} /> : countText(row.count)),
  },
  { title: '金額', align: 'right', cell: ({ amount }) => moneyText(amount, currency) },
]

/** Renders a number of bills as a link to the list of these bills. */
const BillsLink = ({ row: { name, count, states } }: { row: ProgressRow }) => {
  const record = useRecordContext()
  const billSchema = useSchema('bills')
  const createPath = useCreatePath()
  const link = listLink(billSchema, createPath({ resource: 'bills', type: 'list' }), {
    ApplyCode: String(record?.ApplyCode),
    BillTermId: String(record?.BillTermId),
    BillStatus: states,
  })
  if (!link) return countText(count)
  return (
    <Link {...link} aria-label={`到清單查看${name}的帳單：${countText(count)} 張`}>
      {countText(count)}
    </Link>
  )
}

const channelColumns = ({
  CurrencyType,
  PaidAmount,
}: Progress): readonly PlainColumn<Progress['Channels'][number]>[] => [
  { title: '通路', cell: ({ ChannelId }) => enumText('Channel', ChannelId) },
  { title: '筆數', align: 'right', cell: ({ PaymentCount }) => countText(PaymentCount) },
  { title: '金額', align: 'right', cell: (channel) => moneyText(channel.PaidAmount, CurrencyType) },
  { title: '占比', align: 'right', cell: (channel) => shareText(channel.PaidAmount, PaidAmount) },
]
