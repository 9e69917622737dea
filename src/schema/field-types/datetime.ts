import { notDateTime } from '../sentences'
import type { DateField } from '../types'
import type { FieldTypeRules } from './field-type'

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

/** A moment with its offset, to the microsecond. */
export const datetime: FieldTypeRules<DateField> = {
  text: 'A moment with its offset, such as 2026-11-20T09:15:30.123456+08:00.',
  keys: {},
  matches: ['range'],
  sortable: true,
  compares: 'datetime',
  chosen: true,
  complete: (_, base) => ({ ...base, type: 'datetime' }),
  column: () => 'timestamptz',
  json: () => ({ type: 'string', format: 'date-time' }),
  parse: (value, { label }) => (typeof value === 'string' && form.test(value) && !Number.isNaN(Date.parse(value)) ? { value } : { error: notDateTime(label) }),
  sample: (_, seed) => `2026-11-20T09:15:${String(seed % 60).padStart(2, '0')}.000000+08:00`,
}
