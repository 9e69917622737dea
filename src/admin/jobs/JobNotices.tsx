import { Box, Popover, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { JobInfo } from '../../contract/call-responses'
import { FigureLink } from '../overview/FigureLink'
import {
  exceptionPage,
  ownProposalsText,
  proposalFilters,
  type WaitingFiles,
  type WaitingProposals,
} from '../overview/proposals'
import { JobList } from './JobList'

/** What the list of the bell shows. */
export interface JobNoticesProps {
  readonly anchor: HTMLElement | null
  readonly jobs: readonly JobInfo[]
  readonly lines: WaitingProposals
  /** The pages with files of which the user may release some. */
  readonly files: readonly WaitingFiles[]
  readonly onClose: () => void
}

/** Renders what waits for the user, and below it the user's jobs. */
export const JobNotices = ({ anchor, jobs, lines, files, onClose }: JobNoticesProps) => {
  const releasableLines = lines.count - lines.ownCount
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
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
      {(releasableLines > 0 || files.length > 0) && (
        <Box component="section" aria-label="待您處理" sx={waitingStyles}>
          <Typography component="h2" sx={{ fontWeight: 600 }}>
            待您處理
          </Typography>
          {releasableLines > 0 && <Proposals proposals={lines} onFollow={onClose} />}
          {files.map((waiting) => (
            <FileProposals key={waiting.page} files={waiting} onFollow={onClose} />
          ))}
        </Box>
      )}
      <Typography component="h2" sx={{ px: 2, pt: 1.5, pb: 1, fontWeight: 600 }}>
        作業通知
      </Typography>
      <JobList jobs={jobs} onFollow={onClose} />
    </Popover>
  )
}

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

const waitingStyles = {
  px: 2,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'var(--warning-soft)',
} as const

const Waiting = ({ ownText, children }: { readonly ownText: string; readonly children: ReactNode }) => (
  <Box sx={{ mt: 0.75 }}>
    {children}
    <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
      {ownText}
    </Typography>
  </Box>
)
