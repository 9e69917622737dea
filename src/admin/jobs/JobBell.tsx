import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { Badge, Box, IconButton, LinearProgress, Link as MuiLink, Popover, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText, dateTimeText } from '../../browser/format'
import type { JobInfo } from '../../contract/call-responses'
import type { Resource } from '../../schema/language/resource'
import { StatusChip } from '../components/StatusChip'
import { visuallyHidden } from '../components/visually-hidden'
import { hasOperation } from '../data-provider/operations'
import { usePortal } from '../portal'
import { JobCancelButton } from './JobCancelButton'
import { isUnderWay, progressProps, useJobs } from './use-jobs'

/**
 * Renders the bell in the app bar with the number of unread jobs; it opens the list of the user's jobs.
 * A job is unread if it has ended since the user last closed the list.
 */
export const JobBell = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { jobs, markAsRead, refresh } = useJobs()
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
        aria-label={unreadCount > 0 ? `作業通知，${unreadCount} 則未讀` : '作業通知'}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => open(event.currentTarget)}
      >
        <Badge badgeContent={unreadCount || null} slotProps={{ badge: { sx: badge } }}>
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
        <Typography component="h2" sx={{ px: 2, pt: 1.5, pb: 1, fontWeight: 600 }}>
          作業通知
        </Typography>
        <JobList jobs={jobs} onFollow={close} />
      </Popover>
    </>
  )
}

const badge = { color: 'var(--danger)', bgcolor: 'var(--danger-soft)', fontWeight: 700 }

/** Renders jobs, each with its state and a link to its record or to the result of its import. */
const JobList = ({ jobs, onFollow }: { jobs: readonly JobInfo[]; onFollow: () => void }) =>
  jobs.length === 0 ? (
    <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
      目前沒有作業。上傳的檔案處理完畢時，會在這裡通知您。
    </Typography>
  ) : (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {jobs.map((job) => (
        <Box
          component="li"
          key={job.JobId}
          sx={{
            px: 2,
            py: 1.25,
            borderTop: 1,
            borderColor: 'divider',
            bgcolor: job.Unread ? 'var(--primary-soft)' : undefined,
          }}
        >
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
            <JobTitle job={job} onFollow={onFollow} />
            <StatusChip code={job.Note ? 'Held' : job.State} text={stateText(job)} />
          </Stack>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
            <Typography color="textSecondary" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
              {job.Unread && '未讀．'}
              {jobDetail(job)}
            </Typography>
            {isUnderWay(job) && <JobCancelButton job={job} />}
          </Stack>
          {isUnderWay(job) && (
            <LinearProgress aria-label="進度" sx={{ mt: 0.5 }} {...progressProps(job.Done, job.Total)} />
          )}
        </Box>
      ))}
    </Stack>
  )

const JobTitle = ({ job: { JobId, Page, RecordId, Title }, onFollow }: { job: JobInfo; onFollow: () => void }) => {
  const { schemas } = usePortal()
  const createPath = useCreatePath()
  if (Page === null || !schemas.has(Page)) return <span>{Title || '作業（資料已刪除）'}</span>
  const pathOf = (resource: Resource): string => {
    // A hand-written page reads the id of the record from the query of the URL.
    if (resource.kind === 'custom') return `/admin/${resource.name}?id=${RecordId}`
    if (RecordId !== null)
      return createPath({
        resource: resource.name,
        id: RecordId,
        type: hasOperation(resource, 'get') ? 'show' : 'list',
      })
    // A job without a record is an import or the check before it; the steps of the import show the result.
    return `/admin/${resource.name}/${resource.import ? 'import' : 'create'}?job=${JobId}`
  }
  return (
    <MuiLink
      component={Link}
      to={pathOf(schemas.get(Page))}
      underline="hover"
      onClick={onFollow}
      sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 }}
    >
      {Title}
    </MuiLink>
  )
}

const stateTexts = {
  waiting: '等待中',
  running: '處理中',
  done: '已完成',
  failed: '失敗',
  cancelled: '已取消',
} as const satisfies Record<JobInfo['State'], string>

/** Returns the text of the state of a job. */
const stateText = ({ State, Cancelling, Note }: JobInfo): string => {
  if (Cancelling) return '取消中'
  return Note ? '待確認' : stateTexts[State]
}

/**
 * Returns a detail of a job: what the user must decide, the reason of its failure, the result of its cancellation, its
 * progress, or the time when it ended or was created.
 */
const jobDetail = ({ State, Error: reason, Note, Done, Total, FinishTime, CreateTime }: JobInfo): string => {
  if (Note) return Note
  if (State !== 'done' && reason) return reason
  if (State === 'running' && Total) return `已處理 ${countText(Done)}／${countText(Total)} 筆`
  return dateTimeText(FinishTime ?? CreateTime)
}
