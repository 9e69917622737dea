import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { ApiError } from '../../browser/http/api-error'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { download } from '../../browser/http/client'
import { fileFormatParam } from '../../contract/list-query'
import { callIdOf, reportFileCallId, reportFileEndpoints } from '../../schema/calls/endpoints'
import type { ReportFormat } from '../../schema/language/report'
import type { ReportResource } from '../../schema/language/resource'
import { withReason } from '../data-provider/confirm'
import { csvNote } from '../export/sheet'
import { useTask } from '../hooks/use-task'
import { reportParams } from './read-report'
import type { ReportResult } from './use-report'

interface ReportDownloadProps {
  readonly resource: ReportResource
  /** The result on screen, whose query is downloaded; undefined before the first one. */
  readonly result: ReportResult | undefined
  /** Called with the reason why the report cannot be downloaded, and without one when a download begins. */
  readonly onRefusal: (reason?: string) => void
}

/** Renders the button that downloads the report on screen as a file, if the backend writes files of it. */
export const ReportDownload = ({ resource, result, onRefusal }: ReportDownloadProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { busy, run } = useTask()
  const calls = useExtensionCalls()
  const callId = reportFileCallId(callIdOf(result?.report ?? resource, 'list'))
  const endpoint = reportFileEndpoints(resource)[callId]
  if (!endpoint || !calls?.includes(callId)) return null
  const save = (format: ReportFormat) => {
    setAnchor(null)
    onRefusal()
    if (!result) return
    const query = { ...reportParams(result.report, result.filters), [fileFormatParam]: format }
    void run(() => withReason(() => download(endpoint, { query })).catch(showIn(onRefusal)))
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={!result || result.rowCount === 0}
        loading={busy}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        下載
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {resource.report.formats.map((format) => (
          <MenuItem key={format} onClick={() => save(format)}>
            <ListItemText
              primary={formatTexts[format].name}
              secondary={formatTexts[format].note}
              slotProps={{ secondary: { sx: { maxWidth: 320, whiteSpace: 'normal' } } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

const formatTexts: Readonly<Record<ReportFormat, { readonly name: string; readonly note?: string }>> = {
  Xlsx: { name: 'Excel（xlsx）' },
  Pdf: { name: 'PDF' },
  Csv: { name: 'CSV', note: csvNote },
  Txt: { name: '文字檔（txt）' },
}

/** Returns the function that shows a refusal on the page; other errors are thrown again. */
const showIn = (onRefusal: ReportDownloadProps['onRefusal']) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.hasDialog) throw error
  onRefusal(error.message)
}
