import { useRecordContext, useRefresh } from 'react-admin'
import { fileSizeText, JobProgress, JobResult, usePolling } from '../../src/admin'
import { countText, dateText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the result of a batch as a sentence. The page refreshes until the job has ended. */
export const BatchResult = () => {
  const record = useRecordContext<Batch>()
  const refresh = useRefresh()
  const isUnderWay = record?.JobStatus === 'Pending' || record?.JobStatus === 'Processing'
  usePolling(refresh, isUnderWay)
  if (!record) return null
  return (
    <JobResult
      label="產製結果"
      progress={isUnderWay && <Progress record={record} />}
      result={{ severity: severities[record.JobStatus], text: summaryOf(record) }}
    />
  )
}

/**
 * A batch as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type Batch = {
  readonly id: string
  readonly JobStatus: EnumCode<'JobStatus'>
  readonly BillCount: number
  readonly FileCount: number
  readonly FileSize: number | null
  readonly ErrorMessage?: string | null
  readonly ExpireDate: string | null
}

const Progress = ({ record: { BillCount, FileCount } }: { record: Batch }) => (
  <JobProgress label="產製中">
    系統正在產製 {countText(BillCount)} 張繳款單（{countText(FileCount)}{' '}
    個檔案），完成後會自動更新；您也可以先離開這一頁，進度與取消請見作業通知。
  </JobProgress>
)

const severities: Readonly<Record<EnumCode<'JobStatus'>, 'success' | 'warning' | 'error' | 'info'>> = {
  NotNeeded: 'info',
  Pending: 'info',
  Processing: 'info',
  Done: 'success',
  Failed: 'error',
  Expired: 'warning',
}

const summaryOf = ({ JobStatus, BillCount, FileCount, FileSize, ErrorMessage, ExpireDate }: Batch): string => {
  if (JobStatus === 'Failed') return ErrorMessage || '沒有產生任何檔案，請重新產製。'
  if (JobStatus === 'Expired') return '檔案已超過保存期限並刪除；如仍需要，請重新產製。'
  const files = FileCount === 1 ? '1 個 PDF' : `${countText(FileCount)} 個 PDF，下載時為一個壓縮檔`
  return `${countText(BillCount)} 張繳款單已產製為 ${files}（${fileSizeText(FileSize ?? 0)}）；保存至 ${dateText(ExpireDate)}。`
}
