import WarningIcon from '@mui/icons-material/WarningAmber'
import { Box, LinearProgress, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText, dateTimeText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { JobInfo } from '../../contract/call-responses'
import { StatusChip } from '../components/StatusChip'
import { hasOperation } from '../data-provider/operations'
import { usePortal } from '../portal'
import { JobCancelButton } from './JobCancelButton'
import { isUnderWay, progressProps } from './use-jobs'

/** Renders jobs, each with its state and a link to its record or to the result of its import. */
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
            <StatusChip code={stateCode(job)} text={stateText(job)} />
          </Stack>
          {hasErrors(job) && <ImportErrors job={job} onFollow={onFollow} />}
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
            <Typography color="textSecondary" sx={{ fontSize: textSizes.label, overflowWrap: 'anywhere' }}>
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

const JobTitle = ({ job, onFollow }: JobLinkProps) => {
  const path = useJobPath(job)
  if (path === undefined) return <span>{job.Title || '作業（資料已刪除）'}</span>
  return (
    <MuiLink
      component={Link}
      to={path}
      underline="hover"
      onClick={onFollow}
      sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 }}
    >
      {job.Title}
    </MuiLink>
  )
}

interface JobLinkProps {
  readonly job: JobInfo
  readonly onFollow: () => void
}

/** Renders how many rows an import has written and rejected, with a link to the rejected ones. */
const ImportErrors = ({ job, onFollow }: JobLinkProps) => {
  const path = useJobPath(job)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, my: 0.25, color: 'var(--warning)' }}>
      <WarningIcon fontSize="small" />
      <Typography sx={{ fontSize: textSizes.small, fontWeight: 600 }}>
        {countText(job.SuccessCount ?? 0)} 筆成功、{countText(job.FailCount ?? 0)} 筆失敗
      </Typography>
      {path !== undefined && (
        <MuiLink
          component={Link}
          to={path}
          aria-label={`看錯誤：${job.Title}`}
          onClick={onFollow}
          sx={{ fontSize: textSizes.small }}
        >
          看錯誤
        </MuiLink>
      )}
    </Stack>
  )
}

/** Returns whether an ended import has rejected rows. A backend may not send the counts. */
const hasErrors = ({ State, FailCount }: JobInfo): boolean => State === 'done' && (FailCount ?? 0) > 0

/** Returns the path of the job's record or of the result of its import; undefined if there is none. */
const useJobPath = ({ JobId, Page, RecordId }: JobInfo): string | undefined => {
  const { schemas } = usePortal()
  const createPath = useCreatePath()
  if (Page === null || !schemas.has(Page)) return undefined
  const resource = schemas.get(Page)
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

const stateTexts = {
  waiting: '等待中',
  running: '處理中',
  done: '已完成',
  failed: '失敗',
  cancelled: '已取消',
} as const satisfies Record<JobInfo['State'], string>

/** Returns the text of the state of a job. */
const stateText = (job: JobInfo): string => {
  if (job.Cancelling) return '取消中'
  if (job.Note) return '待確認'
  return hasErrors(job) ? '部分失敗' : stateTexts[job.State]
}

/** Returns the code of the state of a job, which determines its colour. */
const stateCode = (job: JobInfo): string => {
  if (job.Note) return 'Held'
  return hasErrors(job) ? 'PartialFailed' : job.State
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
