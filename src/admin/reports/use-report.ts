import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListTotal } from '../../contract/envelope'
import { maxReportRows } from '../../contract/list-query'
import { callIdOf } from '../../schema/calls/endpoints'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { reportInForm } from '../../schema/reports/report-form'
import { type ReportLine, reportLines, totalLines } from '../../schema/reports/report-lines'
import { requiredFilterMessages } from '../list/query/query-values'
import { previewPageSize, type ReportPageData, readReportPage } from './read-report'
import type { ReportFilters } from './report-query'

/** The result of a report's query, as far as it is read. */
export interface ReportResult {
  /** The report in the form of the query. */
  readonly report: ReportResource
  readonly filters: ReportFilters
  /** The lines that are complete, without those at the end. */
  readonly lines: readonly ReportLine[]
  /** The lines at the end; undefined until the backend has sent the sums, or all rows are read. */
  readonly totals: readonly ReportLine[] | undefined
  /** The first row, which has the texts of codes; undefined if there are no rows. */
  readonly firstRow: RecordValues | undefined
  readonly rowCount: number
  /** Whether the report has at least `rowCount` rows: the backend sends no number of all, and not all are read. */
  readonly isMinimum: boolean
  readonly loadedCount: number
  /** Whether all rows are read. */
  readonly isComplete: boolean
}

/**
 * Returns the state of a report's result and the functions that read it.
 * The rows are read page by page as the user scrolls, at most 50,000.
 */
export const useReport = (resource: ReportResource, asked: ReportFilters | undefined) => {
  const queryClient = useQueryClient()
  const missing = asked ? requiredFilterMessages(resource, asked) : []
  // An address that was typed may lack a required filter.
  const filters = missing.length === 0 ? asked : undefined
  const report = useMemo(() => reportInForm(resource, formOf(resource, filters)), [resource, filters])
  const queryKey = ['report', resource.name, callIdOf(report, 'list'), filters]
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readReportPage(report, filters ?? {}, { page: pageParam, pageSize: previewPageSize, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: filters !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const collect = useMemo(() => lineCollector(report), [report])
  return {
    result: data && filters ? resultOf(report, filters, { pages: data.pages, collect }) : undefined,
    error,
    /** Why the query of the address cannot be run. */
    missing,
    /** Whether the first rows are being read. */
    isLoading: isFetching && !isFetchingNextPage && !data,
    busy: isFetching,
    /** Whether the page can read more rows: it stops at 50,000. */
    hasMore: hasNextPage,
    readMore: () => void (hasNextPage && !isFetching && fetchNextPage()),
    retry: () => void (data ? fetchNextPage() : refetch()),
    /** Reads the first rows of the same query again. */
    repeat: () => void queryClient.resetQueries({ queryKey }),
  }
}

export type CurrentReport = ReturnType<typeof useReport>

const formOf = ({ report: { formField } }: ReportResource, filters: ReportFilters | undefined): unknown =>
  formField && filters?.[formField.name]

const nextPage = (last: ReportPageData, pages: readonly ReportPageData[]): number | undefined =>
  last.rows.length > 0 && countOf(pages) < Math.min(last.total, maxReportRows) ? pages.length + 1 : undefined

const countOf = (pages: readonly ReportPageData[]): number => pages.reduce((sum, { rows }) => sum + rows.length, 0)

const resultOf = (
  report: ReportResource,
  filters: ReportFilters,
  { pages, collect }: { readonly pages: readonly ReportPageData[]; readonly collect: CollectLines },
): ReportResult => {
  const rowCount = pages.at(-1)?.total ?? 0
  const loadedCount = countOf(pages)
  const isComplete = loadedCount >= rowCount || pages.at(-1)?.rows.length === 0
  const { lines, end } = collect(pages, isComplete)
  const sums: readonly ListTotal[] = pages[0]?.totals ?? []
  return {
    report,
    filters,
    lines,
    totals: sums.length > 0 ? totalLines(report, sums) : end,
    firstRow: pages[0]?.rows[0],
    rowCount,
    isMinimum: pages.at(-1)?.isMinimum === true && !isComplete,
    loadedCount,
    isComplete,
  }
}

interface CollectedLines {
  readonly lines: readonly ReportLine[]
  /** The lines at the end, after all rows; undefined before. */
  readonly end: readonly ReportLine[] | undefined
}

type CollectLines = (pages: readonly ReportPageData[], isComplete: boolean) => CollectedLines

/**
 * Returns the function that makes the lines of the pages so far.
 * It keeps the lines of the pages that it has seen, so that a long report is not computed again with each page.
 */
const lineCollector = (report: ReportResource): CollectLines => {
  let maker = reportLines(report)
  let seen: readonly ReportPageData[] = []
  let collected: CollectedLines = { lines: [], end: undefined }
  return (pages, isComplete) => {
    if (seen.some((page, index) => page !== pages[index])) {
      maker = reportLines(report)
      seen = []
      collected = { lines: [], end: undefined }
    }
    const added = pages.slice(seen.length).flatMap(({ rows }) => maker.push(rows))
    seen = pages
    if (added.length > 0) collected = { ...collected, lines: [...collected.lines, ...added] }
    if (isComplete && collected.end === undefined) {
      const end = maker.end()
      collected = {
        lines: [...collected.lines, ...end.filter(({ kind }) => kind === 'subtotal')],
        end: end.filter(({ kind }) => kind === 'total'),
      }
    }
    return collected
  }
}
