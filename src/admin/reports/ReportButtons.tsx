import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import PrintIcon from '@mui/icons-material/Print'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useEffect, useState } from 'react'
import type { ReportFormat, ReportResource } from '../../schema/reports/report-spec'
import type { Report } from './use-report'

const formatTexts: Readonly<Record<ReportFormat, string>> = { xlsx: '下載Excel', csv: '下載CSV', pdf: '下載PDF' }

/** Print and files of what has been asked. */
export const ReportButtons = ({ resource, report }: { resource: ReportResource; report: Report }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const print = usePrint(report)
  const empty = !report.state.answer || report.state.answer.RowCount === 0
  const choose = (format: ReportFormat) => {
    setAnchor(null)
    void report.download(format)
  }
  return (
    <>
      <Button variant="outlined" startIcon={<PrintIcon />} disabled={empty || report.state.busy} onClick={() => void print()}>
        列印
      </Button>
      <Button variant="outlined" startIcon={<DownloadIcon />} disabled={empty} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        下載
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {resource.report.formats.map((format) => (
          <MenuItem key={format} onClick={() => choose(format)}>
            {formatTexts[format]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** Prints once every line is at hand. */
const usePrint = ({ state, readWhole }: Report) => {
  const [wanted, setWanted] = useState(false)
  const ready = state.answer !== null && state.answer.Lines.length === state.answer.LineCount
  useEffect(() => {
    if (!wanted || state.busy) return
    setWanted(false)
    if (ready) window.print()
  }, [wanted, ready, state.busy])
  return async () => {
    if (!ready) await readWhole()
    setWanted(true)
  }
}
