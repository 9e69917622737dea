import { cornerRadius } from '../../browser/theme/tokens'
import { textSizes } from '../../browser/theme/type-scale'

/** Renders the text of a state in the colour of the state. The colour adds no information to the text. */
export const StatusChip = ({ code, text }: { code: string; text: string }) => (
  <span className={`status-chip ${toneOf(code)}`}>{text}</span>
)

/** The styles of all chips. They are part of the page's base styles, because a list has a chip in each row. */
export const statusChipStyles = {
  '.status-chip': {
    display: 'inline-block',
    padding: '0 8px',
    borderRadius: cornerRadius,
    fontSize: textSizes.label,
    lineHeight: '22px',
    whiteSpace: 'nowrap',
    color: 'var(--text-muted)',
    backgroundColor: 'var(--sunken)',
  },
  '.status-chip.success': { color: 'var(--success)', backgroundColor: 'var(--success-soft)' },
  '.status-chip.danger': { color: 'var(--danger)', backgroundColor: 'var(--danger-soft)' },
  '.status-chip.warning': { color: 'var(--warning)', backgroundColor: 'var(--warning-soft)' },
} as const

/**
 * The codes of each colour: enum codes of `src/domain/enums.ts` and of schema files, and in lower case the values of
 * `job.state`.
 */
const tones: Readonly<Record<string, readonly string[]>> = {
  success: [
    'Active',
    'Enabled',
    'Open',
    'Succeeded',
    'Success',
    'Done',
    'done',
    'Paid',
    'Authorized',
    'WrittenOff',
    'Matched',
    'Collected',
  ],
  danger: [
    'Failed',
    'failed',
    'Rejected',
    'Locked',
    'Overdue',
    'Exception',
    'GiveUp',
    'Terminated',
    'Missing',
    'Short',
    'Over',
    'NoLines',
  ],
  warning: [
    'PartialFailed',
    'PartialPaid',
    'OverPaid',
    'Pending',
    'waiting',
    'Processing',
    'running',
    'Applying',
    'Held',
    'Suspended',
    'NotWrittenOff',
    'PendingRelease',
  ],
}

const toneOf = (code: string): string => Object.entries(tones).find(([, codes]) => codes.includes(code))?.[0] ?? ''
