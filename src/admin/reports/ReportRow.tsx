import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { ReportLine } from '../../contract/reports'
import { cellText, isFigure } from '../../schema/reports/report-cell'
import type { ReportSpec } from '../../schema/reports/report-spec'

/** Every line of a report is as high as any other, so that those out of sight need not be drawn. */
export const rowHeight = 36

interface ReportRowProps {
  readonly report: ReportSpec
  /** Absent while it is on its way. */
  readonly line: ReportLine | undefined
  /** Which row of the whole table it is, from 1. */
  readonly index: number
}

/** A line of a report; a sum names itself in the first cell. */
export const ReportRow = ({ report, line, index }: ReportRowProps) => {
  if (!line)
    return (
      <TableRow aria-rowindex={index}>
        <TableCell colSpan={report.columns.length} sx={{ color: 'text.disabled' }}>
          載入中…
        </TableCell>
      </TableRow>
    )
  const { Kind } = line
  return (
    <TableRow
      aria-rowindex={index}
      sx={Kind === 'row' ? undefined : { '&& > *': { fontWeight: 700, bgcolor: 'var(--sunken)', color: 'text.primary', fontSize: '0.875rem' } }}
    >
      {report.columns.map((column, place) => (
        <TableCell
          key={column.field.name}
          component={Kind !== 'row' && place === 0 ? 'th' : 'td'}
          scope={Kind !== 'row' && place === 0 ? 'row' : undefined}
          align={isFigure(column, line, place) ? 'right' : 'left'}
          sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
        >
          {cellText(report, line, place)}
        </TableCell>
      ))}
    </TableRow>
  )
}
