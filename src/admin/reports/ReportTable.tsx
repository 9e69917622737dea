import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useEffect, useRef } from 'react'
import type { ReportAnswer } from '../../contract/reports'
import { cellText } from '../../schema/reports/report-cell'
import type { ReportResource } from '../../schema/reports/report-spec'
import { isNumeric } from '../../schema/value-text'
import { ScrollRegion } from '../parts/ScrollRegion'
import { ReportRow, rowHeight } from './ReportRow'
import { useWindow } from './use-window'

interface ReportTableProps {
  readonly resource: ReportResource
  readonly answer: ReportAnswer
  /** The lines behind the first ones come into sight. */
  readonly onMore: () => void
}

/** The lines of a report. Only those in sight are drawn, but the table says how long it is and which line is which; the totals of the whole stay in sight. */
export const ReportTable = ({ resource, answer: { Lines, LineCount, Totals }, onMore }: ReportTableProps) => {
  const box = useRef<HTMLDivElement>(null)
  const count = LineCount - Totals.length
  const { first, last } = useWindow(box, count, rowHeight)
  const missing = last > Math.min(Lines.length, count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody scrolls on, not when the question fails.
  useEffect(() => {
    if (missing) onMore()
  }, [missing, last])
  const widths = widthsOf(resource, Lines)
  return (
    <ScrollRegion label={resource.label} boxRef={box} maxHeight="70vh" stickyEnd={false}>
      <Table size="small" stickyHeader aria-label={resource.label} aria-rowcount={LineCount + 1} sx={{ '& td, & th': { height: rowHeight, py: 0 } }}>
        <TableHead>
          <TableRow aria-rowindex={1}>
            {resource.report.columns.map(({ field }, place) => (
              <TableCell key={field.name} align={isNumeric(field) ? 'right' : 'left'} sx={{ bgcolor: 'var(--sunken)', minWidth: widths[place] }}>
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <Gap lines={first} />
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index).map((place) => (
            <ReportRow key={place} report={resource.report} line={Lines[place]} index={place + 2} />
          ))}
          <Gap lines={count - last} />
        </TableBody>
        {Totals.length > 0 && (
          <TableFooter sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
            {Totals.map((line, place) => (
              <ReportRow key={line.Text} report={resource.report} line={line} index={count + place + 2} />
            ))}
          </TableFooter>
        )}
      </Table>
    </ScrollRegion>
  )
}

const Gap = ({ lines }: { lines: number }) =>
  lines > 0 && (
    <tr aria-hidden>
      <td style={{ height: lines * rowHeight, padding: 0, border: 0 }} />
    </tr>
  )

// Columns keep their width while lines come and go: as wide as the widest text that is at hand.
const widthsOf = ({ report }: ReportResource, lines: ReportAnswer['Lines']): readonly string[] =>
  report.columns.map((_, place) => `${Math.max(0, ...lines.slice(0, 500).map((line) => emsOf(cellText(report, line, place)))) + 2.5}em`)

// A Chinese character is as wide as the letters are high, others about six tenths of that.
const emsOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.6), 0)
