import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { ImportBadRow, ImportProblem, ImportResult, ImportWarning } from '../../contract/imports'
import type { Resource } from '../../schema/language/resource'
import { failedRowsSheet } from '../../schema/sheets/failed-rows'
import { DownloadButton } from '../components/DownloadButton'
import { Pager } from '../components/Pager'
import { saveExcel } from '../export/sheet'

interface BadRowsProps {
  readonly resource: Resource
  readonly result: ImportResult
}

/** Renders the rows of a file that have errors, 20 on a page. */
export const BadRows = ({ resource, result }: BadRowsProps) => {
  const { BadRows: rows, BadCount: total, Titles } = result
  const downloadButton = (
    <DownloadButton
      size="small"
      text="下載錯誤檔"
      onDownload={() => saveExcel(failedRowsSheet(Titles, rows), `${resource.noun}匯入錯誤`)}
    />
  )
  return (
    <RowList title="錯誤明細" label="有誤的資料" aside={downloadButton} rows={rows}>
      {total > rows.length && (
        <Typography color="textSecondary">{`共 ${countText(total)} 筆有誤，這裡與錯誤檔列出前 ${countText(rows.length)} 筆。`}</Typography>
      )}
    </RowList>
  )
}

/**
 * Renders the warnings about rows, 20 on a page.
 * These rows are imported in spite of the warnings, except the example row of a template.
 */
export const Warnings = ({ warnings }: { warnings: readonly ImportWarning[] }) => (
  <RowList title="提醒" label="提醒的資料" rows={rowsOf(warnings)} />
)

/** Renders the rows that are skipped because they equal recorded data, 20 on a page. */
export const SkippedRows = ({ result: { SkippedRows: rows, SkippedCount: total } }: Pick<BadRowsProps, 'result'>) => (
  <RowList title="略過的資料" label="略過的資料" rows={rowsOf(rows)}>
    {total > rows.length && (
      <Typography color="textSecondary">{`共略過 ${countText(total)} 筆，這裡列出前 ${countText(rows.length)} 筆。`}</Typography>
    )}
  </RowList>
)

const rowsOf = (warnings: readonly ImportWarning[]): RowListProps['rows'] =>
  warnings.map(({ RowNo, ...problem }) => ({ RowNo, Problems: [problem] }))

interface RowListProps {
  readonly title: string
  readonly label: string
  readonly aside?: ReactNode
  readonly rows: readonly Pick<ImportBadRow, 'RowNo' | 'Problems'>[]
  /** Content below the rows. */
  readonly children?: ReactNode
}

const RowList = ({ title, label, aside, rows, children }: RowListProps) => {
  const [page, setPage] = useState(1)
  const shownRows = rows.slice((page - 1) * pageSize, page * pageSize)
  return (
    <Box component="section" aria-label={title}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', mb: 1 }}>
        <Typography component="h3" sx={{ fontSize: textSizes.body, fontWeight: 600 }}>
          {title}
        </Typography>
        {aside}
      </Stack>
      <Box component="ul" aria-label={label} sx={listStyles}>
        {shownRows.map((row) => (
          <Box component="li" key={row.RowNo} sx={rowStyles}>
            <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>第 {row.RowNo} 列</Typography>
            <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {row.Problems.map((problem) => (
                <Problem key={`${problem.ColumnName}${problem.Message}`} {...problem} />
              ))}
            </Stack>
          </Box>
        ))}
      </Box>
      {children}
      {rows.length > pageSize && <Pager page={page} perPage={pageSize} total={rows.length} onPage={setPage} />}
    </Box>
  )
}

const pageSize = 20

const Problem = ({ ColumnName, Value, ErrorCode, Message }: ImportProblem) => (
  <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
    {ColumnName && <strong>{ColumnName}</strong>}
    {ColumnName && <span>{Value ? `「${Value}」` : '（空白）'}</span>}
    <Typography component="span" color="textSecondary">
      {ErrorCode} {Message}
    </Typography>
  </Box>
)

const listStyles = { m: 0, p: 0, listStyle: 'none' }
const rowStyles = {
  display: 'grid',
  gap: { xs: 0.5, sm: 2 },
  gridTemplateColumns: { xs: '1fr', sm: '88px minmax(0, 1fr)' },
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
}
