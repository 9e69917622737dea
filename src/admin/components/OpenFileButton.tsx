import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useIsServed } from '../../browser/http/capabilities'
import type { EndpointId } from '../../contract/endpoints'

interface OpenFileButtonProps {
  readonly text: string
  /** The call that returns the file. If the backend does not have the call, no button is shown. */
  readonly call: EndpointId
  /** Opens the file, and notifies the user of a failure. */
  readonly onOpen: () => Promise<void>
}

/** Renders a button that opens a document. The button shows a spinner until the document has loaded. */
export const OpenFileButton = ({ text, call, onOpen }: OpenFileButtonProps) => {
  const [busy, setBusy] = useState(false)
  const isServed = useIsServed()?.(call)
  const open = () => {
    setBusy(true)
    void onOpen().finally(() => setBusy(false))
  }
  return isServed ? (
    <Button variant="outlined" startIcon={<PdfIcon />} loading={busy} loadingPosition="start" onClick={open}>
      {text}
    </Button>
  ) : null
}
