import { addDays, taipeiToday } from '../../domain/dates/dates'

/** Days from and to, both included; empty = open. */
export interface Period {
  readonly from: string
  readonly to: string
}

export const allTime: Period = { from: '', to: '' }

/** The last so many days up to today. */
export const lastDays = (days: number, now: Date): Period => ({ from: addDays(taipeiToday(now), 1 - days), to: taipeiToday(now) })
