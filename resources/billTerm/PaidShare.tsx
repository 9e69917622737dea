import { Box } from '@mui/material'
import type { CellProps } from '../../src/admin'
import { shareText } from '../../src/browser/format'

/** Renders the number of paid bills of a term, with a bar that shows their share of all bills of the term. */
export const PaidShare = ({ value: paid, record: { BillCount: bills }, children }: CellProps) => {
  if (typeof paid !== 'number' || typeof bills !== 'number' || bills === 0) return children
  const label = `已繳清 ${shareText(paid, bills)}`
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <span role="img" aria-label={label} title={label} style={track}>
        <span style={{ ...bar, width: `${(paid / bills) * 100}%` }} />
      </span>
      {children}
    </Box>
  )
}

// Plain elements, because a list has dozens of them.
const track = { display: 'inline-block', width: 48, height: 6, borderRadius: 3, background: 'var(--line)' }
const bar = { display: 'block', height: '100%', borderRadius: 3, background: 'var(--primary)' }
