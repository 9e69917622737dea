import { Stack, Typography } from '@mui/material'
import { useRecordContext } from 'react-admin'
import {
  FailurePanel,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  SectionCard,
  StatusChip,
  useQuery,
} from '../../src/admin'
import { DigitGroups } from '../../src/browser/DigitGroups'
import { countText, dateText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import type { BankFileDifferences as Differences } from '../../src/contract/call-responses'
import { maxListedDifferences } from '../../src/contract/list-query'
import { enumText } from '../../src/domain/enums'
import type { BankFile } from './BankFileResult'

/**
 * Renders how a held file differs from the lines that earlier files have booked.
 * The list stays after the file was booked as a correction, because its missing lines stay booked.
 */
export const BankFileDifferences = () => {
  const file = useRecordContext<BankFile>()
  const isServed = useCapability('BankFile.GetDifferences')
  if (!file || !isServed || file.EqualCount === null) return null
  const isListed = file.ImportStatus === 'Held' || file.HoldDecision === 'Replaces'
  return isListed && Number(file.NewCount) + Number(file.MissingCount) > 0 ? <DifferenceLists file={file} /> : null
}

const DifferenceLists = ({ file }: { readonly file: BankFile }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['bank-file-differences', file.id, file.UpdateTime],
    queryFn: ({ signal }) =>
      call<Differences>('BankFile.GetDifferences', {
        params: { SerialId: file.id },
        quiet: true,
        overlay: false,
        signal,
      }),
  })
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  const corrected = Number(file.CorrectedCount)
  const counts = {
    Missing: Number(file.MissingCount) - corrected,
    Corrected: corrected,
    New: Number(file.NewCount) - corrected,
  }
  return (
    <SectionCard title="與先前檔案的差異" note={noteOf(file)}>
      <Stack spacing={3}>
        {lists.map(({ kind, title, columns }) => {
          const rows = data.Differences.filter(({ Kind }) => Kind === kind)
          return (
            counts[kind] > 0 && (
              <div key={kind}>
                <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
                  {title} {countText(counts[kind])} 筆
                  {counts[kind] > maxListedDifferences && `，列出前 ${maxListedDifferences} 筆`}
                </Typography>
                <PlainTable label={title} columns={columns} rows={rows} />
              </div>
            )
          )
        })}
      </Stack>
    </SectionCard>
  )
}

const noteOf = ({ ImportStatus }: BankFile): string =>
  ImportStatus === 'Held'
    ? '檔案還沒有入帳；先前檔案的交易都已入帳。'
    : '缺少的交易維持入帳；確認沒有這些繳款時，由銀行作業人員沖正。'

type Difference = Differences['Differences'][number]

const lineNo: PlainColumn<Difference> = { title: '檔案列號', align: 'right', cell: ({ LineNo }) => LineNo }
const store: PlainColumn<Difference> = { title: '門市', cell: ({ StoreNo, BookedStoreNo }) => StoreNo ?? BookedStoreNo }
const status: PlainColumn<Difference> = {
  title: '銷帳狀態',
  cell: ({ WriteOffStatus: code }) => code && <StatusChip code={code} text={enumText('WriteOffStatus', code)} />,
}
const payment: readonly PlainColumn<Difference>[] = [
  { title: '虛擬帳號', cell: ({ VACAccount }) => <DigitGroups account={VACAccount} /> },
  { title: '金額', align: 'right', cell: ({ Amount }) => countText(Amount) },
  { title: '繳款日期', cell: ({ TradeDate }) => dateText(TradeDate) },
]

/** The lists of differences, in the order of the page. */
const lists: readonly {
  readonly kind: Difference['Kind']
  readonly title: string
  readonly columns: readonly PlainColumn<Difference>[]
}[] = [
  { kind: 'Missing', title: '缺少（先前已入帳，這個檔案沒有）', columns: [...payment, store, status] },
  {
    kind: 'Corrected',
    title: '更正（同帳號、金額、繳款日期）',
    columns: [
      lineNo,
      ...payment,
      { title: '已入帳的門市', cell: ({ BookedStoreNo }) => BookedStoreNo },
      { title: '檔案的門市', cell: ({ StoreNo }) => StoreNo },
      status,
    ],
  },
  { kind: 'New', title: '新增（先前的檔案沒有）', columns: [lineNo, ...payment, store] },
]
