import { Box, Divider, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Pager, type PlainColumn, PlainTable, SectionCard, useIsNarrow } from '../../src/admin'
import { countText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the errors and warnings of the file, 20 on a page: row, column, value, code and reason. */
export const ImportErrors = ({ errors, failedCount }: { errors: readonly ImportError[]; failedCount: number }) => {
  const [page, setPage] = useState(1)
  const isNarrow = useIsNarrow()
  const shownErrors = errors.slice((page - 1) * pageSize, page * pageSize)
  return (
    <SectionCard label="錯誤明細" title={titleOf(errors, failedCount)}>
      {isNarrow ? (
        <ErrorCards errors={shownErrors} />
      ) : (
        <PlainTable label="錯誤明細" columns={columns} rows={shownErrors} />
      )}
      {errors.length > pageSize && (
        <Pager page={page} perPage={pageSize} total={errors.length} unit="項" onPage={setPage} />
      )}
    </SectionCard>
  )
}

const titleOf = (errors: readonly ImportError[], failedCount: number): string => {
  if (failedCount > 0) return `錯誤明細（${countText(failedCount)} 筆資料）`
  return errors.every(isWarning) ? '提醒' : '錯誤明細'
}

const pageSize = 20
const columns: readonly PlainColumn<ImportError>[] = [
  { title: '列號', cell: ({ RowNo }) => RowNo },
  { title: '欄位', cell: ({ ColumnName }) => ColumnName },
  {
    title: '內容',
    cell: ({ Value }) => Value || '（空白）',
    style: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
  { title: '錯誤代碼', cell: ({ ErrorCode }) => ErrorCode },
  { title: '原因', cell: ({ Message }) => Message, style: { whiteSpace: 'normal', minWidth: 240 } },
]

const ErrorCards = ({ errors }: { errors: readonly ImportError[] }) => (
  <Stack
    component="ul"
    aria-label="錯誤明細"
    divider={<Divider component="li" aria-hidden />}
    spacing={1.5}
    sx={{ m: 0, p: 0, listStyle: 'none' }}
  >
    {errors.map((error) => (
      <Box component="li" key={keyOf(error)}>
        <Typography sx={{ fontWeight: 600 }}>
          第 {error.RowNo} 列　{error.ColumnName}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{error.Value || '（空白）'}</Typography>
        <Typography color="textSecondary">
          {error.ErrorCode}　{error.Message}
        </Typography>
      </Box>
    ))}
  </Stack>
)

const keyOf = ({ RowNo, ColumnName }: ImportError): string => `${RowNo} ${ColumnName}`

/**
 * An upload as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
export type BillImport = {
  readonly id: string
  readonly ImportBatchNo: string | null
  readonly ImportBatchName: string
  readonly CurrencyType: EnumCode<'Currency'>
  readonly BillImportPDFSetting: EnumCode<'PDFSetting'>
  readonly ImportStatus: EnumCode<'ImportStatus'>
  readonly PDFStatus: EnumCode<'JobStatus'>
  readonly TotalCount: number
  readonly SuccessCount: number
  readonly FailCount: number
  readonly TotalAmount: number
  readonly ErrorLog: readonly ImportError[] | null
  readonly UploadUser: string | null
  readonly UploadTime: string | null
  readonly FinishTime: string | null
}

/** An error or a warning about one cell of the file, or about the whole file. */
interface ImportError {
  readonly RowNo?: number | null
  readonly ColumnName?: string | null
  readonly Value?: string | null
  readonly ErrorCode?: string | null
  readonly Message?: string | null
}

/** Returns whether an entry of the error log is only a warning; the codes of warnings begin with W. */
export const isWarning = ({ ErrorCode }: ImportError): boolean => ErrorCode?.startsWith('W') === true

/** Returns whether the job of the upload is waiting or running. */
export const isUnderWay = ({ ImportStatus }: BillImport): boolean =>
  ImportStatus === 'Pending' || ImportStatus === 'Processing'
