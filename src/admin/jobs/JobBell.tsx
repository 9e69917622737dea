import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { Badge, Box, IconButton, Popover, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { countText } from '../../browser/format'
import { visuallyHidden } from '../components/visually-hidden'
import { FigureLink } from '../overview/FigureLink'
import {
  exceptionPage,
  ownProposalsText,
  proposalFilters,
  useWaitingProposals,
  type WaitingFiles,
  type WaitingProposals,
} from '../overview/proposals'
import { JobList } from './JobList'
import { useJobs } from './use-jobs'

/**
 * Renders the bell in the app bar with the number of unread jobs and of proposals that wait for the user's release; it
 * opens their list.
 * A job is unread if it has ended since the user last closed the list.
 */
export const JobBell = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { jobs, markAsRead, refresh } = useJobs()
  const { lines, files } = useWaitingProposals()
  const releasableFiles = files.filter((waiting) => releasable(waiting) > 0)
  const releasableCount = [lines, ...files].reduce((sum, waiting) => sum + releasable(waiting), 0)
  if (!jobs) return null
  const unreadCount = jobs.filter(({ Unread }) => Unread).length
  const open = (bell: HTMLElement) => {
    setAnchor(bell)
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
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': '作業通知',
            sx: { width: 'min(380px, 92vw)', maxHeight: '70vh', mt: 1 },
          },
        }}
      >
        {releasable(lines) > 0 && <Proposals proposals={lines} onFollow={close} />}
        {releasableFiles.map((waiting) => (
          <FileProposals key={waiting.page} files={waiting} onFollow={close} />
        ))}
        <Typography component="h2" sx={{ px: 2, pt: 1.5, pb: 1, fontWeight: 600 }}>
          作業通知
        </Typography>
        <JobList jobs={jobs} onFollow={close} />
      </Popover>
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

/** Renders the number of proposals that wait, as a link to them. */
const Proposals = ({ proposals, onFollow }: { proposals: WaitingProposals; onFollow: () => void }) => (
  <Waiting ownText={ownProposalsText(proposals.ownCount)}>
    <FigureLink page={exceptionPage} filters={proposalFilters} onFollow={onFollow}>
      待放行 {countText(proposals.count)} 筆
    </FigureLink>
  </Waiting>
)

/** Renders the number of files that wait, as a link to their page. */
const FileProposals = ({ files, onFollow }: { files: WaitingFiles; onFollow: () => void }) => (
  <Waiting ownText={ownProposalsText(files.ownCount, '個')}>
    <FigureLink page={files.page} filters={files.filters} onFollow={onFollow}>
      {files.name}待放行 {countText(files.count)} 個
    </FigureLink>
  </Waiting>
)

const Waiting = ({ ownText, children }: { readonly ownText: string; readonly children: ReactNode }) => (
  <Box sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider', bgcolor: 'var(--warning-soft)' }}>
    {children}
    <Typography color="textSecondary" sx={{ fontSize: '0.875rem' }}>
      {ownText}
    </Typography>
  </Box>
)
