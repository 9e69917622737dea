import { listOf, mapOf, text } from '../shape/shapes'
import type { CountField } from '../types'
import type { FieldTypeRules } from './field-type'

/** How many records of another resource belong to this one; the server counts them. */
export const count: FieldTypeRules<CountField> = {
  text: 'How many records of another resource belong to this one; the server counts them.',
  keys: {
    of: { shape: text, text: 'The resource whose records are counted.', required: true },
    by: { shape: listOf(text, 1), text: 'The fields in which both records agree.', required: true },
    where: { shape: mapOf(listOf(text, 1)), text: 'Counts only records whose field has one of these values.' },
  },
  matches: [],
  sortable: false,
  compares: 'number',
  entered: false,
  unique: false,
  inRows: false,
  complete: (raw, base) => {
    const { of = '', by = [], where } = raw as Partial<Pick<CountField, 'of' | 'by' | 'where'>>
    return { ...base, type: 'count', readOnly: true, of, by, where }
  },
  column: () => null,
  json: () => ({ type: 'integer', minimum: 0 }),
  parse: () => ({ value: undefined }),
  sample: () => undefined,
}
