import { Alert, Button, Link as MuiLink, Stack, Typography } from '@mui/material'
import { Link } from 'react-admin'
import {
  DownloadButton,
  FailurePanel,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  SectionCard,
  useTask,
  useToast,
} from '../../src/admin'
import { countText, dateText } from '../../src/browser/format'
import { call, download } from '../../src/browser/http/client'
import type { DebitPreview, NewDebitFile } from '../../src/contract/call-responses'
import { maxListedDebits } from '../../src/contract/debits'
import type { QueryParams } from '../../src/contract/list-query'
import { enumText } from '../../src/domain/enums'
import { useDebitPreview, useRefreshDebits } from './calls'

/** Renders which bills an export would take and which stay out, and the buttons that make or download a file. */
export const DebitPreviewSection = ({ parameters }: { readonly parameters: QueryParams }) => {
  const { data, error, refetch } = useDebitPreview(parameters)
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <SectionCard title="預覽" aside={<ExportButtons preview={data} parameters={parameters} />}>
      <Stack spacing={2}>
        <Typography role="status">{summaryOf(data)}</Typography>
        <Notices preview={data} />
        <BillTable title="匯出的帳單" bills={data.Bills} count={data.Count} />
        <BillTable title="不匯出的帳單" bills={data.StayOuts} count={data.StayOutCount} />
      </Stack>
    </SectionCard>
  )
}

const summaryOf = ({ Count, Amount, StayOutCount, Reasons, Files }: DebitPreview): string => {
  const isNext = Files.some(({ State }) => State === 'Released')
  const reasons = Reasons.map(
    ({ Reason, Count: count }) => `${enumText('DebitStayOut', Reason)} ${countText(count)} 張`,
  )
  const stayOuts = StayOutCount === 0 ? '' : `；不匯出 ${countText(StayOutCount)} 張（${reasons.join('、')}）`
  return `${isNext ? '上次匯出後可再匯出' : '匯出'} ${countText(Count)} 張，共 ${countText(Amount)} 元${stayOuts}。`
}

const Notices = ({ preview: { Problem, NeedsRelease, Misfits, Files } }: { readonly preview: DebitPreview }) => (
  <>
    {Problem !== null && <Alert severity="warning">{Problem}</Alert>}
    {Files.some(({ State }) => State === 'Proposed') && (
      <Alert severity="info">這一批有一個匯出檔待放行，須由另一位有審核權限的人員放行或退回。</Alert>
    )}
    {NeedsRelease && !Files.some(({ State }) => State === 'Proposed') && (
      <Alert severity="info">
        這個委託單位的匯出檔須由另一位有審核權限的人員放行；按「匯出」後先提出，放行後才能下載。
      </Alert>
    )}
    {Misfits.length > 0 && (
      <Alert severity="error">
        下列帳單的內容與媒體格式不符，更正後才能匯出：
        {Misfits.map(({ BillNo, Text }) => (
          <div key={BillNo}>
            帳單 {BillNo}：{Text}
          </div>
        ))}
      </Alert>
    )}
  </>
)

interface ExportButtonsProps {
  readonly preview: DebitPreview
  readonly parameters: QueryParams
}

const ExportButtons = ({ preview: { Count, Problem, Files }, parameters }: ExportButtonsProps) => {
  const refresh = useRefreshDebits()
  const toast = useToast()
  const { busy, run } = useTask()
  const isReleased = Files.some(({ State }) => State === 'Released')
  const isProposed = Files.some(({ State }) => State === 'Proposed')
  const canMake = Count > 0 && Problem === null && !isProposed
  const exportFile = async () => {
    try {
      await download('BillDesignatedDebitExport.Export', { query: parameters, quiet: true })
    } finally {
      await refresh()
    }
  }
  const makeNext = () =>
    run(async () => {
      const file = await call<NewDebitFile>('BillDesignatedDebitExport.NewFile', { body: parameters, quiet: true })
      try {
        if (file.State === 'Released')
          await download('BillDesignatedDebitExport.Download', { params: { FileId: file.FileId }, quiet: true })
        else toast('已提出匯出檔，須由另一位有審核權限的人員放行。')
      } finally {
        await refresh()
      }
    })
  return (
    <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap', rowGap: 1 }}>
      {(isReleased || canMake) && (
        <DownloadButton
          text={isReleased && !parameters.IncludeExported ? '下載最新檔案' : '匯出'}
          onDownload={exportFile}
        />
      )}
      {isReleased && canMake && !parameters.IncludeExported && (
        <Button variant="contained" loading={busy} onClick={() => void makeNext()}>
          以這 {countText(Count)} 張製作新檔
        </Button>
      )}
    </Stack>
  )
}

type Bill = DebitPreview['Bills'][number] & Partial<DebitPreview['StayOuts'][number]>

const BillTable = ({
  title,
  bills,
  count,
}: {
  readonly title: string
  readonly bills: readonly Bill[]
  readonly count: number
}) =>
  count === 0 ? null : (
    <div>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
        {title} {countText(count)} 張{count > maxListedDebits && `，列出前 ${maxListedDebits} 張`}
      </Typography>
      <PlainTable
        label={title}
        columns={bills[0]?.Reason === undefined ? columns : [...columns, reason]}
        rows={bills}
      />
    </div>
  )

const columns: readonly PlainColumn<Bill>[] = [
  {
    title: '帳單編號',
    cell: ({ SerialId, BillNo }) => (
      <MuiLink component={Link} to={`/admin/bills/${SerialId}/show`}>
        {BillNo}
      </MuiLink>
    ),
  },
  { title: '繳款人代號', cell: ({ PayerId }) => PayerId },
  { title: '繳款人姓名', cell: ({ PayerName }) => PayerName },
  { title: '繳款截止日', cell: ({ PaymentEndDate }) => dateText(PaymentEndDate) },
  { title: '扣款金額', align: 'right', cell: ({ Amount }) => countText(Amount) },
]

const reason: PlainColumn<Bill> = {
  title: '原因',
  cell: ({ Reason }) => Reason && enumText('DebitStayOut', Reason),
}
