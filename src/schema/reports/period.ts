import { addDays, daysBetween, firstAndLastDay } from '../../domain/dates/dates'
import type { DefaultPeriod, ReportSpec } from '../language/report'
import type { RecordValues } from '../language/types'

/** Returns a message for a period that ends before it starts or is too long. */
export const periodErrors = ({ period }: Pick<ReportSpec, 'period'>, value: RecordValues): Readonly<Record<string, string>> => {
  if (!period) return {}
  const [from, to] = [value[period.from], value[period.to]]
  if (typeof from !== 'string' || typeof to !== 'string') return {}
  if (to < from) return { [period.to]: '迄日不可早於起日，請更正。' }
  const days = daysBetween(from, to) + 1
  return days > period.maxDays ? { [period.to]: `查詢期間最長 ${period.maxDays} 天，目前是 ${days} 天，請縮短期間。` } : {}
}

/** Returns the default period of a report. */
export const defaultPeriod = ({ period }: Pick<ReportSpec, 'period'>, today: string): RecordValues => {
  if (!period) return {}
  const [from, to] = periods[period.first](today)
  return { [period.from]: from, [period.to]: to }
}

const periods: Readonly<Record<DefaultPeriod, (today: string) => readonly [string, string]>> = {
  today: (today) => [today, today],
  thisMonth: (today) => [`${today.slice(0, 7)}-01`, today],
  lastMonth: (today) => firstAndLastDay(addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)),
}
