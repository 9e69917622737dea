import { useRecordContext, useRefresh } from 'react-admin'
import { JobProgress, JobResult, usePolling } from '../../src/admin'
import { countText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the result of processing a bank file as a sentence. The page refreshes until the job has ended. */
export const BankFileResult = () => {
  const record = useRecordContext<BankFile>()
  const refresh = useRefresh()
  const isUnderWay = record?.ImportStatus === 'Pending' || record?.ImportStatus === 'Processing'
  const isBeingCompared = record?.ImportStatus === 'Held' && record.EqualCount === null
  usePolling(refresh, isUnderWay || isBeingCompared)
  if (!record) return null
  return (
    <JobResult
      label="處理結果"
      progress={
        isUnderWay && (
          <JobProgress label="處理中">系統正在處理檔案，完成後會自動更新；您也可以先離開這一頁。</JobProgress>
        )
      }
      result={{ severity: severities[record.ImportStatus] ?? 'error', text: summaryOf(record) }}
      warning={record.Notice}
    />
  )
}

const severities: Readonly<Partial<Record<EnumCode<'BankFileStatus'>, 'success' | 'warning'>>> = {
  Succeeded: 'success',
  Held: 'warning',
}

/**
 * A bank file as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
export type BankFile = {
  readonly id: string
  readonly ImportStatus: EnumCode<'BankFileStatus'>
  readonly Layout: string | null
  readonly LineCount: number | null
  readonly WrittenOffCount: number | null
  readonly ExceptionCount: number | null
  readonly ReversedCount: number | null
  readonly RepeatedCount: number | null
  readonly HoldDecision: EnumCode<'HoldDecision'> | null
  readonly EqualCount: number | null
  readonly NewCount: number | null
  readonly MissingCount: number | null
  readonly CorrectedCount: number | null
  readonly ErrorMessage: string | null
  /** What could not be read in a valid file. */
  readonly Notice: string | null
  readonly UpdateTime: string
}

const summaryOf = (file: BankFile): string => {
  const {
    ImportStatus,
    Layout,
    LineCount,
    WrittenOffCount,
    ExceptionCount,
    ReversedCount,
    RepeatedCount,
    ErrorMessage,
  } = file
  if (ImportStatus === 'Held') return String(ErrorMessage)
  // Nothing was booked from a failed file without a line count. Otherwise some of its lines may have been booked.
  if (ImportStatus !== 'Succeeded')
    return LineCount === null ? `整個檔案都沒有入帳。${ErrorMessage}` : String(ErrorMessage)
  if (Layout === 'cashFlow') return remittanceText(LineCount ?? 0, RepeatedCount ?? 0)
  const parts = [
    `銷帳 ${countText(WrittenOffCount ?? 0)} 筆`,
    `例外 ${countText(ExceptionCount ?? 0)} 筆`,
    ...(ReversedCount ? [`沖正 ${countText(ReversedCount)} 筆`] : []),
    ...(RepeatedCount ? [`先前已收過、沒有再次入帳 ${countText(RepeatedCount)} 筆`] : []),
  ]
  return `${countText(LineCount ?? 0)} 筆交易已處理：${parts.join('，')}。`
}

const remittanceText = (lineCount: number, repeatedCount: number): string => {
  const newText = `${countText(lineCount - repeatedCount)} 筆撥款已收進`
  const repeatedText = repeatedCount > 0 ? `，${countText(repeatedCount)} 筆先前已收過、沒有再次計入` : ''
  return `${newText}${repeatedText}；與資訊流的比對結果請見「撥款對帳」。`
}
