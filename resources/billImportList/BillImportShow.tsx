import { Alert, Box, Card, LinearProgress, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Link, type RaRecord, ShowBase, useCreatePath, useGetList, useShowContext } from 'react-admin'
import {
  alignOf,
  detailMeta,
  FailurePanel,
  PageHeader,
  Pager,
  PageSkeleton,
  PlainTable,
  SectionCard,
  ShowButtons,
  ShowSection,
  Term,
  useSchema,
  viewOf,
} from '../../src/admin'
import { countText, dateTimeText, money } from '../../src/browser/format'
import { type Import, ImportErrors, isBusy } from './ImportErrors'

/** The result of an upload; the page refreshes until the job has ended. */
export const BillImportShow = () => (
  <ShowBase queryOptions={{ meta: detailMeta, onError: () => {} }}>
    <ImportContent />
  </ShowBase>
)

const ImportContent = () => {
  const { record, error, refetch } = useShowContext<Import>()
  usePolling(2000, () => void refetch(), record !== undefined && isBusy(record))
  if (record) return <ImportPage record={record} />
  return error ? <FailurePanel error={error} onRetry={refetch} /> : <PageSkeleton />
}

const ImportPage = ({ record }: { record: Import }) => {
  const resource = useSchema()
  return (
    <>
      <PageHeader
        resource={resource}
        step="檢視"
        record={`${record.ImportBatchNo} ${record.ImportBatchName}`}
        actions={<ShowButtons resource={resource} record={record} />}
      />
      <Stack spacing={2}>
        <ImportResult record={record} />
        {record.ErrorLog && record.ErrorLog.length > 0 && <ImportErrors errors={record.ErrorLog} failed={record.FailCount} />}
        {record.SuccessCount > 0 && record.ImportBatchNo && <ImportBills batch={record.ImportBatchNo} />}
        {resource.form.map(({ title, fields }) => (
          <ShowSection key={title} title={title} fields={resource.fields.filter(({ name }) => fields.includes(name) && name !== 'File')} record={record} />
        ))}
      </Stack>
    </>
  )
}

/** Calls `onTick` periodically while active; not while the page is hidden or without a network, when each failure would open a dialog. */
const usePolling = (milliseconds: number, onTick: () => void, active: boolean): void => {
  const latest = useRef(onTick)
  useEffect(() => {
    latest.current = onTick
  })
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => document.hidden || !navigator.onLine || latest.current(), milliseconds)
    return () => clearInterval(timer)
  }, [active, milliseconds])
}

/** The bills of an upload, each with a link to its page. */
const ImportBills = ({ batch }: { batch: string }) => {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useGetList('bills', {
    pagination: { page, perPage: pageSize },
    sort: { field: 'BillNo', order: 'ASC' },
    filter: { ImportBatchNo: batch },
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

const BillTable = ({ rows }: { rows: readonly RaRecord[] }) => {
  const bills = useSchema('bills')
  const createPath = useCreatePath()
  const fields = columns.flatMap((name) => bills.fields.filter((field) => field.name === name))
  return (
    <PlainTable
      label="本批帳單"
      columns={fields.map((field) => ({
        title: field.label,
        align: alignOf(field),
        cell: (row: RaRecord) => {
          const text = viewOf(field).text(field, row)
          return field.name === 'BillNo' ? <Link to={createPath({ resource: 'bills', type: 'show', id: row.id })}>{text}</Link> : text
        },
      }))}
      rows={rows}
    />
  )
}

/** The result of an upload: a sentence and numbers. */
const ImportResult = ({ record }: { record: Import }) => (
  <Card component="section" aria-label="處理結果" sx={{ p: { xs: 2, md: 3 } }}>
    <Box aria-live="polite">
      {isBusy(record) ? (
        <>
          <Typography sx={{ mb: 1 }}>系統正在處理上傳的資料，完成後會自動更新；您也可以先離開這一頁。</Typography>
          <LinearProgress aria-label="處理中" />
        </>
      ) : (
        <Alert severity={severityOf[record.ImportStatus] ?? 'info'}>{summaryOf(record)}</Alert>
      )}
    </Box>
    <Box component="dl" sx={{ m: 0, mt: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' } }}>
      {Object.entries(figuresOf(record)).map(([name, value]) => (
        <Term key={name} name={name} size="1rem">
          {value}
        </Term>
      ))}
    </Box>
  </Card>
)

const severityOf: Readonly<Record<string, 'success' | 'warning' | 'error'>> = { Succeeded: 'success', PartialFailed: 'warning', Failed: 'error' }

const summaryOf = ({ ImportStatus, SuccessCount, FailCount, ErrorLog }: Import): string => {
  // An error of the whole file, such as a cancelled import, is shown instead of advice about rows.
  const fileError = ErrorLog?.find(({ ColumnName }) => ColumnName === '檔案')
  if (fileError?.Message) return fileError.Message
  if (ImportStatus === 'Succeeded') return `全部 ${countText(SuccessCount)} 筆資料已成為帳單。`
  if (ImportStatus === 'PartialFailed')
    return `${countText(SuccessCount)} 筆已成為帳單，${countText(FailCount)} 筆有誤未匯入；請依下表修正後，將這些資料另存新檔再上傳。`
  return '沒有任何資料匯入；請依下表修正後重新上傳整個檔案。'
}

const figuresOf = (record: Import) => ({
  總筆數: countText(record.TotalCount),
  成功筆數: countText(record.SuccessCount),
  失敗筆數: countText(record.FailCount),
  總金額: money(record.TotalAmount, record.CurrencyType),
  上傳人員: record.UploadUser ?? '－',
  上傳時間: dateTimeText(record.UploadTime),
  完成時間: dateTimeText(record.FinishTime) || '－',
})
