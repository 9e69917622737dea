import { Box } from '@mui/material'

/** Renders the text of a state in the colour of the state; the colour adds no information. */
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

/** The codes of each colour: enum codes of `src/domain/enums.ts` and of schema files, and in lower case the values of `job.state`. */
const tones: Readonly<Record<string, readonly string[]>> = {
  success: ['Active', 'Enabled', 'Open', 'Succeeded', 'Success', 'Done', 'done', 'Paid', 'Authorized', 'WrittenOff', 'Matched', 'Collected'],
  danger: ['Failed', 'failed', 'Rejected', 'Locked', 'Overdue', 'Exception', 'GiveUp', 'Terminated', 'Missing', 'Short', 'Over', 'NoLines'],
  warning: ['PartialFailed', 'PartialPaid', 'OverPaid', 'Pending', 'waiting', 'Processing', 'running', 'Applying', 'Suspended', 'NotWrittenOff'],
}

const toneOf = (code: string): string | undefined => Object.entries(tones).find(([, codes]) => codes.includes(code))?.[0]
