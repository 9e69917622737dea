import { Box, Button, Typography } from '@mui/material'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { ReportResource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import type { ReportLine } from '../../schema/reports/report-lines'
import { valueText } from '../../schema/text/value-text'
import { LineHeading } from './LineHeading'
import type { ReportResult } from './use-report'

interface ReportTotalsProps {
  readonly result: ReportResult
  /** Reads more rows of a report whose sums the backend does not send; undefined if the page reads no more. */
  readonly onReadAll: (() => void) | undefined
  readonly busy: boolean
}

/**
 * Renders the sums of the whole report on a narrow screen, where the last lines of the table are beside the screen.
 * If the backend sends no sums, says on every screen that they follow when all rows are read.
 */
export const ReportTotals = ({ result, onReadAll, busy }: ReportTotalsProps) => {
  const { totals, report, filters, loadedCount, rowCount, isMinimum } = result
  if (totals === undefined && onReadAll === undefined) return null
  if (totals === undefined)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pb: 1 }}>
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
          {`合計於讀取全部資料後顯示（已讀取 ${countText(loadedCount)}${isMinimum ? '' : `／${countText(rowCount)}`} 筆）。`}
        </Typography>
        <Button size="small" variant="outlined" loading={busy} onClick={onReadAll}>
          繼續讀取
        </Button>
      </Box>
    )
  return (
    <Box component="ul" aria-label="合計" sx={summaryStyles}>
      {totals.map((line) => (
        <li key={line.text}>
          <Typography component="div" sx={{ fontWeight: 700 }}>
            <LineHeading report={report} filters={filters} line={line} />
          </Typography>
          <SumList report={report} line={line} />
        </li>
      ))}
    </Box>
  )
}

const SumList = ({ report, line }: { report: ReportResource; line: ReportLine }) => (
  <Box component="dl">
    {report.list.totals.map((name) => {
      const field = fieldNamed(report.fields, name)
      return (
        field && (
          <div key={name}>
            <dt>{field.label}</dt>
            <dd>{valueText(field, line.values)}</dd>
          </div>
        )
      )
    })}
  </Box>
)

const summaryStyles = {
  display: { sm: 'none' },
  listStyle: 'none',
  m: 0,
  px: 2,
  pb: 1,
  '& li + li': { mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' },
  '& dl': { m: 0 },
  '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 2 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, fontVariantNumeric: 'tabular-nums', fontWeight: 600 },
}
