import { Box, Stack } from '@mui/material'
import { useState } from 'react'
import { Link, type RaRecord, ShowBase, useCreatePath, useGetList, useShowContext } from 'react-admin'
import {
  alignOf,
  DescriptionItem,
  detailMeta,
  FailurePanel,
  fieldViewOf,
  JobProgress,
  JobResult,
  PageHeader,
  Pager,
  PageSkeleton,
  PlainTable,
  SectionCard,
  ShowButtons,
  ShowSection,
  useIsNarrow,
  usePolling,
  useSchema,
} from '../../src/admin'
import { countText, dateTimeText, moneyText } from '../../src/browser/format'
import { type BillImport, ImportErrors, isUnderWay, isWarning } from './ImportErrors'
import { ImportSlips, isPrinting } from './ImportSlips'

/** Renders the result of an upload. The page refreshes until the import and the printing of its slips have ended. */
export const BillImportShow = () => (
  // The page itself shows a failure of the query.
  <ShowBase queryOptions={{ meta: detailMeta, onError: () => {} }}>
    <BillImportContent />
  </ShowBase>
)

const BillImportContent = () => {
  const { record, error, refetch } = useShowContext<BillImport>()
  usePolling(() => void refetch(), record !== undefined && (isUnderWay(record) || isPrinting(record)))
  if (record) return <BillImportPage record={record} />
  return error ? <FailurePanel error={error} onRetry={refetch} /> : <PageSkeleton />
}

const BillImportPage = ({ record }: { record: BillImport }) => {
  const resource = useSchema()
  return (
    <>
      <PageHeader
        resource={resource}
        task="檢視"
        record={`${record.ImportBatchNo} ${record.ImportBatchName}`}
        actions={<ShowButtons resource={resource} record={record} />}
      />
      <Stack spacing={2}>
        <ResultSummary record={record} />
        {!isUnderWay(record) && <ImportSlips record={record} />}
        {record.ErrorLog && record.ErrorLog.length > 0 && (
          <ImportErrors errors={record.ErrorLog} failedCount={record.FailCount} />
        )}
        {record.SuccessCount > 0 && record.ImportBatchNo && <UploadedBills batchNo={record.ImportBatchNo} />}
        {filledSections(resource, record).map((section) => (
          <ShowSection key={section.title} {...section} record={record} />
        ))}
      </Stack>
    </>
  )
}

/**
 * Returns the sections of the form, without empty fields.
 * OriFileName is omitted, because the file is shown with its name.
 */
const filledSections = ({ form, fields }: ReturnType<typeof useSchema>, record: BillImport) =>
  form
    .map(({ title, fields: names }) => ({
      title,
      fields: fields.filter(
        (field) =>
          names.includes(field.name) && field.name !== 'OriFileName' && fieldViewOf(field).text(field, record) !== '',
      ),
    }))
    .filter((section) => section.fields.length > 0)

/** Renders the bills of an upload, each with a link to its page. */
const UploadedBills = ({ batchNo }: { batchNo: string }) => {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useGetList('bills', {
    pagination: { page, perPage: pageSize },
    sort: { field: 'BillNo', order: 'ASC' },
    filter: { ImportBatchNo: batchNo },
  })
  return (
    <SectionCard title="本批帳單">
      {error ? <FailurePanel error={error} onRetry={refetch} /> : <BillTable rows={data ?? []} />}
      <Pager page={page} perPage={pageSize} total={total ?? 0} onPage={setPage} />
    </SectionCard>
  )
}

const pageSize = 10
const columns = ['BillNo', 'PayerId', 'PayerName', 'VACAccount', 'ShouldPayAmount', 'PaymentEndDate', 'BillStatus']
const narrowColumns = ['BillNo', 'PayerName', 'ShouldPayAmount']

