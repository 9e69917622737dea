import { useRecordContext, useRefresh } from 'react-admin'
import { fileSizeText, JobProgress, JobResult, usePolling } from '../../src/admin'
import { countText, dateText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the result of a report as a sentence. The page refreshes until the job has ended. */
export const ReportResult = () => {
  const record = useRecordContext<RequestedReport>()
  const refresh = useRefresh()
  const isUnderWay = record?.JobStatus === 'Pending' || record?.JobStatus === 'Processing'
  usePolling(refresh, isUnderWay)
  if (!record) return null
  return (
    <JobResult
      label="產製結果"
      progress={
        isUnderWay && (
          <JobProgress label="產製中">
            系統正在產製報表，完成後會自動更新，並以電子郵件通知您；您也可以先離開這一頁，進度與取消請見作業通知。
          </JobProgress>
        )
      }
      result={{ severity: severities[record.JobStatus], text: summaryOf(record) }}
    />
  )
}

/**
 * A report as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type RequestedReport = {
  readonly id: string
  readonly JobStatus: EnumCode<'JobStatus'>
  readonly RowCount: number | null
  readonly FileSize: number | null
  readonly ErrorMessage?: string | null
  readonly ExpireDate: string | null
}

const severities: Readonly<Record<EnumCode<'JobStatus'>, 'success' | 'warning' | 'error' | 'info'>> = {
  NotNeeded: 'info',
  Pending: 'info',
  Processing: 'info',
  Done: 'success',
  Failed: 'error',
  Expired: 'warning',
}

const summaryOf = ({ JobStatus, RowCount, FileSize, ErrorMessage, ExpireDate }: RequestedReport): string => {
  if (JobStatus === 'Failed') return ErrorMessage || '沒有產生檔案，請重新產製。'
  if (JobStatus === 'Expired') return '檔案已超過下載期限並刪除；如仍需要，請重新產製。'
  const rows = RowCount ? `${countText(RowCount)} 筆資料` : '沒有符合條件的資料，檔案只有標題'
  return `報表已產製完成：${rows}（${fileSizeText(FileSize ?? 0)}）；可下載至 ${dateText(ExpireDate)}。`
}
