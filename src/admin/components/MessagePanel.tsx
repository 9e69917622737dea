import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useWhenOnline } from '../../browser/recovery'

interface MessagePanelProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  /** Whether screen readers announce the message at once. */
  readonly isAlert?: boolean
  /** Whether the message replaces the whole page, so that its title is the page's heading. */
  readonly isPage?: boolean
}

/** Renders a message in the middle of a page or table, with an optional action. */
export const MessagePanel = ({ icon, title, text, action, isAlert = false, isPage = false }: MessagePanelProps) => (
  <Box
    role={isAlert ? 'alert' : undefined}
    sx={{ display: 'grid', justifyItems: 'center', gap: 1, px: 2, py: { xs: 5, md: 8 }, textAlign: 'center' }}
  >
    {icon}
    <Typography component={isPage ? 'h1' : 'h2'} variant="h6">
      {title}
    </Typography>
    {text && (
      <Typography color="textSecondary" sx={{ maxWidth: 520, whiteSpace: 'pre-line' }}>
        {text}
      </Typography>
    )}
    {action && <Box sx={{ mt: 1 }}>{action}</Box>}
  </Box>
)

interface FailurePanelProps {
  readonly title?: string
  /** The cause; its message is shown unless there is a `text`. */
  readonly error?: unknown
  readonly text?: string
  readonly onRetry: () => unknown
  /** Retries when the network is back. Default: `onRetry`. */
  readonly onOnline?: () => unknown
}

/** Renders a message about a failure, with a button to retry; retries when the network is back. */
export const FailurePanel = ({
  title = '資料讀取失敗',
  error,
  text = error instanceof Error ? error.message : '請稍後再試。',
  onRetry,
  onOnline = onRetry,
}: FailurePanelProps) => {
  useWhenOnline(onOnline)
  return (
    <MessagePanel
      isAlert
      icon={<ErrorOutlineIcon color="error" sx={{ fontSize: 48 }} />}
      title={title}
      text={text}
      action={
        <Button variant="contained" startIcon={<RefreshIcon />} onClick={() => void onRetry()}>
          重試
        </Button>
      }
    />
  )
}
