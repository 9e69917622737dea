import InboxIcon from '@mui/icons-material/InboxOutlined'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { countText } from '../../browser/format'
import type { ReportResource } from '../../schema/reports/report-spec'
import { MessagePanel } from '../parts/MessagePanel'
import { ReportPrint } from './ReportPrint'
import { ReportTable } from './ReportTable'
import type { Report } from './use-report'

/** What a report found: its lines with their sums, or a sentence. */
export const ReportResult = ({ resource, report }: { resource: ReportResource; report: Report }) => {
  const { answer, asked, busy } = report.state
  const printing = usePrinting()
  if (!answer || !asked) return null
  return (
    <>
      {printing && <ReportPrint resource={resource} asked={asked} answer={answer} />}
      <Box sx={{ displayPrint: 'none' }}>
        <Typography role="status" color="textSecondary" sx={{ px: 2, py: 1.5 }}>
          共 {countText(answer.RowCount)} 筆
        </Typography>
        <Box sx={{ height: 4 }}>{busy && <LinearProgress aria-label="更新中" />}</Box>
        {answer.RowCount === 0 ? (
          <MessagePanel
            icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />}
            title="查無資料"
            text="沒有符合查詢條件的資料，請調整期間或條件後再查詢。"
          />
        ) : (
          <ReportTable key={JSON.stringify(asked)} resource={resource} answer={answer} onMore={() => void report.readWhole()} />
        )}
      </Box>
    </>
  )
}

/** Whether paper is asked for, by the button or by the browser's own menu; every line is drawn then. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Before the browser lays out the sheets, not at React's next leisure.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
