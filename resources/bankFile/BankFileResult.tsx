import { Link, useCreatePath, useRecordContext, useRefresh } from 'react-admin'
import { JobProgress, JobResult, useAbilities, usePolling, useSchema } from '../../src/admin'
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
      result={{
        severity: severities[record.ImportStatus] ?? 'error',
        text: <TextWithCheck text={summaryOf(record)} />,
      }}
      warning={record.Notice}
    />
  )
}

/** Renders a result, whose name of the page that compares remittances with lines is a link for those who may open it. */
const TextWithCheck = ({ text }: { text: string }) => {
  const page = useSchema('remittanceCheck')
  const can = useAbilities(page)
  const createPath = useCreatePath()
  const [before = '', ...after] = text.split(`「${page.label}」`)
  if (after.length !== 1 || !can('list')) return text
  return (
    <>
      {before}「<Link to={createPath({ resource: page.name, type: 'list' })}>{page.label}</Link>」{after}
    </>
  )
}

const severities: Readonly<Partial<Record<EnumCode<'BankFileStatus'>, 'success' | 'warning'>>> = {
  Succeeded: 'success',
  Held: 'warning',
  PendingRelease: 'warning',
}

/**
 * A bank file as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
export type BankFile = {
  readonly id: string
  readonly ImportStatus: EnumCode<'BankFileStatus'>
  readonly LineCount: number | null
  readonly HoldDecision: EnumCode<'HoldDecision'> | null
  readonly EqualCount: number | null
  readonly NewCount: number | null
  readonly MissingCount: number | null
  readonly CorrectedCount: number | null
  /** The result of a processed file as a sentence. */
  readonly ResultText: string | null
  readonly ErrorMessage: string | null
  /** What could not be read in a valid file. */
  readonly Notice: string | null
  readonly UpdateTime: string
}

const summaryOf = ({ ImportStatus, LineCount, ResultText, ErrorMessage }: BankFile): string => {
  // Files that were processed before results were stored have no text.
  if (ImportStatus === 'Succeeded') return ResultText ?? '檔案已處理完成。'
  // Nothing was booked from a failed file without a line count. Otherwise some of its lines may have been booked.
  return ImportStatus === 'Failed' && LineCount === null ? `整個檔案都沒有入帳。${ErrorMessage}` : String(ErrorMessage)
}
