import { addDays, firstAndLastDay } from '../../domain/dates/dates'
import type { DefaultPeriod, ReportSpec } from '../language/report'
import type { RecordValues } from '../language/types'
import { periodError } from '../rules/list-filters'

/**
 * Returns a message, under the name of the parameter for the last day, if the period of a report ends before it starts
 * or is too long; otherwise an empty object.
 */
export const reportPeriodErrors = (
  { period }: Pick<ReportSpec, 'period'>,
  parameters: RecordValues,
): Readonly<Record<string, string>> => {
  if (!period) return {}
  const [from, to] = [parameters[period.from], parameters[period.to]]
  if (typeof from !== 'string' || typeof to !== 'string') return {}
  const error = periodError(from, to, period.maxDays)
  return error === undefined ? {} : { [period.to]: error }
}

/** Returns the default values of the two date parameters of a report's period. */
export const defaultPeriod = ({ period }: Pick<ReportSpec, 'period'>, today: string): RecordValues => {
  if (!period) return {}
  const [from, to] = defaultDaysOf[period.first](today)
  return { [period.from]: from, [period.to]: to }
}

const defaultDaysOf: Readonly<Record<DefaultPeriod, (today: string) => readonly [string, string]>> = {
  today: (today) => [today, today],
  thisMonth: (today) => [`${today.slice(0, 7)}-01`, today],
  lastMonth: (today) => firstAndLastDay(addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)),
}
