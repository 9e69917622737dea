import { parseDate, rocSlash } from '../../domain/roc-date'
import { notDate, tooEarly, tooLate } from '../sentences'
import { bound } from '../shape/bound-shape'
import { atLeastOne, text } from '../shape/shapes'
import type { Bound, DateField } from '../types'
import { calendar } from './calendar-key'
import type { FieldTypeRules, ParseContext, Parsed } from './field-type'
import { days, sampleToday, within } from './sample-bounds'
import { boundsInOrder } from './text-keys'

/** A day. Reads 2026-11-30, 2026/11/30, 20261130, 115/11/30 and 1151130; keeps 2026-11-30. */
export const date: FieldTypeRules<DateField> = {
  text: 'A day. People may type 2026/11/30, 115/11/30 or 1151130; it travels as 2026-11-30.',
  keys: {
    min: { shape: bound(text), text: 'Earliest day: an ISO date, the word today, or {"field": "…"}.' },
    max: { shape: bound(text), text: 'Latest day: an ISO date, the word today, or {"field": "…"}.' },
    calendar,
    maxYears: { shape: atLeastOne, text: 'At most so many years after the field in min.' },
  },
  matches: ['range', 'exact'],
  sortable: true,
  compares: 'date',
  chosen: true,
  settings: boundsInOrder,
  complete: (raw, base) => ({ ...base, type: 'date', ...(raw as Pick<DateField, 'min' | 'max' | 'maxYears' | 'calendar'>) }),
  column: () => 'date',
  json: () => ({ type: 'string', format: 'date' }),
  parse: parseDay,
  sample: ({ min, max }, seed, today = sampleToday) =>
    within(`2026-11-${String((seed % 28) + 1).padStart(2, '0')}`, { min: fixedDay(min, today), max: fixedDay(max, today) }, days, seed),
}

function parseDay(value: unknown, field: DateField, { today }: ParseContext): Parsed {
  const day = typeof value === 'string' ? parseDate(value.trim()) : null
  if (!day) return { error: notDate(field.label) }
  const min = fixedDay(field.min, today)
  const max = fixedDay(field.max, today)
  if (min && day < min) return { error: tooEarly(field.label, dayText(min, today, field)) }
  if (max && day > max) return { error: tooLate(field.label, dayText(max, today, field)) }
  return { value: day }
}

const fixedDay = (limit: Bound<string> | undefined, today: string): string | undefined =>
  typeof limit === 'string' ? (limit === 'today' ? today : limit) : undefined

const dayText = (day: string, today: string, { calendar: by }: DateField): string =>
  day === today ? '今天' : ` ${by === 'roc' ? rocSlash(day) : day.replaceAll('-', '/')}`
