import { type Holidays, sameOrPreviousBusinessDay } from '../../domain/dates/business-days'
import { addDays } from '../../domain/dates/dates'
import { facetsOf } from '../../schema/field-types'
import type { ListFilter, ReportResource } from '../../schema/language/resource'
import { daysOfPeriod } from '../../schema/reports/period'
import { filterField } from '../../schema/rules/list-filters'

/** A period that a button fills in. */
export interface QuickPeriod {
  readonly id: 'today' | 'businessDay' | 'thisMonth' | 'lastMonth'
  readonly label: string
  readonly from: string
  readonly to: string
}

/** Returns the periods that the query form of a report offers. */
export const quickPeriods = (today: string, holidays: Holidays): readonly QuickPeriod[] => {
  const businessDay = sameOrPreviousBusinessDay(addDays(today, -1), holidays)
  const [[thisFrom, thisTo], [lastFrom, lastTo]] = [daysOfPeriod('thisMonth', today), daysOfPeriod('lastMonth', today)]
  return [
    { id: 'today', label: '今天', from: today, to: today },
    {
      id: 'businessDay',
      label: `上一營業日（${businessDay.slice(5).replace('-', '/')}）`,
      from: businessDay,
      to: businessDay,
    },
    { id: 'thisMonth', label: '本月', from: thisFrom, to: thisTo },
    { id: 'lastMonth', label: '上月', from: lastFrom, to: lastTo },
  ]
}

/** Returns the filter of a report that is a period of days, or one day; undefined if it has none. */
export const periodFilter = (report: ReportResource): ListFilter | undefined =>
  report.list.filters.find((filter) => {
    const field = filterField(report, filter)
    return (filter.match === 'range' || filter.match === 'exact') && field && facetsOf(field).comparedAs === 'date'
  })

/** Returns the value of a filter for a period; undefined for several days of a filter that takes one. */
export const periodValue = ({ match }: ListFilter, { from, to }: Pick<QuickPeriod, 'from' | 'to'>): unknown => {
  if (match === 'range') return { from, to }
  return from === to ? from : undefined
}
