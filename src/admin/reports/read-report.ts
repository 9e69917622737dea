import { call } from '../../browser/http/client'
import type { ListTotal } from '../../contract/envelope'
import {
  fromListResponse,
  maxReportRows,
  type QueryParams,
  toListParams,
  type UnpagedListQuery,
} from '../../contract/list-query'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { withReason } from '../data-provider/confirm'
import { operationEndpoint } from '../data-provider/operations'
import { listQueryOf } from '../data-provider/read'
import type { ReportFilters } from './report-query'

/** Number of rows that the page reads at a time while the user scrolls. */
export const previewPageSize = 500

/** A page of the rows of a report. */
export interface ReportPageData {
  readonly rows: readonly RecordValues[]
  /** The number of rows of the whole report. */
  readonly total: number
  /** Whether the report has at least `total` rows, because the backend sends no number of all. */
  readonly isMinimum: boolean
  /** The sums of the whole report; empty if the backend sends none, and after the first page. */
  readonly totals: readonly ListTotal[]
}

interface PageRequest {
  readonly page: number
  readonly pageSize: number
  readonly signal: AbortSignal
}

/** Reads a page of the rows of a report, which come in the order of the report; the first page with its sums. */
export const readReportPage = (
  report: ReportResource,
  filters: ReportFilters,
  { page, pageSize, signal }: PageRequest,
): Promise<ReportPageData> =>
  withReason(async () => {
    const paged = { ...reportQuery(report, filters), page, pageSize }
    const query = toListParams(page === 1 ? { ...paged, needsTotals: true } : paged)
    const { records, ...whole } = fromListResponse(
      await call(operationEndpoint(report, 'list'), { query, signal, overlay: false }),
    )
    return { rows: records, ...whole }
  })

/** Returns the parameters of a report's query, without those that have no value. */
export const reportParams = (report: ReportResource, filters: ReportFilters): QueryParams =>
  Object.fromEntries(Object.entries(toListParams(reportQuery(report, filters))).filter(([, value]) => !isEmpty(value)))

const reportQuery = (report: ReportResource, filters: ReportFilters): UnpagedListQuery => {
  // The server returns the rows in the order of the report, and knows nothing of the choice of a form.
  const { sort: _, ...query } = listQueryOf(report, { filter: withoutForm(report, filters) })
  return query
}

const withoutForm = ({ report: { formField } }: ReportResource, filters: ReportFilters): ReportFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== formField?.name))

/** What the reading of all rows reports after each page. */
export interface ReadingProgress {
  readonly done: number
  readonly total: number
}

/**
 * Reads all rows of a report, up to the limit for paper.
 * `pageSize` must be one that the backend takes: without a number of all rows, a page with fewer rows is the last one.
 */
export const readAllRows = async (
  report: ReportResource,
  filters: ReportFilters,
  {
    pageSize,
    signal,
    onProgress,
  }: Omit<PageRequest, 'page'> & { readonly onProgress: (progress: ReadingProgress) => void },
): Promise<readonly RecordValues[]> => {
  const rows: RecordValues[] = []
  for (let page = 1; ; page += 1) {
    const { rows: pageRows, total } = await readReportPage(report, filters, { page, pageSize, signal })
    rows.push(...pageRows)
    onProgress({ done: rows.length, total })
    if (pageRows.length === 0 || rows.length >= Math.min(total, maxReportRows)) return rows.slice(0, maxReportRows)
  }
}
