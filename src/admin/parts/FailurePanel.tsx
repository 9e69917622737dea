import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import { Button } from '@mui/material'
import { MessagePanel } from './MessagePanel'

/** Says what could not be done, and offers to try again. */
export const FailurePanel = ({ title = '資料讀取失敗', text, onRetry }: { title?: string; text: string; onRetry: () => void }) => (
  <MessagePanel
    alert
    icon={<ErrorOutlineIcon color="error" sx={{ fontSize: 48 }} />}
    title={title}
    text={text}
    action={
      <Button variant="contained" startIcon={<RefreshIcon />} onClick={onRetry}>
        重試
      </Button>
    }
  />
)
