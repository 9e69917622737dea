import { foldFullWidth } from '../../domain/full-width'
import { parseMonth, rocMonth } from '../../domain/roc-date'
import { notMonth, tooEarly, tooLate } from '../sentences'
import { bound } from '../shape/bound-shape'
import { text } from '../shape/shapes'
import type { Bound, Calendar, DateField } from '../types'
import { calendar } from './calendar-key'
import type { FieldTypeRules, ParseContext, Parsed } from './field-type'
import { months, sampleToday, within } from './sample-bounds'
import { boundsInOrder } from './text-keys'

/** A month. Reads 2026-11, 2026/11, 202611, 115/11 and 11511; keeps 2026-11. */
export const month: FieldTypeRules<DateField> = {
  text: 'A month. People may type 2026/11, 115/11 or 11511; it travels as 2026-11.',
  keys: {
    min: { shape: bound(text), text: 'Earliest month: 2026-11, the word today, or {"field": "…"}.' },
    max: { shape: bound(text), text: 'Latest month: 2026-11, the word today, or {"field": "…"}.' },
    calendar,
  },
  matches: ['range', 'exact'],
  sortable: true,
  compares: 'month',
  settings: boundsInOrder,
  complete: (raw, base) => ({ ...base, type: 'month', ...(raw as Pick<DateField, 'min' | 'max' | 'calendar'>) }),
  column: () => 'text',
  parse: readMonth,
  json: () => ({ type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  sample: ({ min, max }, seed, today = sampleToday) =>
    within(`${2020 + (seed % 10)}-${String((seed % 12) + 1).padStart(2, '0')}`, { min: fixedMonth(min, today), max: fixedMonth(max, today) }, months, seed),
}

function readMonth(value: unknown, { label, min, max, calendar: by }: DateField, { today }: ParseContext): Parsed {
  const found = typeof value === 'string' ? parseMonth(foldFullWidth(value)) : null
  if (!found) return { error: notMonth(label) }
  const [from, to] = [fixedMonth(min, today), fixedMonth(max, today)]
  if (from && found < from) return { error: tooEarly(label, ` ${monthText(from, by)}`) }
  if (to && found > to) return { error: tooLate(label, ` ${monthText(to, by)}`) }
  return { value: found }
}

const monthText = (month: string, by: Calendar | undefined): string => (by === 'roc' ? rocMonth(month) : month.replace('-', '/'))

const fixedMonth = (limit: Bound<string> | undefined, today: string): string | undefined =>
  typeof limit === 'string' ? (limit === 'today' ? today.slice(0, 7) : limit) : undefined
