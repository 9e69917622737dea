import { Box } from '@mui/material'
import { countText } from '../../browser/format'
import type { CellProps } from '../screens'

/** Renders how many records of a file succeeded and failed, such as 97 / 3, with a bar that shows their shares. */
const ResultShare = ({ succeeded, failed }: { readonly succeeded: number; readonly failed: number }) => {
  const all = succeeded + failed
  const label = `${countText(succeeded)} 筆成功、${countText(failed)} 筆失敗`
  return (
    <Box component="span" data-tip={label} sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <span aria-hidden style={track}>
        {all > 0 && <span style={{ ...part, width: `${(succeeded / all) * 100}%`, background: 'var(--success)' }} />}
        {failed > 0 && <span style={{ ...part, width: `${(failed / all) * 100}%`, background: 'var(--danger)' }} />}
      </span>
      <span role="img" aria-label={label}>
        {countText(succeeded)} / {countText(failed)}
      </span>
    </Box>
  )
}

/** Returns the cell of a field with the number of successes, for records that have their failures in another field. */
export const resultShareCell =
  (failedField: string) =>
  ({ value: succeeded, record: { [failedField]: failed }, children }: CellProps) =>
    typeof succeeded === 'number' && typeof failed === 'number' ? (
      <ResultShare succeeded={succeeded} failed={failed} />
    ) : (
      children
    )

// Plain elements, because a list has dozens of them.
const track = {
  display: 'inline-flex',
  width: 48,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: 'var(--line)',
}
const part = { display: 'block', height: '100%' }
