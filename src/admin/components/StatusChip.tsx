import { Box } from '@mui/material'

/** Renders the text of a state in the colour of the state; the text alone carries the meaning. */
export const StatusChip = ({ code, text }: { code: string; text: string }) => {
  const tone = toneOf(code)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 1,
        borderRadius: 1,
        fontSize: '0.8125rem',
        lineHeight: '22px',
        whiteSpace: 'nowrap',
        color: tone ? `var(--${tone})` : 'text.secondary',
        bgcolor: tone ? `var(--${tone}-soft)` : 'var(--sunken)',
      }}
    >
      {text}
    </Box>
  )
}

/** The codes of each colour: states of records by `src/domain/enums.ts`, and of jobs, which begin with a small letter. */
const tones: Readonly<Record<string, readonly string[]>> = {
  success: ['Active', 'Enabled', 'Open', 'Succeeded', 'Success', 'Done', 'done', 'Paid', 'Authorized', 'WrittenOff'],
  danger: ['Failed', 'failed', 'Rejected', 'Locked', 'Overdue', 'Exception', 'GiveUp', 'Terminated'],
  warning: ['PartialFailed', 'PartialPaid', 'OverPaid', 'Pending', 'waiting', 'Processing', 'running', 'Applying', 'Suspended', 'NotWrittenOff'],
}

const toneOf = (code: string): string | undefined => Object.entries(tones).find(([, codes]) => codes.includes(code))?.[0]
