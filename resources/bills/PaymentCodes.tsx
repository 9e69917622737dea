import BarcodeIcon from '@mui/icons-material/QrCode2'
import { Alert, Box, Button, Card, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { dialogPaper, lazyComponent } from '../../src/admin'
import { textSizes } from '../../src/browser/theme/type-scale'
import type { CodesProps } from './CodeImages'

const CodeImages = lazyComponent<CodesProps>(async () => (await import('./CodeImages')).CodeImages)

/** A bill with the codes that its role may see. */
type BillWithCodes = CodesProps & {
  readonly id: string
  /** Why the bill has no market barcodes; empty if it has them. */
  readonly MarketRefusal?: string
}

/** Renders the button that shows the codes with which a bill can be paid. */
export const PaymentCodes = () => {
  const bill = useRecordContext<BillWithCodes>()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const { MarketBarcodes = [], MarketRefusal = '', PostBarcodes = [], TWQRPayload = '' } = bill ?? {}
  const hasCodes = MarketBarcodes.length + PostBarcodes.length > 0 || TWQRPayload !== ''
  if (!hasCodes && MarketRefusal === '') return null
  const close = () => setOpen(false)
  return (
    // The slip is the paper with which people pay, so the codes are not printed.
    <Card component="section" aria-label="繳費條碼" sx={{ p: 2, displayPrint: 'none' }}>
      {hasCodes && (
        <Button fullWidth variant="outlined" startIcon={<BarcodeIcon />} onClick={() => setOpen(true)}>
          顯示條碼
        </Button>
      )}
      {MarketRefusal && (
        <Alert severity="info" sx={{ mt: hasCodes ? 1.5 : 0 }}>
          沒有超商條碼：{MarketRefusal}。
        </Alert>
      )}
      <Dialog
        open={isOpen}
        onClose={close}
        aria-labelledby={titleId}
        fullWidth
        maxWidth="sm"
        slotProps={{ paper: { sx: dialogPaper } }}
      >
        <DialogTitle id={titleId}>繳費條碼</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ fontSize: textSizes.small, mb: 2 }}>
            金額為目前應繳餘額，與今天下載的繳款單相同。
          </Typography>
          {/* Keeps its height while the code is loaded. */}
          <Box sx={{ minHeight: 200 }}>
            <CodeImages MarketBarcodes={MarketBarcodes} PostBarcodes={PostBarcodes} TWQRPayload={TWQRPayload} />
          </Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={close}>
            關閉
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  )
}
