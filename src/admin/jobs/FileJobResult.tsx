import type { ReactNode } from 'react'
import { useRecordContext, useRefresh } from 'react-admin'
import type { EnumCode } from '../../domain/enums'
import { JobProgress, JobResult } from '../components/JobResult'
import { usePolling } from '../hooks/use-polling'

/**
 * A record whose background job produces files.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type FileJob = {
  readonly id: string
  readonly JobStatus: EnumCode<'JobStatus'>
  readonly ErrorMessage?: string | null
}

interface FileJobResultProps<T extends FileJob> {
  /** The text while the job is under way. */
  readonly progress: (record: T) => ReactNode
  readonly done: (record: T) => string
  /** The text of a failed job without a message. */
  readonly failed: string
  readonly expired: string
}

/** Renders the result of the record's job as a sentence. The page refreshes until the job has ended. */
export const FileJobResult = <T extends FileJob>({ progress, done, failed, expired }: FileJobResultProps<T>) => {
  const record = useRecordContext<T>()
  const refresh = useRefresh()
  const isUnderWay = record?.JobStatus === 'Pending' || record?.JobStatus === 'Processing'
  usePolling(refresh, isUnderWay)
  if (!record) return null
  const { JobStatus, ErrorMessage } = record
  const text = JobStatus === 'Failed' ? ErrorMessage || failed : JobStatus === 'Expired' ? expired : done(record)
  return (
    <JobResult
      label="產製結果"
      progress={isUnderWay && <JobProgress label="產製中">{progress(record)}</JobProgress>}
      result={{ severity: severities[JobStatus], text }}
    />
  )
}

const severities: Readonly<Record<EnumCode<'JobStatus'>, 'success' | 'warning' | 'error' | 'info'>> = {
  NotNeeded: 'info',
  Pending: 'info',
  Processing: 'info',
  Done: 'success',
  Failed: 'error',
  Expired: 'warning',
}
