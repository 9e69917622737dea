import { useEffect, useRef, useState } from 'react'
import { countText } from '../../browser/format'
import { maxReportPageSize, maxReportRows } from '../../contract/list-query'
import { type ReportLine, reportLines } from '../../schema/reports/report-lines'
import { useNotifyFailure } from '../hooks/use-toast'
import { previewPageSize, type ReadingProgress, readAllRows } from './read-report'
import type { ReportResult } from './use-report'

/**
 * Returns the lines that were read for printing the report on screen, undefined before; the progress of the reading,
 * undefined if none is running; and the functions that print and cancel.
 * `onRefusal` is called with the reason why the report cannot be printed, and without one when the reading begins.
 */
export const usePrinting = (result: ReportResult | undefined, onRefusal: (reason?: string) => void) => {
  const [read, setRead] = useState<ReadReport>()
  const [progress, setProgress] = useState<ReadingProgress>()
  const [isRequested, setRequested] = useState(false)
  const reading = useRef<AbortController>(undefined)
  const notifyFailure = useNotifyFailure()
  const lines = read && result && read.firstRow === result.firstRow ? read.lines : undefined
  useEffect(() => {
    if (!isRequested || progress) return
    setRequested(false)
    // A task of its own, because within an effect React would not render the printed report before `print` has
    // returned.
    setTimeout(() => window.print())
  }, [isRequested, progress])
  useEffect(() => () => reading.current?.abort(), [])
  const print = async () => {
    if (!result) return
    onRefusal()
    const { report, filters, rowCount, isMinimum, firstRow, isComplete } = result
    if (rowCount > maxReportRows)
      return onRefusal(
        `列印最多 ${countText(maxReportRows)} 筆，目前是 ${countText(rowCount)} 筆，請縮短期間，或以報表下載產製。`,
      )
    if (!isComplete && !lines) {
      const controller = new AbortController()
      reading.current = controller
      setProgress({ done: 0, total: rowCount })
      try {
        const rows = await readAllRows(report, filters, {
          pageSize: isMinimum ? previewPageSize : maxReportPageSize,
          signal: controller.signal,
          onProgress: setProgress,
        })
        const maker = reportLines(report)
        setRead({ firstRow, lines: [...maker.push(rows), ...maker.end()] })
      } catch (error) {
        if (!controller.signal.aborted) notifyFailure(error)
        return
      } finally {
        setProgress(undefined)
      }
    }
    setRequested(true)
  }
  return { lines, progress, print, cancel: () => reading.current?.abort() }
}

export type CurrentPrinting = ReturnType<typeof usePrinting>

/** All lines of a report, and the first row of its result on screen, by which the result is recognized. */
interface ReadReport {
  readonly firstRow: ReportResult['firstRow']
  readonly lines: readonly ReportLine[]
}
