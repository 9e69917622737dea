import type { FieldBase } from '../language'
import { listOf, mapOf, text } from '../shape/shapes'
import { type FieldTypeRules, wholeLiteral } from './field-type'
import { numberKinds } from './numbers'

/** How many records of another resource agree with this one in `by`; server-made. */
export interface CountField extends FieldBase {
  readonly type: 'count'
  readonly of: string
  readonly by: readonly string[]
  readonly where?: Readonly<Record<string, readonly string[]>>
}

/** How many records of another resource belong to this one; the server counts them. */
export const count: FieldTypeRules<CountField> = {
  group: 'number',
  text: 'How many records of another resource belong to this one; the server counts them.',
  keys: {
    of: { shape: text, text: 'The resource whose records are counted.', required: true },
    by: { shape: listOf(text, 1), text: 'The fields in which both records agree.', required: true },
    where: { shape: mapOf(listOf(text, 1)), text: 'Counts only records whose field has one of these values.' },
  },
  matches: [],
  sortable: false,
  compares: 'number',
  number: numberKinds.integer,
  literal: wholeLiteral,
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
