import { addDays, daysBetween } from '../../domain/dates/dates'

/** The day of examples, where nobody says which day it is. */
export const sampleToday = '2026-11-20'

/** A day, month or time that lies within fixed bounds: the wished-for one, moved inside by the seed where it lies beyond them. */
export const within = <T>(wish: T, { min, max }: { readonly min?: T | undefined; readonly max?: T | undefined }, scale: Scale<T>, seed: number): T => {
  const [from, to] = [min === undefined ? undefined : scale.place(min), max === undefined ? undefined : scale.place(max)]
  const place = scale.place(wish)
  if ((from === undefined || place >= from) && (to === undefined || place <= to)) return wish
  if (from !== undefined) return scale.at(from + (seed % ((to ?? from + 27) - from + 1)))
  return scale.at((to ?? 0) - (seed % 28))
}

/** How values follow one another. */
export interface Scale<T> {
  place(value: T): number
  at(place: number): T
}

export const days: Scale<string> = {
  place: (day) => daysBetween('2000-01-01', day),
  at: (place) => addDays('2000-01-01', place),
}

export const months: Scale<string> = {
  place: (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1,
  at: (place) => `${String(Math.floor(place / 12)).padStart(4, '0')}-${String((place % 12) + 1).padStart(2, '0')}`,
}

export const minutes: Scale<string> = {
  place: (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  at: (place) => [Math.floor(place / 60), place % 60].map((part) => String(part).padStart(2, '0')).join(':'),
}
