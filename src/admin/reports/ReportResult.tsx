import InboxIcon from '@mui/icons-material/InboxOutlined'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { countText, dateTimeText } from '../../browser/format'
import type { ReportAnswer, ReportLine } from '../../contract/reports'
import type { ReportResource } from '../../schema/reports/report-spec'
import type { Row } from '../../schema/types'
import { isNumeric, valueText } from '../../schema/value-text'
import { MessagePanel } from '../parts/MessagePanel'
import { Pager } from '../parts/Pager'
import { ScrollRegion } from '../parts/ScrollRegion'
import { linesPerPage, type Report } from './use-report'

/** What a report found: its lines with their sums, or a sentence. */
export const ReportResult = ({ resource, report }: { resource: ReportResource; report: Report }) => {
  const { answer, asked, whole, busy } = report.state
  if (!answer || !asked) return null
  return (
    <>
      <PaperHead resource={resource} asked={asked} answer={answer} />
      <Typography role="status" color="textSecondary" sx={{ px: 2, py: 1.5, displayPrint: 'none' }}>
        共 {countText(answer.RowCount)} 筆
      </Typography>
      <Box sx={{ height: 4 }}>{busy && <LinearProgress aria-label="更新中" />}</Box>
      {answer.RowCount === 0 ? (
        <MessagePanel icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />} title="查無資料" text="沒有符合查詢條件的資料，請調整期間或條件後再查詢。" />
      ) : (
        <Lines resource={resource} lines={answer.Lines} />
      )}
      {answer.LineCount > linesPerPage && !whole && (
        <Pager page={answer.PageNo} perPage={linesPerPage} total={answer.LineCount} unit="列" onPage={report.turn} />
      )}
    </>
  )
}

/** What paper needs beside the table. */
const PaperHead = ({ resource, asked, answer }: { resource: ReportResource; asked: Row; answer: ReportAnswer }) => (
  <Box sx={{ display: 'none', displayPrint: 'block', mb: 2 }}>
    <div>
      {resource.fields
        .flatMap((field) => {
          const text = valueText(field, asked)
          return text ? [`${field.label}：${text}`] : []
        })
        .join('　')}
    </div>
    <div>製表時間：{dateTimeText(answer.QueryTime)}</div>
  </Box>
)

const Lines = ({ resource, lines }: { resource: ReportResource; lines: readonly ReportLine[] }) => (
  <ScrollRegion label={resource.label} stickyEnd={false}>
    <Table size="small" aria-label={resource.label}>
      <TableHead>
        <TableRow>
          {resource.report.columns.map(({ field }) => (
            <TableCell key={field.name} align={isNumeric(field) ? 'right' : 'left'} sx={{ bgcolor: 'var(--sunken)' }}>
              {field.label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own, and they never move.
          <Line key={place} resource={resource} line={line} />
        ))}
      </TableBody>
    </Table>
  </ScrollRegion>
)

/** A sum names itself in the first cell. */
const Line = ({ resource, line: { Kind, Text, Values } }: { resource: ReportResource; line: ReportLine }) => (
  <TableRow sx={Kind === 'row' ? undefined : { '& > *': { fontWeight: 700, bgcolor: 'var(--sunken)' } }}>
    {resource.report.columns.map(({ field }, place) => (
      <TableCell
        key={field.name}
        component={Kind !== 'row' && place === 0 ? 'th' : 'td'}
        scope={Kind !== 'row' && place === 0 ? 'row' : undefined}
        align={isNumeric(field) && !(place === 0 && Text !== '') ? 'right' : 'left'}
        sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
      >
        {place === 0 && Text !== '' ? Text : valueText(field, Values)}
      </TableCell>
    ))}
  </TableRow>
)
