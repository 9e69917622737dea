import { atLeastOne } from '../shape/shapes'
import type { StringField } from '../types'
import type { FieldTypeRules } from './field-type'
import { completeText } from './string'
import { lengthKeys, textSettings } from './text-keys'
import { parseText, textJson } from './text-rules'

/** Several lines of text: notices, remarks. */
export const text: FieldTypeRules<StringField> = {
  text: 'Several lines of text: notices, remarks.',
  keys: { ...lengthKeys, maxLines: { shape: atLeastOne, text: 'Most lines.' } },
  matches: ['contains'],
  sortable: false,
  long: true,
  unique: false,
  masked: true,
  settings: textSettings,
  complete: (raw, base) => completeText('text', raw, base),
  column: () => 'text',
  json: textJson,
  parse: parseText,
  sample: ({ min, max }, seed) => `第 ${seed} 則說明`.padEnd(min, '。').slice(0, max),
}
