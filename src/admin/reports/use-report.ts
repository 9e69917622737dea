import { useRef, useState } from 'react'
import { ApiError } from '../../browser/http/api-error'
import { call, download } from '../../browser/http/client'
import { maxReportLines, type QueryParams } from '../../contract/list-query'
import type { ReportResponse } from '../../contract/reports'
import { reportEndpoint, reportParams } from '../../schema/calls/endpoints'
import type { RecordValues } from '../../schema/language/language'
import type { ReportFormat } from '../../schema/language/report'
import type { Resource } from '../../schema/language/resource'
import { useNotifyFailure } from '../hooks/use-toast'

/**
 * Number of lines in the first call, which returns quickly.
 * The other lines are read when the user scrolls or prints.
 */
const firstPageSize = 100

/** The last query of a report: its conditions and the response of the server. */
interface ReportState {
  /**
   * The conditions of the result on screen, which are also used for printing and downloads.
   * The input of the form may have changed in the meantime.
   */
  readonly conditions: RecordValues | null
  readonly response: ReportResponse | null
  readonly busy: boolean
}

const noResult = { conditions: null, response: null }

/** Returns the state of a report and the functions that query and download it. */
export const useReport = (resource: Resource) => {
  const [state, setState] = useState<ReportState>({ ...noResult, busy: false })
  const latestCall = useRef<AbortController>(undefined)
  const notifyFailure = useNotifyFailure()
  const update = (change: Partial<ReportState>) => setState((previous) => ({ ...previous, ...change }))

  const read = (conditions: RecordValues, pageSize: number, signal: AbortSignal): Promise<ReportResponse> => {
    const query = { ...(conditions as QueryParams), [reportParams.pageSize]: pageSize }
    return call<ReportResponse>(reportEndpoint(resource, 'QueryReport'), { query, signal })
  }
  /**
   * Runs a query, and aborts the previous one, whose result is then ignored.
   * If it fails, the result of other conditions is removed.
   * Returns the errors of its conditions by field, or an empty object; notifies the user of any other failure.
   */
  const run = async (conditions: RecordValues, pageSize = firstPageSize): Promise<Readonly<Record<string, string>>> => {
    latestCall.current?.abort()
    const controller = new AbortController()
    latestCall.current = controller
    const isLatest = () => latestCall.current === controller
    update({ busy: true })
    try {
      const response = await read(conditions, pageSize, controller.signal)
      if (isLatest()) update({ conditions, response, busy: false })
    } catch (error) {
      if (!isLatest()) return {}
      setState((previous) => ({ ...(previous.conditions === conditions ? previous : noResult), busy: false }))
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error.errors
      notifyFailure(error)
    }
    return {}
  }
  return {
    state,
    run,
    /** Reads all lines, for scrolling and printing. */
    readAll: () => (state.conditions && !state.busy ? run(state.conditions, maxReportLines) : Promise.resolve({})),
    download: (format: ReportFormat) =>
      download(reportEndpoint(resource, 'DownloadReportFile'), {
        query: { ...(state.conditions as QueryParams), [reportParams.format]: format },
      }).catch(notifyFailure),
  }
}

/** The report on screen: its state, and the functions that query and download it. */
export type CurrentReport = ReturnType<typeof useReport>
