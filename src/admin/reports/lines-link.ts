import type { ListFilter, ReportResource } from '../../schema/language/resource'
import { linesBehind } from '../../schema/reports/lines-behind'
import type { ReportLine } from '../../schema/reports/report-lines'
import { parameterName } from '../../schema/rules/list-filters'
import { queryLink } from '../hooks/link-state'
import { useAbilitiesOfPages, usePortal } from '../portal'
import { reportParams } from './read-report'
import type { ReportFilters } from './report-query'

/** A link to the lines that a figure counts. */
export type LinesLink = ReturnType<typeof queryLink>

/**
 * Returns the function that returns the link to the lines behind a subtotal or total; undefined for a line without such
 * a link, and for users who may not open the page of the lines.
 */
export const useLinesLink = (
  report: ReportResource,
  filters: ReportFilters,
): ((line: ReportLine) => LinesLink | undefined) => {
  const { schemas } = usePortal()
  const can = useAbilitiesOfPages()
  const page = report.report.lines?.page
  const target = page !== undefined && schemas.has(page) ? schemas.get(page) : undefined
  if (!target || !can(target, 'list')) return () => undefined
  const query = reportParams(report, filters)
  return (line) => {
    const found = line.kind === 'row' ? undefined : linesBehind(report, query, line, target)
    return (
      found &&
      queryLink(
        target,
        `/admin/${target.name}`,
        Object.fromEntries(target.list.filters.flatMap((filter) => filterValue(filter, found))),
      )
    )
  }
}

/** Returns the value of a filter from a query by the names of its parameters. */
const filterValue = (
  filter: ListFilter,
  query: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] => {
  const { field, match } = filter
  if (match !== 'range') {
    const value = query[field]
    return value === undefined ? [] : [[field, match === 'in' ? [value].flat().map(String) : [value].flat()[0]]]
  }
  const bounds = Object.fromEntries(
    (['from', 'to'] as const).flatMap((end) => {
      const value = query[parameterName(filter, end)]
      return value === undefined ? [] : [[end, value] as const]
    }),
  )
  return Object.keys(bounds).length === 0 ? [] : [[field, bounds]]
}
