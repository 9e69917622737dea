import { Alert } from '@mui/material'
import { useLine } from '../calls'
import { lineOf } from '../line'
import { HandlingDialog } from './HandlingDialog'
import { type HandlingDialogProps, useHandling } from './use-handling'

/** Renders the dialog that sets a line aside, because its money is returned outside the portal. */
export const InvalidDialog = (props: HandlingDialogProps) => {
  const handling = useHandling(props, {
    call: 'Invalid',
    line: useLine(lineOf(props)),
    body: noInput,
    hasDocuments: true,
  })
  return (
    <HandlingDialog
      handling={handling}
      title="作廢"
      submitText="作廢"
      danger
      phrases={['重複繳款，已退還繳款人', '超繳，已全額退還繳款人', '繳款人誤繳，已退還', '沖正交易，無須銷帳']}
      localEffect={null}
    >
      <Alert severity="info">
        作廢後這筆款項不會銷任何帳單。系統不會退款：請在系統外把款項退還繳款人，並在處理說明記下退還方式。
      </Alert>
    </HandlingDialog>
  )
}

const noInput = {}
