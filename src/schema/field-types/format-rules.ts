import { foldFullWidth } from '../../domain/full-width'
import { tooLong, wrongForm } from '../sentences'
import { atLeastOne } from '../shape/shapes'
import type { FormatField } from '../types'
import type { FieldTypeRules } from './field-type'
import { hasBadCharacter, lengthOf } from './text-rules'

/** What sets one format apart from the others. */
export interface Format {
  readonly type: FormatField['type']
  readonly text: string
  readonly max: number
  /** End of the sentence that a wrong value gets. */
  readonly wanted: string
  tidy(value: string): string
  test(value: string): boolean
  sample(seed: number): string
  /** True: its values are no personal data and have no mask. */
  readonly public?: true
}

/** A field type for texts with a rule of their own. Values are trimmed and folded to half width first. */
export const formatRules = (format: Format): FieldTypeRules<FormatField> => ({
  text: format.text,
  keys: { max: { shape: atLeastOne, text: `Most characters; ${format.max} when absent.` } },
  matches: ['exact', 'contains'],
  sortable: true,
  ...(format.public ? {} : { masked: true as const }),
  complete: (raw, base) => ({ ...base, type: format.type, max: typeof raw.max === 'number' ? raw.max : format.max }),
  column: () => 'text',
  json: ({ type, max }) => ({ type: 'string', maxLength: max, ...(type === 'email' ? { format: 'email' } : {}), ...(type === 'url' ? { format: 'uri' } : {}) }),
  parse: (value, { label, max }) => {
    const text = typeof value === 'string' || typeof value === 'number' ? format.tidy(foldFullWidth(String(value)).trim()) : ''
    if (lengthOf(text) > max) return { error: tooLong(label, max, lengthOf(text)) }
    return hasBadCharacter(text) || !format.test(text) ? { error: wrongForm(label, format.wanted) } : { value: text }
  },
  sample: (_, seed) => format.sample(seed),
})

/** Leaves a value as it was typed. */
export const asTyped = (value: string): string => value
