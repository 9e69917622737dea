import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import MuiLink from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import type { JobInfo } from '../../contract/extensions'
import { StatusChip } from '../parts/StatusChip'
import { usePortal } from '../portal'
import { JobCancelButton } from './JobCancelButton'
import { jobDetail, stateText, stateTones } from './job-words'
import { isUnderWay } from './use-jobs'

/** Pieces of background work, each with its state and the way to its record. */
export const JobList = ({ jobs, onFollow }: { jobs: readonly JobInfo[]; onFollow: () => void }) =>
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
          sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', bgcolor: job.Unread ? 'var(--primary-soft)' : undefined }}
        >
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
            <JobTitle job={job} onFollow={onFollow} />
            <StatusChip code={stateTones[job.State]} text={stateText(job)} />
          </Stack>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
            <Typography color="textSecondary" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
              {job.Unread && '未讀．'}
              {jobDetail(job)}
            </Typography>
            {isUnderWay(job) && <JobCancelButton job={job} />}
          </Stack>
          {isUnderWay(job) && <Progress job={job} />}
        </Box>
      ))}
    </Stack>
  )

const JobTitle = ({ job: { Page, RecordId, Title }, onFollow }: { job: JobInfo; onFollow: () => void }) => {
  const { schemas } = usePortal()
  const createPath = useCreatePath()
  if (Page === null || RecordId === null || !schemas.has(Page)) return <span>作業（資料已刪除）</span>
  return (
    <MuiLink
      component={Link}
      to={createPath({ resource: Page, id: RecordId, type: 'show' })}
      underline="hover"
      onClick={onFollow}
      sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 }}
    >
      {Title}
    </MuiLink>
  )
}

const Progress = ({ job: { Done, Total } }: { job: JobInfo }) => (
  <LinearProgress aria-label="進度" sx={{ mt: 0.5 }} {...(Total ? { variant: 'determinate', value: Math.min(100, (Done / Total) * 100) } : {})} />
)
