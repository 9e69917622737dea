import { Box } from '@mui/material'
import { useMemo, useState } from 'react'
import { useIsServed } from '../../browser/http/capabilities'
import { useIsPrinting } from '../../browser/use-is-printing'
import { reportCallIds } from '../../schema/calls/endpoints'
import { isReport, type ReportResource } from '../../schema/language/resource'
import { PageHeader } from '../layout/PageHeader'
import { UnservedPage } from '../layout/StatusPages'
import { useSchema } from '../portal'
import { PrintButton } from './PrintButton'
import { ReportDownload } from './ReportDownload'
import { ReportPrint } from './ReportPrint'
import { ReportQueryForm } from './ReportQueryForm'
import { ReportResultCard } from './ReportResultCard'
import { useReportQuery, withFormFilter } from './report-query'
import { usePrinting } from './use-printing'
import { useReport } from './use-report'

/** Renders the generated page of a report: its query, a table with sums, and buttons to print and download it. */
export const ReportPage = () => {
  const resource = useSchema()
  const isServed = useIsServed()
  if (!isReport(resource)) return null
  if (isServed && !reportCallIds(resource).some(isServed)) return <UnservedPage />
  return <ReportContent key={resource.name} declared={resource} />
}

const ReportContent = ({ declared }: { declared: ReportResource }) => {
  const resource = useMemo(() => withFormFilter(declared), [declared])
  const { filters, formKey, run, clear } = useReportQuery(resource)
  const report = useReport(resource, filters)
  const [refusal, setRefusal] = useState<string>()
  const { result } = report
  const printing = usePrinting(result, setRefusal)
  const isPrinting = useIsPrinting()
  const query = {
    filters: filters ?? {},
    record: result?.firstRow,
    error: report.error,
    busy: report.busy,
    run: (next: Record<string, unknown>) => {
      setRefusal(undefined)
      if (JSON.stringify(next) === JSON.stringify(filters)) report.repeat()
      else run(next)
    },
    clear,
  }
  return (
    <>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader
          resource={resource}
          actions={
            <>
              <PrintButton result={result} printing={printing} />
              <ReportDownload result={result} resource={resource} onRefusal={setRefusal} />
            </>
          }
        />
      </Box>
      <ReportQueryForm key={formKey} resource={resource} query={query} hasResult={filters !== undefined} />
      <ReportResultCard resource={resource} report={report} refusal={refusal} />
      {isPrinting && result && <ReportPrint result={result} lines={printing.lines} />}
    </>
  )
}
