import { atLeastOne } from '../shape/shapes'
import type { ReferenceField } from '../types'
import type { FieldTypeRules } from './field-type'
import { completeReference, referenceKeys } from './reference-rules'
import { parseReference, referenceColumn, referenceJson } from './reference-value'

/** A record of another resource. */
export const reference: FieldTypeRules<ReferenceField> = {
  text: 'A record of another resource.',
  keys: { ...referenceKeys, maxDepth: { shape: atLeastOne, text: 'For a reference to its own resource: no circle, at most so many levels.' } },
  matches: ['exact', 'in'],
  sortable: true,
  chosen: true,
  complete: (raw, base, context) => completeReference('reference', raw, base, context),
  column: referenceColumn,
  json: referenceJson,
  parse: parseReference,
  sample: ({ numeric }, seed) => (numeric ? seed + 1 : `R${seed}`),
}
