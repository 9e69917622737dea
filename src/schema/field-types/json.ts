import { notJson } from '../sentences'
import { isObject } from '../shape/shape'
import type { JsonField } from '../types'
import type { FieldTypeRules } from './field-type'

/** Whatever the server keeps beside a record, such as the answer of another system. People read it, nobody enters it. */
export const json: FieldTypeRules<JsonField> = {
  text: 'Data that the server keeps beside the record, such as the answer of another system; people only read them.',
  keys: {},
  matches: [],
  sortable: false,
  entered: false,
  long: true,
  listed: false,
  unique: false,
  inRows: false,
  complete: (_, base) => ({ ...base, type: 'json', readOnly: true }),
  column: () => 'jsonb',
  parse: (value, { label }) => (isObject(value) ? { value } : { error: notJson(label) }),
  json: () => ({ type: 'object' }),
  sample: (_, seed) => ({ Code: `A${seed}` }),
}
