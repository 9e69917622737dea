import { addDays, firstAndLastDay } from '../../domain/dates/dates'
import type { DefaultPeriod } from '../language/report'

/** Returns the first and the last day of a period that a report proposes. */
export const daysOfPeriod = (period: DefaultPeriod, today: string): readonly [string, string] => daysOf[period](today)

const daysOf: Readonly<Record<DefaultPeriod, (today: string) => readonly [string, string]>> = {
  today: (today) => [today, today],
  thisMonth: (today) => [`${today.slice(0, 7)}-01`, today],
  lastMonth: (today) => firstAndLastDay(addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)),
}
