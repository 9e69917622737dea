import PrintIcon from '@mui/icons-material/Print'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Typography } from '@mui/material'
import { useId } from 'react'
import { countText } from '../../browser/format'
import { dialogPaper } from '../theme'
import type { ReadingProgress } from './read-report'
import type { CurrentPrinting } from './use-printing'
import type { ReportResult } from './use-report'

interface PrintButtonProps {
  readonly result: ReportResult | undefined
  readonly printing: CurrentPrinting
}

/** Renders the button that reads all rows of the report on screen and prints them. */
export const PrintButton = ({ result, printing: { progress, print, cancel } }: PrintButtonProps) => (
  <>
    <Button
      variant="outlined"
      startIcon={<PrintIcon />}
      disabled={!result || result.rowCount === 0}
      onClick={() => void print()}
    >
      列印
    </Button>
    {progress && <ReadingDialog progress={progress} onCancel={cancel} />}
  </>
)

const ReadingDialog = ({
  progress: { done, total },
  onCancel,
}: {
  progress: ReadingProgress
  onCancel: () => void
}) => {
  const titleId = useId()
  return (
    <Dialog
      open
      onClose={onCancel}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <DialogTitle id={titleId}>準備列印</DialogTitle>
      <DialogContent>
        <Typography role="status" sx={{ mb: 1 }}>
          {`已讀取 ${countText(done)}／${countText(total)} 筆`}
        </Typography>
        <LinearProgress variant="determinate" value={total === 0 ? 0 : (done / total) * 100} aria-label="讀取進度" />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onCancel}>
          取消
        </Button>
      </DialogActions>
    </Dialog>
  )
}
