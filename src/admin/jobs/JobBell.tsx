import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { Badge, Box, IconButton } from '@mui/material'
import { useState } from 'react'
import { lazyComponent } from '../components/lazy-component'
import { visuallyHidden } from '../components/visually-hidden'
import { useWaitingProposals, type WaitingProposals } from '../overview/proposals'
import type { JobNoticesProps } from './JobNotices'
import { useJobs } from './use-jobs'

const JobNotices = lazyComponent<JobNoticesProps>(async () => (await import('./JobNotices')).JobNotices)

/**
 * Renders the bell in the app bar with the number of unread jobs and of proposals that wait for the user's release; it
 * opens their list, which is loaded when it is first opened.
 * A job is unread if it has ended since the user last closed the list.
 */
export const JobBell = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { jobs, markAsRead, refresh } = useJobs()
  const { lines, files } = useWaitingProposals()
  const releasableFiles = files.filter((waiting) => releasable(waiting) > 0)
  const releasableCount = [lines, ...files].reduce((sum, waiting) => sum + releasable(waiting), 0)
  if (!jobs) return null
  const unreadCount = jobs.filter(({ Unread }) => Unread).length
  const open = (bell: HTMLElement) => {
    setAnchor(bell)
    setWasOpened(true)
    refresh()
  }
  const close = () => {
    setAnchor(null)
    if (unreadCount > 0) void markAsRead()
  }
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={bellName({ unreadCount, releasableCount })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => open(event.currentTarget)}
      >
        <Badge badgeContent={unreadCount + releasableCount || null} slotProps={{ badge: { sx: badge } }}>
          <BellIcon />
        </Badge>
      </IconButton>
      <Box role="status" sx={visuallyHidden}>
        {unreadCount > 0 && `有 ${unreadCount} 項作業已結束`}
      </Box>
      {wasOpened && <JobNotices anchor={anchor} jobs={jobs} lines={lines} files={releasableFiles} onClose={close} />}
    </>
  )
}

/** Returns the number of proposals that the user may release. */
const releasable = ({ count, ownCount }: WaitingProposals): number => count - ownCount

const badge = { color: 'var(--danger)', bgcolor: 'var(--danger-soft)', fontWeight: 700 }

interface BellCounts {
  readonly unreadCount: number
  readonly releasableCount: number
}

const bellName = ({ unreadCount, releasableCount }: BellCounts): string =>
  [
    '作業通知',
    ...(unreadCount > 0 ? [`${unreadCount} 則未讀`] : []),
    ...(releasableCount > 0 ? [`待您放行 ${releasableCount} 筆`] : []),
  ].join('，')
