import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, type ButtonProps } from '@mui/material'
import { useNotifyFailure } from '../hooks/use-toast'

type DownloadButtonProps = Pick<ButtonProps, 'size'> & {
  readonly text: string
  /** Accessible name; default: the text. */
  readonly label?: string
  readonly onDownload: () => Promise<void>
}

/** Renders a button that creates or fetches a file, and shows an error if that fails. */
export const DownloadButton = ({ text, label, onDownload, ...props }: DownloadButtonProps) => {
  const notifyFailure = useNotifyFailure()
  return (
    <Button
      {...props}
      aria-label={label}
      startIcon={<DownloadIcon />}
      onClick={() => void onDownload().catch(notifyFailure)}
    >
      {text}
    </Button>
  )
}
