import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useCapabilities } from '../../browser/capabilities'
import type { ReportResource } from '../../schema/reports/report-spec'
import type { Resource } from '../../schema/types'
import { PageHeader } from '../layout/PageHeader'
import { PlannedPage } from '../page/PlannedPage'
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
  const calls = useCapabilities()
  if (calls && !calls.includes(`${resource.endpoints.controller}.QueryReport`)) return <PlannedPage />
  return (
    <>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader resource={resource} actions={<ReportButtons resource={resource} report={report} />} />
      </Box>
      <ReportForm resource={resource} report={report} />
      {report.state.answer && (
        <Card component="section" aria-label="查詢結果" aria-busy={report.state.busy} sx={{ '@media print': { border: 0, overflow: 'visible' } }}>
          <ReportResult resource={resource} report={report} />
        </Card>
      )}
    </>
  )
}