const BillTable = ({ rows }: { rows: readonly RaRecord[] }) => {
  const billSchema = useSchema('bills')
  const createPath = useCreatePath()
  const isNarrow = useIsNarrow()
  const fields = (isNarrow ? narrowColumns : columns).flatMap((name) =>
    billSchema.fields.filter((field) => field.name === name),
  )
  return (
    <PlainTable
      label="本批帳單"
      columns={fields.map((field) => ({
        title: field.label,
        align: alignOf(field),
        cell: (row: RaRecord) => {
          const text = fieldViewOf(field).text(field, row)
          return field.name === 'BillNo' ? (
            <Link to={createPath({ resource: 'bills', type: 'show', id: row.id })}>{text}</Link>
          ) : (
            text
          )
        },
      }))}
      rows={rows}
    />
  )
}

/** Renders the result of an upload as a sentence, with its counts and other details. */
const ResultSummary = ({ record }: { record: BillImport }) => (
  <JobResult
    label="處理結果"
    progress={
      isUnderWay(record) && (
        <JobProgress label="處理中">系統正在處理上傳的資料，完成後會自動更新；您也可以先離開這一頁。</JobProgress>
      )
    }
    result={{ severity: severityOf(record), text: summaryOf(record) }}
  >
    <Box
      component="dl"
      sx={{ m: 0, mt: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' } }}
    >
      {Object.entries(detailsOf(record)).map(([name, value]) => (
        <DescriptionItem key={name} name={name} size="1rem">
          {value}
        </DescriptionItem>
      ))}
    </Box>
  </JobResult>
)

const severityOf = (record: BillImport): 'success' | 'warning' | 'error' => {
  if (record.ImportStatus === 'Succeeded') return hasWarnings(record) ? 'warning' : 'success'
  return record.ImportStatus === 'PartialFailed' ? 'warning' : 'error'
}

// A succeeded upload has no errors, so every entry of its log is a warning.
const hasWarnings = ({ ErrorLog }: BillImport): boolean => ErrorLog !== null && ErrorLog.length > 0

const summaryOf = (record: BillImport): string => {
  const { ImportStatus, SuccessCount, FailCount, ErrorLog } = record
  // An error of the whole file, such as a cancelled import, is logged with 檔案 (file) as its column.
  // Its message replaces the advice about rows.
  const fileError = ErrorLog?.find(({ ColumnName }) => ColumnName === '檔案')
  if (fileError?.Message) return fileError.Message
  if (ImportStatus === 'Succeeded')
    return `全部 ${countText(SuccessCount)} 筆資料已成為帳單${hasWarnings(record) ? '；部分資料請留意下表的提醒' : ''}。`
  if (ImportStatus === 'PartialFailed')
    return `${countText(SuccessCount)} 筆已成為帳單，${countText(FailCount)} 筆有誤未匯入；請按「下載錯誤檔」，修正後上傳該檔。${unlistedRowsText(record)}`
  return '沒有任何資料匯入；請依下表修正後重新上傳整個檔案。'
}

/**
 * Returns a sentence about the failed rows that the error file does not list; empty if it lists all.
 * After a partial import, the error file contains the rows that the error log names.
 * The log has a maximum length and is in the order of the rows.
 */
const unlistedRowsText = ({ FailCount, ErrorLog }: BillImport): string => {
  const listedRows = new Set(ErrorLog?.filter((entry) => !isWarning(entry)).map(({ RowNo }) => RowNo))
  if (listedRows.size >= FailCount) return ''
  // Row 1 has the titles of the columns.
  const lastListedRow = [...listedRows].at(-1) ?? 1
  return `錯誤檔未列出其中 ${countText(FailCount - listedRows.size)} 筆；這些資料都在第 ${lastListedRow} 列之後，請從原始檔取出尚未匯入的資料，另存新檔後上傳。`
}

const detailsOf = (record: BillImport) => ({
  總筆數: countText(record.TotalCount),
  成功筆數: countText(record.SuccessCount),
  失敗筆數: countText(record.FailCount),
  總金額: moneyText(record.TotalAmount, record.CurrencyType),
  上傳人員: record.UploadUser ?? '－',
  上傳時間: dateTimeText(record.UploadTime),
  完成時間: dateTimeText(record.FinishTime) || '－',
})
