import Stack from '@mui/material/Stack'
import { ShowBase, useShowContext } from 'react-admin'
import { detail, FailurePanel, PageHeader, PageSkeleton, ShowButtons, ShowSection, useSchema } from '../../src/admin'
import { ImportBills } from './ImportBills'
import { ImportErrors } from './ImportErrors'
import { ImportResult } from './ImportResult'
import { type Import, isBusy } from './import'
import { useEvery } from './use-every'

/** What became of an upload; it looks again by itself until the work is done. */
export const BillImportShow = () => (
  <ShowBase queryOptions={{ meta: detail, onError: () => {} }}>
    <Content />
  </ShowBase>
)

const Content = () => {
  const { record, error, refetch } = useShowContext<Import>()
  useEvery(2000, () => void refetch(), record !== undefined && isBusy(record))
  if (record) return <ImportPage record={record} />
  return error ? <FailurePanel text={error instanceof Error ? error.message : ''} onRetry={() => void refetch()} /> : <PageSkeleton />
}

const ImportPage = ({ record }: { record: Import }) => {
  const resource = useSchema()
  return (
    <>
      <PageHeader
        resource={resource}
        step="檢視"
        record={`${record.ImportBatchNo} ${record.ImportBatchName}`}
        actions={<ShowButtons resource={resource} row={record} />}
      />
      <Stack spacing={2}>
        <ImportResult record={record} />
        {record.ErrorLog && record.ErrorLog.length > 0 && <ImportErrors errors={record.ErrorLog} failed={record.FailCount} />}
        {record.SuccessCount > 0 && record.ImportBatchNo && <ImportBills batch={record.ImportBatchNo} />}
        {resource.form.map(({ title, fields }) => (
          <ShowSection key={title} title={title} fields={resource.fields.filter(({ name }) => fields.includes(name) && name !== 'File')} row={record} />
        ))}
      </Stack>
    </>
  )
}
