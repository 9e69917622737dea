import InboxIcon from '@mui/icons-material/InboxOutlined'
import SearchIcon from '@mui/icons-material/Search'
import { Alert, Box, Button, Card, LinearProgress, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { countText } from '../../browser/format'
import { ApiError } from '../../browser/http/api-error'
import { textSizes } from '../../browser/theme/type-scale'
import { maxReportRows } from '../../contract/list-query'
import { reportJobsPage } from '../../contract/pages'
import type { ReportResource } from '../../schema/language/resource'
import { FailurePanel, MessagePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import { useAbilitiesOfPages, usePortal } from '../portal'
import { ReportTable } from './ReportTable'
import { ReportTotals } from './ReportTotals'
import type { CurrentReport, ReportResult } from './use-report'

interface ReportResultCardProps {
  readonly resource: ReportResource
  readonly report: CurrentReport
  /** Why the report could not be printed or downloaded. */
  readonly refusal: string | undefined
}

/** Renders the result of a report's query, or a message in its place. */
export const ReportResultCard = ({ resource, report, refusal }: ReportResultCardProps) => (
  <Card component="section" aria-label="查詢結果" aria-busy={report.busy} sx={{ displayPrint: 'none' }}>
    {refusal && (
      <Alert severity="warning" action={<JobsLink />} sx={{ m: 2, mb: 0 }}>
        {refusal}
      </Alert>
    )}
    <ReportState resource={resource} report={report} />
  </Card>
)

const ReportState = ({ resource, report }: Omit<ReportResultCardProps, 'refusal'>) => {
  const { result, error, missing, isLoading, retry } = report
  if (error && !result) return <FailurePanel text={failureText(error)} onRetry={retry} />
  if (isLoading)
    return (
      <Box sx={{ p: 2 }}>
        <Typography role="status" color="textSecondary">
          查詢中…
        </Typography>
        <PageSkeleton />
      </Box>
    )
  if (!result)
    return (
      <MessagePanel
        icon={<SearchIcon color="disabled" sx={{ fontSize: 48 }} />}
        title="尚未查詢"
        text={[...missing, `請選擇條件後按「查詢」，即可預覽${resource.report.title}。`].join('\n')}
      />
    )
  return <ReportContent report={report} result={result} />
}

const failureText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return '請稍後再試。'
  return [error.message, ...Object.values(error.errors)]
    .filter((text, index, all) => all.indexOf(text) === index)
    .join('\n')
}

const ReportContent = ({ report, result }: { report: CurrentReport; result: ReportResult }) => {
  const { note } = result.report.list.totalRules ?? {}
  if (result.rowCount === 0)
    return (
      <>
        <CountLine result={result} />
        <MessagePanel
          icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />}
          title="查無資料"
          text="沒有符合查詢條件的資料，請調整期間或條件後再查詢。"
        />
      </>
    )
  return (
    <>
      <CountLine result={result} />
      {note && (
        <Typography color="textSecondary" sx={{ px: 2, pb: 1, fontSize: textSizes.label }}>
          {note}
        </Typography>
      )}
      <LimitMessage result={result} />
      <ReportTotals result={result} onReadAll={report.hasMore ? report.readMore : undefined} busy={report.busy} />
      <Box sx={{ height: 4 }}>{report.busy && <LinearProgress aria-label="讀取中" />}</Box>
      <ReportTable result={result} onMore={report.hasMore && !report.error ? report.readMore : undefined} />
      {report.error && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={report.retry}>
              重試
            </Button>
          }
        >
          {`後面的資料讀取失敗：${failureText(report.error)}`}
        </Alert>
      )}
    </>
  )
}

const CountLine = ({ result: { rowCount, isMinimum } }: { result: ReportResult }) => (
  <Typography role="status" color="textSecondary" sx={{ px: 2, py: 1.5 }}>
    {isMinimum ? `${countText(rowCount)} 筆以上` : `共 ${countText(rowCount)} 筆`}
  </Typography>
)

/** Renders a message if the page can show only the first rows. */
const LimitMessage = ({ result: { rowCount, totals } }: { result: ReportResult }) =>
  rowCount > maxReportRows && (
    <Alert severity="info" action={<JobsLink />} sx={{ mx: 2, mb: 1 }}>
      {`這裡只列出前 ${countText(maxReportRows)} 筆${totals ? `；合計包含全部 ${countText(rowCount)} 筆` : ''}。請縮短期間，或以報表下載產製全部資料。`}
    </Alert>
  )

/** Renders a link to the page whose jobs write reports of any length, if the user may open it. */
const JobsLink = () => {
  const { schemas } = usePortal()
  const can = useAbilitiesOfPages()
  const page = schemas.has(reportJobsPage) ? schemas.get(reportJobsPage) : undefined
  if (!page || !can(page, 'list')) return null
  return (
    <Button component={Link} to={`/admin/${page.name}`} color="inherit" sx={{ whiteSpace: 'nowrap' }}>
      前往{page.label}
    </Button>
  )
}
