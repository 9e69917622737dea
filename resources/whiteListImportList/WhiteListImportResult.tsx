import { useRecordContext, useRefresh } from 'react-admin'
import { JobProgress, JobResult, usePolling } from '../../src/admin'
import { countText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the result of an upload as a sentence. The page refreshes until the job has ended. */
export const WhiteListImportResult = () => {
  const record = useRecordContext<WhiteListImport>()
  const refresh = useRefresh()
  const isUnderWay = record?.ImportStatus === 'Pending' || record?.ImportStatus === 'Processing'
  usePolling(refresh, isUnderWay)
  if (!record) return null
  return (
    <JobResult
      label="處理結果"
      progress={
        isUnderWay && (
          <JobProgress label="處理中">系統正在處理上傳的資料，完成後會自動更新；您也可以先離開這一頁。</JobProgress>
        )
      }
      result={{ severity: severityOf(record), text: summaryOf(record) + exampleText(record) }}
    />
  )
}

/**
 * An upload as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type WhiteListImport = {
  readonly id: string
  readonly ImportStatus: EnumCode<'ImportStatus'>
  readonly SuccessCount: number
  readonly FailCount: number
  /** Number of failed rows that are not in the workbook of errors. */
  readonly UnlistedCount: number
  /** Number of the row that was skipped as the example row of the template. */
  readonly ExampleRowNo: number | null
}

const severityOf = ({ ImportStatus }: WhiteListImport): 'success' | 'warning' | 'error' =>
  ImportStatus === 'Succeeded' ? 'success' : ImportStatus === 'PartialFailed' ? 'warning' : 'error'

/** Returns the sentence about the skipped example row; empty if there was none. */
const exampleText = ({ ExampleRowNo }: WhiteListImport): string =>
  ExampleRowNo === null
    ? ''
    : `第 ${ExampleRowNo} 列是範例，已略過；若是您的資料，請刪除範例的標記後，另存新檔上傳這一列。`

const summaryOf = ({ ImportStatus, SuccessCount, FailCount, UnlistedCount }: WhiteListImport): string => {
  if (ImportStatus === 'Succeeded') return `全部 ${countText(SuccessCount)} 筆資料已更新到名單。`
  if (ImportStatus !== 'PartialFailed') return '名單沒有任何異動；請下載錯誤明細，依原因修正後重新上傳。'
  const summary = `${countText(SuccessCount)} 筆已更新到名單，${countText(FailCount)} 筆有誤未處理；請下載錯誤明細，修正後上傳該檔。`
  if (UnlistedCount === 0) return summary
  return `${summary}錯誤明細未列出其中 ${countText(UnlistedCount)} 筆；這些資料都在最後列出的那一列之後，請從原始檔取出尚未處理的資料，另存新檔後上傳。`
}
