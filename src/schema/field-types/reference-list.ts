import { notAList, repeated, tooFew, tooMany } from '../sentences'
import type { ReferenceField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'
import { listJson, max, min } from './list-keys'
import { completeReference, referenceKeys } from './reference-rules'
import { parseReference, referenceJson } from './reference-value'
import { boundsInOrder } from './text-keys'

/** Several records of another resource. */
export const referenceList: FieldTypeRules<ReferenceField> = {
  text: 'Several records of another resource.',
  keys: { ...referenceKeys, min, max: { ...max, required: true } },
  matches: ['in'],
  sortable: false,
  list: true,
  chosen: true,
  long: true,
  unique: false,
  inRows: false,
  settings: boundsInOrder,
  complete: (raw, base, context) => completeReference('referenceList', raw, base, context),
  column: () => 'jsonb',
  json: (field, context) => ({ ...listJson(referenceJson(field, context), field.min, field.max), uniqueItems: true }),
  parse: parseReferences,
  sample: ({ numeric, min }, seed) => Array.from({ length: Math.max(1, min) }, (_, index) => (numeric ? seed + index + 1 : `R${seed + index}`)),
}

function parseReferences(value: unknown, field: ReferenceField): Parsed {
  const { label, min, max } = field
  if (!Array.isArray(value)) return { error: notAList(label) }
  const parsed = value.map((one) => parseReference(one, field))
  const wrong = parsed.find((one) => 'error' in one)
  if (wrong) return wrong
  const values = parsed.map((one) => ('value' in one ? one.value : undefined))
  const double = values.find((one, index) => values.indexOf(one) !== index)
  if (double !== undefined) return { error: repeated(label, String(double)) }
  if (values.length < min) return { error: tooFew(label, min, '項') }
  return values.length > max ? { error: tooMany(label, max, '項', values.length) } : { value: values }
}
