import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface Message {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  /** Read out at once by screen readers. */
  readonly alert?: boolean
  /** The message is the whole page. */
  readonly page?: boolean
}

/** A sentence in the middle of a page or table, with what to do about it. */
export const MessagePanel = ({ icon, title, text, action, alert = false, page = false }: Message) => (
  <Box role={alert ? 'alert' : undefined} sx={{ display: 'grid', justifyItems: 'center', gap: 1, px: 2, py: { xs: 5, md: 8 }, textAlign: 'center' }}>
    {icon}
    <Typography component={page ? 'h1' : 'h2'} sx={{ fontSize: '1.125rem', fontWeight: 600 }}>
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
