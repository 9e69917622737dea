import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, type ButtonProps } from '@mui/material'
import { useNotifyFailure } from '../hooks/use-toast'

/** Renders a button that creates or fetches a file, and shows an error if that fails. */
export const DownloadButton = ({ text, onDownload, ...props }: Pick<ButtonProps, 'size'> & { text: string; onDownload: () => Promise<void> }) => {
  const notifyFailure = useNotifyFailure()
  return (
    <Button {...props} startIcon={<DownloadIcon />} onClick={() => void onDownload().catch(notifyFailure)}>
      {text}
    </Button>
  )
}
