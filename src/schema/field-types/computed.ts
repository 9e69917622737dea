import { expressionRef } from '../shape/expression-shape'
import type { JsonSchema } from '../shape/shape'
import { choice } from '../shape/shapes'
import { type Calendar, type ComputedField, type ComputedKind, computedKinds, type Expression } from '../types'
import { calendar } from './calendar-key'
import type { FieldTypeRules } from './field-type'

/** A value that follows from others of the record. Forms show it as it changes; the server makes it anew with every change and keeps it, so that lists can sort and filter by it. */
export const computed: FieldTypeRules<ComputedField> = {
  text: 'A value that follows from others of the record; forms show it live, the server makes and keeps it.',
  keys: {
    as: {
      shape: choice(computedKinds, 'a kind of computed value'),
      text: 'What it is: integer, decimal (of two places), money, percent, string or date.',
      required: true,
    },
    value: { shape: expressionRef, text: 'How it is made, as data.', required: true },
    calendar,
  },
  matches: ['exact', 'range', 'in'],
  sortable: true,
  entered: false,
  unique: false,
  complete: (raw, base) => {
    const { as = 'string', value = '', calendar: said } = raw as { as?: ComputedKind; value?: Expression; calendar?: Calendar }
    return { ...base, type: 'computed', readOnly: true, as, value, ...(said ? { calendar: said } : {}) }
  },
  column: ({ as }) => columns[as],
  parse: () => ({ value: undefined }),
  json: ({ as }) => valueJson[as],
  sample: () => undefined,
}

const valueJson = {
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  money: { type: 'integer' },
  percent: { type: 'number' },
  string: { type: 'string' },
  date: { type: 'string', format: 'date' },
} as const satisfies Record<ComputedKind, JsonSchema>

const columns = { integer: 'bigint', decimal: 'numeric', money: 'bigint', percent: 'numeric', string: 'text', date: 'date' } as const satisfies Record<
  ComputedKind,
  string
>
