import { Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { textSizes } from '../../browser/theme/type-scale'
import type { ReportResource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { cellText, isRightAligned } from '../../schema/reports/cell-text'
import { reportColumns } from '../../schema/reports/report-form'
import type { ReportLine } from '../../schema/reports/report-lines'
import { isSameValue } from '../../schema/rules/record-rules'
import { isNumeric } from '../../schema/text/value-text'
import { ScrollRegion, useMeasure } from '../components/ScrollRegion'
import { headingSpanOf } from './heading-span'
import { LineHeading } from './LineHeading'
import type { ReportFilters } from './report-query'
import type { ReportResult } from './use-report'

interface ReportTableProps {
  readonly result: ReportResult
  /** Called when the last lines become visible; absent = no more lines can be read at the moment. */
  readonly onMore: (() => void) | undefined
}

/**
 * Renders the table of a report.
 * Only the lines near the visible part are rendered; `aria-rowindex` describes their places in the whole table.
 * The headings, the first column and the totals stay visible.
 */
export const ReportTable = ({ result, onMore }: ReportTableProps) => {
  const { report, filters, lines, totals = [], isComplete } = result
  const regionRef = useRef<HTMLDivElement>(null)
  const bodyCount = isComplete ? lines.length : lines.length + 1
  const { first, end } = useVisibleLines(regionRef, bodyCount)
  const isAtEnd = !isComplete && end >= lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads more lines when the user scrolls on, but not again after a failed call
  useEffect(() => {
    if (isAtEnd) onMore?.()
  }, [isAtEnd, lines.length])
  const columns = reportColumns(report)
  const widths = widthsOf(columns, lines)
  const shown = { report, filters, columns }
  return (
    <ScrollRegion label={report.report.title} regionRef={regionRef} sx={regionStyles}>
      <Table
        size="small"
        stickyHeader
        aria-label={report.report.title}
        aria-rowcount={isComplete ? lines.length + totals.length + 1 : -1}
        sx={tableStyles}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {columns.map((field, index) => (
              <TableCell
                key={field.name}
                align={isNumeric(field) ? 'right' : 'left'}
                sx={{
                  minWidth: index === 0 ? { xs: `min(${widths[0]}, ${narrowWidth})`, sm: widths[0] } : widths[index],
                }}
              >
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <Gap lineCount={first} />
          {lines.slice(first, end).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key and do not change their order
            <ReportRow key={first + index} {...shown} line={line} rowNo={first + index + 2} />
          ))}
          {isAtEnd && (
            <TableRow>
              <TableCell colSpan={columns.length} sx={{ color: 'text.secondary' }}>
                {onMore ? '載入中…' : ''}
              </TableCell>
            </TableRow>
          )}
          <Gap lineCount={bodyCount - Math.max(end, first)} />
        </TableBody>
        {totals.length > 0 && (
          <TableFooter>
            {totals.map((line, index) => (
              <ReportRow key={line.text} {...shown} line={line} rowNo={lines.length + index + 2} />
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
// the lines that are rendered. A longer text is cut, and complete in its tooltip.
const widthsOf = (columns: readonly Field[], lines: readonly ReportLine[]): readonly string[] => {
  const rows = lines.slice(0, 500).filter(({ kind }) => kind === 'row')
  return columns.map((field, index) => {
    const ems = Math.max(emsOf(field.label), ...rows.map((line) => emsOf(cellText(field, line, index))))
    return `${Math.min(ems, maxEms) + 2.5}em`
  })
}

const maxEms = 22

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
): { readonly first: number; readonly end: number } => {
  const [viewport, setViewport] = useState({ top: 0, height: 0 })
  useMeasure(regionRef, ({ scrollTop, clientHeight }) => {
    const next = { top: scrollTop, height: clientHeight }
    setViewport((previous) => (isSameValue(previous, next) ? previous : next))
  })
  const visibleCount = Math.ceil(viewport.height / rowHeight) + 1
  const firstVisible = Math.floor(viewport.top / rowHeight)
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
  readonly report: ReportResource
  readonly filters: ReportFilters
  readonly columns: readonly Field[]
  readonly line: ReportLine
  /** Number of the row in the whole table, from 1, counting the headings. */
  readonly rowNo: number
}

const ReportRow = ({ report, filters, columns, line, rowNo }: ReportRowProps) => {
  const headingSpan = headingSpanOf(columns, line)
  return (
    <TableRow aria-rowindex={rowNo} className={line.kind}>
      {headingSpan > 0 && (
        <TableCell component="th" scope="row" colSpan={headingSpan}>
          <span className="heading">
            <LineHeading report={report} filters={filters} line={line} />
          </span>
        </TableCell>
      )}
      {columns.slice(headingSpan).map((field, place) => {
        const text = cellText(field, line, headingSpan + place)
        return (
          <TableCell key={field.name} align={isRightAligned(field, line, headingSpan + place) ? 'right' : 'left'}>
            {text}
          </TableCell>
        )
      })}
    </TableRow>
  )
}

// The totals are in view together with the first rows, below the query form.
const regionStyles = { maxHeight: { xs: 'max(100vh - 15rem, 12rem)', sm: 'max(100vh - 30rem, 24rem)' } }

// On a phone, the first column leaves room for the others beside it.
const narrowWidth = '38vw'

const tableStyles = {
  '& td, & th': { height: rowHeight, py: 0, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  '& td': { maxWidth: `${maxEms + 2.5}em`, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& thead th': { bgcolor: 'var(--sunken)' },
  '& .row > :first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    maxWidth: { xs: narrowWidth, sm: 'none' },
    bgcolor: 'background.paper',
    borderRight: 1,
    borderRightColor: 'divider',
  },
  '& thead th:first-of-type': { left: 0, zIndex: 4, borderRight: 1, borderRightColor: 'divider' },
  '&& .subtotal > *, && .total > *': {
    fontWeight: 700,
    bgcolor: 'var(--sunken)',
    color: 'text.primary',
    fontSize: textSizes.small,
  },
  // The heading stays in view while the amounts beside it are scrolled.
  '& .heading': { position: 'sticky', left: 16 },
  '& tfoot': { position: 'sticky', bottom: 0, zIndex: 2, display: { xs: 'none', sm: 'table-footer-group' } },
  '& tfoot tr:first-of-type > *': { borderTop: 1, borderColor: 'divider' },
}
