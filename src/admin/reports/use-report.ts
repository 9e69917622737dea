import { useRef, useState } from 'react'
import { ApiError } from '../../browser/http/api-error'
import { call, download } from '../../browser/http/client'
import type { QueryParams } from '../../contract/list-query'
import { maxReportLines, type ReportAnswer } from '../../contract/reports'
import { reportEndpoint, reportParams } from '../../schema/calls/endpoints'
import type { RecordValues } from '../../schema/language/language'
import type { ReportFormat } from '../../schema/language/report'
import type { Resource } from '../../schema/language/resource'
import { useNotifyFailure } from '../hooks/use-toast'

/** Lines of the first call, so that it is quick; the others are read on scrolling or printing. */
const firstLines = 100

/** What has been asked and answered. */
interface ReportState {
  /** The conditions of the answer below: what is printed and downloaded, whatever the form says by now. */
  readonly asked: RecordValues | null
  readonly answer: ReportAnswer | null
  readonly busy: boolean
}

/** Asks a report, prints it and downloads it. */
export const useReport = (resource: Resource) => {
  const [state, setState] = useState<ReportState>({ asked: null, answer: null, busy: false })
  const latest = useRef<AbortController>(undefined)
  const notifyFailure = useNotifyFailure()
  const set = (change: Partial<ReportState>) => setState((last) => ({ ...last, ...change }))

  const read = (asked: RecordValues, pageSize: number): Promise<ReportAnswer> => {
    latest.current?.abort()
    latest.current = new AbortController()
    const query = { ...(asked as QueryParams), [reportParams.pageSize]: pageSize }
    return call<ReportAnswer>(reportEndpoint(resource, 'QueryReport'), { query, signal: latest.current.signal })
  }
  const ask = async (asked: RecordValues, pageSize = firstLines): Promise<Readonly<Record<string, string>>> => {
    set({ busy: true })
    try {
      const answer = await read(asked, pageSize)
      set({ asked, answer, busy: false })
      return {}
    } catch (error) {
      set({ busy: false })
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error.errors
      notifyFailure(error)
      return {}
    }
  }
  return {
    state,
    ask,
    /** Brings the other lines: somebody scrolls to them, or prints. */
    readWhole: () => (state.asked && !state.busy ? ask(state.asked, maxReportLines) : Promise.resolve({})),
    download: (format: ReportFormat) =>
      download(reportEndpoint(resource, 'DownloadReportFile'), { query: { ...(state.asked as QueryParams), [reportParams.format]: format } }).catch(
        notifyFailure,
      ),
  }
}

export type Report = ReturnType<typeof useReport>
