import { Box } from '@mui/material'
import type { Field } from '../../schema/language/types'
import { cellText, isRightAligned } from '../../schema/reports/cell-text'
import { reportColumns } from '../../schema/reports/report-form'
import type { ReportLine } from '../../schema/reports/report-lines'
import { isNumeric } from '../../schema/text/value-text'
import { PaperHeadLines, PaperSheet, paperHeadStyles } from '../components/PaperHead'
import { queryTexts } from '../list/query/query-text'
import { headingSpanOf } from './heading-span'
import type { ReportResult } from './use-report'

/** Maximum number of columns that fit on a page in portrait format. */
const maxPortraitColumns = 6

interface ReportPrintProps {
  readonly result: ReportResult
  /** All lines of the report; undefined if they were not read for printing. */
  readonly lines: readonly ReportLine[] | undefined
}

/**
 * Renders a report for printing, with a note if it has more rows than were read.
 * Each page begins with the title, company, conditions, time and user.
 */
export const ReportPrint = ({ result, lines }: ReportPrintProps) => {
  const { report, filters, firstRow } = result
  const columns = reportColumns(result.report)
  const { note } = result.report.list.totalRules ?? {}
  return (
    <Box sx={printStyles} data-testid="report-print">
      <PaperSheet size={columns.length > maxPortraitColumns ? 'A4 landscape' : 'A4'} />
      <table>
        <thead>
          <tr>
            <td colSpan={columns.length}>
              <PaperHeadLines title={report.report.title} texts={queryTexts(report, filters, firstRow)} />
            </td>
          </tr>
          <tr>
            {columns.map((field) => (
              <th key={field.name} scope="col" className={isNumeric(field) ? 'number' : undefined}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(lines ?? [...result.lines, ...(result.totals ?? [])]).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key and do not change their order
            <PrintLine key={index} columns={columns} line={line} />
          ))}
          {/* As a line, the note has the headings above it where a sheet begins with it. */}
          {note && (
            <tr className="note">
              <td colSpan={columns.length}>{note}</td>
            </tr>
          )}
        </tbody>
      </table>
      {!lines && !result.isComplete && (
        <p>這裡只有前 {result.loadedCount.toLocaleString('en')} 筆；請按畫面上的「列印」印出全部。</p>
      )}
    </Box>
  )
}

const PrintLine = ({ columns, line }: { columns: readonly Field[]; line: ReportLine }) => {
  const headingSpan = headingSpanOf(columns, line)
  return (
    <tr className={line.kind}>
      {headingSpan > 0 && <td colSpan={headingSpan}>{line.text}</td>}
      {columns.slice(headingSpan).map((field, place) => (
        <td key={field.name} className={isRightAligned(field, line, headingSpan + place) ? 'number' : undefined}>
          {cellText(field, line, headingSpan + place)}
        </td>
      ))}
    </tr>
  )
}

// The elements are plain HTML, because a printout may have thousands of lines.
// Headings repeat on every page, and no line is split.
const printStyles = {
  display: 'none',
  displayPrint: 'block',
  color: '#000',
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '9pt', lineHeight: 1.35 },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& th, & tbody td': {
    textAlign: 'left',
    padding: '2pt 4pt',
    borderBottom: '0.5pt solid #999',
    verticalAlign: 'top',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th': { borderBottom: '1pt solid #000', borderTop: '1pt solid #000', whiteSpace: 'nowrap' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .subtotal td, & .total td': { fontWeight: 700, background: '#eee', printColorAdjust: 'exact' },
  '& .total td': { borderTop: '1pt solid #000', borderBottom: '1pt solid #000' },
  ...paperHeadStyles,
  '& .paper-head': { paddingBottom: '4pt' },
  '& tbody .note td': { fontSize: '8pt', borderBottom: 0, paddingTop: '6pt' },
} as const
