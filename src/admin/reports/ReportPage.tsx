import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import InboxIcon from '@mui/icons-material/InboxOutlined'
import PrintIcon from '@mui/icons-material/Print'
import { Box, Button, Card, LinearProgress, ListItemText, Menu, MenuItem, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { countText } from '../../browser/format'
import { useExtensionCalls } from '../../browser/http/capabilities'
import type { ReportFormat } from '../../schema/language/report'
import type { ReportResource, Resource } from '../../schema/language/resource'
import { MessagePanel } from '../components/MessagePanel'
import { csvNote } from '../export/sheet'
import { useIsPrinting } from '../hooks/use-is-printing'
import { PageHeader } from '../layout/PageHeader'
import { PlannedPage } from '../layout/StatusPages'
import { useSchema } from '../portal'
import { ReportForm } from './ReportForm'
import { conditionsText, ReportPrint } from './ReportPrint'
import { ReportTable } from './ReportTable'
import { type CurrentReport, useReport } from './use-report'

/** Renders the generated page of a report: conditions, a table with totals, and buttons to print and download it. */
export const ReportPage = () => {
  const resource = useSchema()
  return isReport(resource) ? <ReportContent key={resource.name} resource={resource} /> : null
}

const isReport = (resource: Resource): resource is ReportResource => resource.report !== undefined

const ReportContent = ({ resource }: { resource: ReportResource }) => {
  const report = useReport(resource)
  const calls = useExtensionCalls()
  if (calls && !calls.includes(`${resource.endpoints.controller}.QueryReport`)) return <PlannedPage />
  return (
    <>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader resource={resource} actions={<ReportButtons resource={resource} report={report} />} />
      </Box>
      <ReportForm resource={resource} report={report} />
      {report.state.response && (
        <Card
          component="section"
          aria-label="查詢結果"
          aria-busy={report.state.busy}
          sx={{ '@media print': { border: 0, overflow: 'visible' } }}
        >
          <ReportResult resource={resource} report={report} />
        </Card>
      )}
    </>
  )
}

const formatTexts: Readonly<Record<ReportFormat, string>> = { xlsx: '下載Excel', csv: '下載CSV', pdf: '下載PDF' }

/** Renders the buttons that print and download the report on screen. */
const ReportButtons = ({ resource, report }: { resource: ReportResource; report: CurrentReport }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const print = usePrintReport(report)
  const isEmpty = !report.state.response || report.state.response.RowCount === 0
  const startDownload = (format: ReportFormat) => {
    setAnchor(null)
    void report.download(format)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PrintIcon />}
        disabled={isEmpty || report.state.busy}
        onClick={() => void print()}
      >
        列印
      </Button>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={isEmpty}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        下載
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {resource.report.formats.map((format) => (
          <MenuItem key={format} onClick={() => startDownload(format)}>
            <ListItemText
              primary={formatTexts[format]}
              secondary={format === 'csv' && csvNote}
              slotProps={{ secondary: { sx: { maxWidth: 320, whiteSpace: 'normal' } } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** Returns the function that reads all lines and then prints. */
const usePrintReport = ({ state, readAll }: CurrentReport) => {
  const [isRequested, setRequested] = useState(false)
  const isComplete = state.response !== null && state.response.Lines.length === state.response.LineCount
  useEffect(() => {
    if (!isRequested || state.busy) return
    setRequested(false)
    // A task of its own, because within an effect React would not render the printed report before `print` has
    // returned.
    if (isComplete) setTimeout(() => window.print())
  }, [isRequested, isComplete, state.busy])
  return async () => {
    if (!isComplete) await readAll()
    // The effect prints after the lines have been rendered.
    setRequested(true)
  }
}

/** Renders the result of a report: its lines with totals, or a message. */
const ReportResult = ({ resource, report }: { resource: ReportResource; report: CurrentReport }) => {
  const { response, conditions, busy } = report.state
  const isPrinting = useIsPrinting()
  if (!response || !conditions) return null
  return (
    <>
      {isPrinting && <ReportPrint resource={resource} conditions={conditions} response={response} />}
      <Box sx={{ displayPrint: 'none' }}>
        <Typography role="status" color="textSecondary" sx={{ px: 2, py: 1.5 }}>
          共 {countText(response.RowCount)} 筆
        </Typography>
        <Box sx={{ height: 4 }}>{busy && <LinearProgress aria-label="更新中" />}</Box>
        {response.RowCount === 0 ? (
          <MessagePanel
            icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />}
            title="查無資料"
            text={`已查詢：${conditionsText(resource, conditions)}\n沒有符合查詢條件的資料，請調整期間或條件後再查詢。`}
          />
        ) : (
          <ReportTable
            key={JSON.stringify(conditions)}
            resource={resource}
            response={response}
            onMore={() => void report.readAll()}
          />
        )}
      </Box>
    </>
  )
}
