import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { taipeiToday } from '../../domain/dates/dates'
import type { ReportResource } from '../../schema/language/resource'
import { daysOfPeriod } from '../../schema/reports/period'
import { filtersOfLink, type LinkLocation, queryLink } from '../hooks/link-state'
import { workingAgreement } from '../hooks/working-agreement'
import { defaultFilters, initialFilters } from '../list/query/query-values'
import { periodFilter, periodValue } from './quick-periods'

/** The query of a report: its filters, and the code of its form if it has several. */
export type ReportFilters = Readonly<Record<string, unknown>>

/** Returns the report with the choice of its form as the first input of the query form. */
export const withFormFilter = (report: ReportResource): ReportResource => {
  const { formField, forms } = report.report
  const [first] = forms
  if (!formField || !first) return report
  const { list } = report
  return {
    ...report,
    list: {
      ...list,
      filters: [{ field: formField.name, match: 'exact', required: true, default: [first.code] }, ...list.filters],
      parameters: [formField, ...list.parameters],
    },
  }
}

/** Returns the filters that the query form of a report shows before the first query. */
export const firstFilters = (report: ReportResource): ReportFilters => {
  const period = periodFilter(report)
  const [from, to] = daysOfPeriod(report.report.first, taipeiToday(new Date()))
  return {
    ...firstCodes(report),
    ...initialFilters(report, workingAgreement()),
    ...(period ? { [period.field]: periodValue(period, { from, to }) } : {}),
  }
}

/** Returns the first code of each parameter that a query must have, such as the type of its period. */
const firstCodes = ({ list }: ReportResource): ReportFilters =>
  Object.fromEntries(
    list.parameters.flatMap((field) => {
      const isRequired = list.filters.some((filter) => filter.field === field.name && filter.required)
      const [[first] = []] = 'options' in field && isRequired ? field.options : []
      return first === undefined ? [] : [[field.name, first]]
    }),
  )

/**
 * Returns the query of the page's address and the functions that change it.
 * Each query is an entry of the browser's history, so that Back and a reload show its result again.
 * Filters of personal data are in the state of the entry, not in the address.
 */
export const useReportQuery = (report: ReportResource) => {
  const location = useLocation()
  const navigate = useNavigate()
  const filters = queryOf(report, location)
  const text = JSON.stringify(filters)
  // The form is rendered anew when its filters change without it, for example by the Back button.
  const ownText = useRef(text)
  const [seen, setSeen] = useState({ text, formKey: 0 })
  if (seen.text !== text) setSeen({ text, formKey: seen.formKey + (text === ownText.current ? 0 : 1) })
  return {
    filters,
    formKey: seen.formKey,
    run: (next: ReportFilters) => {
      const { to, state } = queryLink(report, location.pathname, next)
      ownText.current = JSON.stringify(queryOf(report, { search: to.slice(to.indexOf('?')), state }))
      void navigate(to, { state })
    },
    clear: () => {
      ownText.current = JSON.stringify(undefined)
      void navigate(location.pathname)
    },
  }
}

/** Returns the filters of a location, with the defaults of those that it does not have; undefined if it has none. */
const queryOf = (report: ReportResource, location: LinkLocation): ReportFilters | undefined => {
  const filters = filtersOfLink(report, location)
  return filters && { ...defaultFilters(report), ...filters }
}
