import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import { Button } from '@mui/material'
import { useIsServed } from '../../browser/http/capabilities'
import type { EndpointId } from '../../contract/endpoints'
import { useTask } from '../hooks/use-task'

interface OpenFileButtonProps {
  readonly text: string
  /** The call that returns the file. If the backend does not have the call, no button is shown. */
  readonly call: EndpointId
  /** Opens the file. The user is notified of a failure. */
  readonly onOpen: () => Promise<void>
}

/** Renders a button that opens a document. The button shows a spinner until the document has loaded. */
export const OpenFileButton = ({ text, call, onOpen }: OpenFileButtonProps) => {
  const { busy, run } = useTask()
  const isServed = useIsServed()?.(call)
  return isServed ? (
    <Button
      variant="outlined"
      startIcon={<PdfIcon />}
      loading={busy}
      loadingPosition="start"
      onClick={() => void run(onOpen)}
    >
      {text}
    </Button>
  ) : null
}
