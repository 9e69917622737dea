import { parseTime } from '../../domain/dates'
import { foldFullWidth } from '../../domain/full-width'
import { notTime, tooEarly, tooLate } from '../sentences'
import { bound } from '../shape/bound-shape'
import { text } from '../shape/shapes'
import type { DateField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'
import { minutes, within } from './sample-bounds'
import { boundsInOrder } from './text-keys'

/** A time of day, to the minute. Reads 9:30, 09:30 and 0930; keeps 09:30. */
export const time: FieldTypeRules<DateField> = {
  text: 'A time of day. People may type 9:30 or 0930; it travels as 09:30.',
  keys: {
    min: { shape: bound(text), text: 'Earliest time: 09:30, or {"field": "…"}.' },
    max: { shape: bound(text), text: 'Latest time: 17:30, or {"field": "…"}.' },
  },
  matches: ['range', 'exact'],
  sortable: true,
  compares: 'time',
  settings: boundsInOrder,
  complete: (raw, base) => ({ ...base, type: 'time', ...(raw as Pick<DateField, 'min' | 'max'>) }),
  column: () => 'text',
  parse: readTime,
  json: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  sample: ({ min, max }, seed) =>
    within(
      `${String(9 + (seed % 8)).padStart(2, '0')}:${String((seed * 5) % 60).padStart(2, '0')}`,
      { min: typeof min === 'string' ? min : undefined, max: typeof max === 'string' ? max : '23:59' },
      minutes,
      seed,
    ),
}

function readTime(value: unknown, { label, min, max }: DateField): Parsed {
  const found = typeof value === 'string' ? parseTime(foldFullWidth(value).trim()) : null
  if (!found) return { error: notTime(label) }
  if (typeof min === 'string' && found < min) return { error: tooEarly(label, ` ${min}`) }
  if (typeof max === 'string' && found > max) return { error: tooLate(label, ` ${max}`) }
  return { value: found }
}
