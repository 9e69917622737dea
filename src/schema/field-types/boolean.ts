import { notBoolean } from '../sentences'
import type { BooleanField } from '../types'
import type { FieldTypeRules } from './field-type'

/** Yes or no. Reads true and false, also as text, as multipart forms send them. */
export const boolean: FieldTypeRules<BooleanField> = {
  text: 'Yes or no.',
  keys: {},
  matches: ['exact'],
  sortable: true,
  chosen: true,
  unique: false,
  complete: (_, base) => ({ ...base, type: 'boolean' }),
  column: () => 'boolean',
  json: () => ({ type: 'boolean' }),
  parse: (value, { label }) => {
    if (value === true || value === 'true') return { value: true }
    return value === false || value === 'false' ? { value: false } : { error: notBoolean(label) }
  },
  sample: (_, seed) => seed % 2 === 0,
}
