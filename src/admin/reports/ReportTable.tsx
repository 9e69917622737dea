import { Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ReportLine, ReportResponse } from '../../contract/reports'
import type { ReportSpec } from '../../schema/language/report'
import type { ReportResource } from '../../schema/language/resource'
import { cellText, isRightAligned } from '../../schema/reports/cell-text'
import { isSameValue } from '../../schema/rules/record-rules'
import { isNumeric } from '../../schema/text/value-text'
import { ScrollRegion, useMeasure } from '../components/ScrollRegion'

interface ReportTableProps {
  readonly resource: ReportResource
  readonly response: ReportResponse
  /** Called when lines that are not loaded become visible. */
  readonly onMore: () => void
}

/**
 * Renders the table of a report.
 * Only the lines near the visible part are rendered; `aria-rowcount` and `aria-rowindex` describe the whole table.
 * The totals stay visible.
 */
export const ReportTable = ({ resource, response: { Lines, LineCount, Totals }, onMore }: ReportTableProps) => {
  const regionRef = useRef<HTMLDivElement>(null)
  const bodyLineCount = LineCount - Totals.length
  const { first, end } = useVisibleLines(regionRef, bodyLineCount, rowHeight)
  const hasUnloadedLines = end > Math.min(Lines.length, bodyLineCount)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads more lines when the user scrolls on, but not again after a failed call
  useEffect(() => {
    if (hasUnloadedLines) onMore()
  }, [hasUnloadedLines, end])
  const widths = widthsOf(resource, Lines)
  return (
    <ScrollRegion label={resource.label} regionRef={regionRef}>
      <Table
        size="small"
        stickyHeader
        aria-label={resource.label}
        aria-rowcount={LineCount + 1}
        sx={{ '& td, & th': { height: rowHeight, py: 0 } }}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {resource.report.columns.map(({ field }, index) => (
              <TableCell
                key={field.name}
                align={isNumeric(field) ? 'right' : 'left'}
                sx={{ bgcolor: 'var(--sunken)', minWidth: widths[index] }}
              >
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <Gap lineCount={first} />
          {Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index).map((index) => (
            <ReportRow key={index} report={resource.report} line={Lines[index]} rowNo={index + 2} />
          ))}
          <Gap lineCount={bodyLineCount - end} />
        </TableBody>
        {Totals.length > 0 && (
          <TableFooter sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
            {Totals.map((line, index) => (
              <ReportRow key={line.Text} report={resource.report} line={line} rowNo={bodyLineCount + index + 2} />
            ))}
          </TableFooter>
        )}
      </Table>
    </ScrollRegion>
  )
}

/** Renders the empty space of lines that are not rendered. */
const Gap = ({ lineCount }: { lineCount: number }) =>
  lineCount > 0 && (
    <tr aria-hidden>
      <td style={{ height: lineCount * rowHeight, padding: 0, border: 0 }} />
    </tr>
  )

// A column is as wide as its widest text in the first 500 lines, plus the padding, so that its width does not depend on
// the lines that are rendered.
const widthsOf = ({ report }: ReportResource, lines: ReportResponse['Lines']): readonly string[] =>
  report.columns.map(
    (_, index) => `${Math.max(0, ...lines.slice(0, 500).map((line) => emsOf(cellText(report, line, index)))) + 2.5}em`,
  )

// A Chinese character (above U+2E7F) is one em wide, any other character about 0.6 em.
const emsOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.6), 0)

/**
 * Returns the range of lines to render, from `first` up to, but not including, `end`: the visible lines, and the same
 * number of lines above and below.
 * All lines have the same height in pixels.
 */
const useVisibleLines = (
  regionRef: RefObject<HTMLElement | null>,
  lineCount: number,
  lineHeight: number,
): { readonly first: number; readonly end: number } => {
  const [viewport, setViewport] = useState({ top: 0, height: 0 })
  useMeasure(regionRef, ({ scrollTop, clientHeight }) => {
    const next = { top: scrollTop, height: clientHeight }
    setViewport((previous) => (isSameValue(previous, next) ? previous : next))
  })
  const visibleCount = Math.ceil(viewport.height / lineHeight) + 1
  const firstVisible = Math.floor(viewport.top / lineHeight)
  return {
    first: Math.max(0, Math.min(firstVisible - visibleCount, lineCount - visibleCount)),
    end: Math.min(lineCount, firstVisible + visibleCount * 2),
  }
}

/**
 * Height of every line in pixels.
 * With a fixed height, the position of a line is known without rendering the lines above it.
 */
const rowHeight = 36

interface ReportRowProps {
  readonly report: ReportSpec
  /** Undefined while the line is loading. */
  readonly line: ReportLine | undefined
  /** Number of the row in the whole table, from 1, counting the headings. */
  readonly rowNo: number
}

/** Renders a line of a report. The first cell of a total or subtotal is a heading. */
const ReportRow = ({ report, line, rowNo }: ReportRowProps) => {
  if (!line)
    return (
      <TableRow aria-rowindex={rowNo}>
        <TableCell colSpan={report.columns.length} sx={{ color: 'text.disabled' }}>
          載入中…
        </TableCell>
      </TableRow>
    )
  const { Kind } = line
  return (
    <TableRow
      aria-rowindex={rowNo}
      sx={
        Kind === 'row'
          ? undefined
          : { '&& > *': { fontWeight: 700, bgcolor: 'var(--sunken)', color: 'text.primary', fontSize: '0.875rem' } }
      }
    >
      {report.columns.map((column, index) => (
        <TableCell
          key={column.field.name}
          component={Kind !== 'row' && index === 0 ? 'th' : 'td'}
          scope={Kind !== 'row' && index === 0 ? 'row' : undefined}
          align={isRightAligned(column, line, index) ? 'right' : 'left'}
          sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
        >
          {cellText(report, line, index)}
        </TableCell>
      ))}
    </TableRow>
  )
}
