import Card from '@mui/material/Card'
import type { ReportResource } from '../../schema/reports/report-spec'
import type { Resource } from '../../schema/types'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { ReportButtons } from './ReportButtons'
import { ReportForm } from './ReportForm'
import { ReportResult } from './ReportResult'
import { useReport } from './use-report'

/** A query-and-print page as its schema describes it: conditions, a table with its sums, print and files. */
export const ReportPage = () => {
  const resource = useSchema()
  return isReport(resource) ? <Page key={resource.name} resource={resource} /> : null
}

const isReport = (resource: Resource): resource is ReportResource => resource.report !== undefined

const Page = ({ resource }: { resource: ReportResource }) => {
  const report = useReport(resource)
  return (
    <>
      <PageHeader resource={resource} actions={<ReportButtons resource={resource} report={report} />} />
      <ReportForm resource={resource} report={report} />
      {report.state.answer && (
        <Card component="section" aria-label="查詢結果" aria-busy={report.state.busy} sx={onPaper}>
          <ReportResult resource={resource} report={report} />
        </Card>
      )}
    </>
  )
}

// Paper does not scroll: cells wrap. Headings come again on every sheet, and no line is cut in two.
const onPaper = {
  '@media print': {
    border: 0,
    '& thead': { display: 'table-header-group' },
    '& tr': { breakInside: 'avoid' },
    '& .MuiTableCell-root': { whiteSpace: 'normal', fontSize: '0.75rem', px: 0.5, py: 0.25 },
  },
} as const
