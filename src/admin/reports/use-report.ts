import { useRef, useState } from 'react'
import { ApiError, fetchFrom, isAborted, send } from '../../browser/http'
import { saveFile } from '../../browser/save-file'
import type { QueryParams } from '../../contract/list-query'
import { maxReportLines, type ReportAnswer } from '../../contract/reports'
import { reportEndpoint, reportParams } from '../../schema/reports/report-endpoints'
import type { ReportFormat } from '../../schema/reports/report-spec'
import type { Resource, Row } from '../../schema/types'
import { useNotifyFailure } from '../parts/use-notify-failure'

/** Lines of a page on the screen. */
export const linesPerPage = 100

/** What has been asked and answered. */
export interface ReportState {
  /** The conditions of the answer below: what is printed and downloaded, whatever the form says by now. */
  readonly asked: Row | null
  readonly answer: ReportAnswer | null
  /** Every line, while they are being printed. */
  readonly whole: boolean
  readonly busy: boolean
}

/** Asks a report, turns its pages, prints it and downloads it. */
export const useReport = (resource: Resource) => {
  const [state, setState] = useState<ReportState>({ asked: null, answer: null, whole: false, busy: false })
  const latest = useRef<AbortController>(undefined)
  const notifyFailure = useNotifyFailure()
  const set = (change: Partial<ReportState>) => setState((last) => ({ ...last, ...change }))

  const read = (asked: Row, page: number, pageSize: number): Promise<ReportAnswer> => {
    latest.current?.abort()
    latest.current = new AbortController()
    const query = { ...(asked as QueryParams), [reportParams.page]: page, [reportParams.pageSize]: pageSize }
    return send<ReportAnswer>(reportEndpoint(resource, 'QueryReport'), { query, signal: latest.current.signal })
  }
  const ask = async (asked: Row, page = 1, pageSize = linesPerPage): Promise<Readonly<Record<string, string>>> => {
    set({ busy: true })
    try {
      const answer = await read(asked, page, pageSize)
      set({ asked, answer, whole: pageSize > linesPerPage, busy: false })
      return {}
    } catch (error) {
      set({ busy: false })
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error.errors
      if (!isAborted(error) && !(error instanceof ApiError && error.shown)) notifyFailure(error)
      return {}
    }
  }
  return {
    state,
    ask,
    turn: (page: number) => void (state.asked && ask(state.asked, page)),
    /** Brings every line onto the page, for a print shows what the page holds. */
    showWhole: () => (state.asked ? ask(state.asked, 1, maxReportLines) : Promise.resolve({})),
    download: async (format: ReportFormat) => {
      const query = { ...(state.asked as QueryParams), [reportParams.format]: format }
      await fetchFrom(reportEndpoint(resource, 'DownloadReportFile'), { query })
        .then(saveFile)
        .catch((error: unknown) => (error instanceof ApiError && error.shown ? undefined : notifyFailure(error)))
    },
  }
}

export type Report = ReturnType<typeof useReport>
