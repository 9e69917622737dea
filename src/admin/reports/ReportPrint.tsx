import { Box, GlobalStyles } from '@mui/material'
import { dateTimeText } from '../../browser/format'
import type { ReportLine, ReportResponse } from '../../contract/reports'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { cellText, isRightAligned } from '../../schema/reports/cell-text'
import { isNumeric, valueText } from '../../schema/text/value-text'

/** Maximum number of columns that fit on a page in portrait format. */
const maxPortraitColumns = 6

interface ReportPrintProps {
  readonly resource: ReportResource
  readonly conditions: RecordValues
  readonly response: ReportResponse
}

/**
 * Renders a report for printing: the loaded lines, with a note if the report has more lines.
 * Each page begins with the title, conditions, time and user.
 */
export const ReportPrint = ({ resource, conditions, response }: ReportPrintProps) => {
  const { columns } = resource.report
  return (
    <Box sx={printStyles} data-testid="report-print">
      <GlobalStyles styles={pageStyles(columns.length > maxPortraitColumns)} />
      <table>
        <thead>
          <tr>
            <td colSpan={columns.length}>
              <PrintHead resource={resource} conditions={conditions} response={response} />
            </td>
          </tr>
          <tr>
            {columns.map(({ field }) => (
              <th key={field.name} scope="col" className={isNumeric(field) ? 'number' : undefined}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {response.Lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key and do not change their order
            <PrintLine key={index} resource={resource} line={line} />
          ))}
        </tbody>
      </table>
      {response.Lines.length < response.LineCount && (
        <p>這裡只有前 {response.Lines.length.toLocaleString('en')} 列；請按畫面上的「列印」印出全部。</p>
      )}
    </Box>
  )
}

/** Returns the conditions of a report as text: 起日：2026/11/01　迄日：2026/11/30. */
export const conditionsText = ({ fields }: ReportResource, conditions: RecordValues): string =>
  fields
    .map((field) => [field.label, valueText(field, conditions)] as const)
    .flatMap(([label, text]) => (text ? [`${label}：${text}`] : []))
    .join('　')

const PrintHead = ({ resource, conditions, response }: ReportPrintProps) => (
  <div className="head">
    <div>
      <strong>{resource.label}</strong>
      <span>{response.Company}</span>
    </div>
    <div>
      <span>{conditionsText(resource, conditions)}</span>
      <span>
        製表時間：{dateTimeText(response.QueryTime)}　製表人員：{response.QueryUser}
      </span>
    </div>
  </div>
)

const PrintLine = ({ resource: { report }, line }: { resource: ReportResource; line: ReportLine }) => (
  <tr className={line.Kind}>
    {report.columns.map((column, index) => (
      <td key={column.field.name} className={isRightAligned(column, line, index) ? 'number' : undefined}>
        {cellText(report, line, index)}
      </td>
    ))}
  </tr>
)

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
  '& .head': { paddingBottom: '4pt' },
  '& .head > div': { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '12pt' },
  '& .head strong': { fontSize: '14pt' },
} as const

// The page number is in a margin box of CSS. Browsers that do not support margin boxes print their own page numbers.
const pageStyles = (isWide: boolean) => ({
  '@page': {
    size: isWide ? 'A4 landscape' : 'A4',
    margin: '12mm 10mm 14mm',
    '@bottom-right': { content: '"第 " counter(page) " 頁，共 " counter(pages) " 頁"', fontSize: '8pt' },
  },
})
