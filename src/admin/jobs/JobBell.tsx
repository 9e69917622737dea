import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { JobList } from './JobList'
import { useJobs } from './use-jobs'

/** The bell in the bar: how many pieces of the user's background work have ended since she last looked, and which. */
export const JobBell = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { jobs, read, look } = useJobs()
  if (!jobs) return null
  const unread = jobs.filter(({ Unread }) => Unread).length
  const open = (bell: HTMLElement) => {
    setAnchor(bell)
    look()
  }
  const close = () => {
    setAnchor(null)
    if (unread > 0) void read()
  }
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={unread > 0 ? `作業通知，${unread} 則未讀` : '作業通知'}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => open(event.currentTarget)}
      >
        <BellIcon />
        {unread > 0 && (
          <Box component="span" sx={badge}>
            {unread}
          </Box>
        )}
      </IconButton>
      <Box role="status" sx={unseen}>
        {unread > 0 && `有 ${unread} 項作業已結束`}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': '作業通知', sx: { width: 'min(380px, 92vw)', maxHeight: '70vh', mt: 1 } } }}
      >
        <Typography component="h2" sx={{ px: 2, pt: 1.5, pb: 1, fontWeight: 600 }}>
          作業通知
        </Typography>
        <JobList jobs={jobs} onFollow={close} />
      </Popover>
    </>
  )
}

const badge = {
  position: 'absolute',
  top: 0,
  right: 0,
  minWidth: 20,
  px: 0.75,
  borderRadius: 10,
  color: 'var(--danger)',
  fontSize: '0.75rem',
  fontWeight: 700,
  lineHeight: '20px',
  textAlign: 'center',
  bgcolor: 'var(--danger-soft)',
}
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }
