import { type ComputedField, type ComputedKind, type CountField, computedKinds } from '../language/language'
import { expressionRef } from '../language/shapes/condition-shape'
import { type JsonSchema, listOf, mapOf, oneOfValues, text } from '../language/shapes/shape'
import { allExpressionFields } from '../rules/expression'
import { dayLiteral, type FieldTypeRules, numberLiteral, type ValueFacets, wholeLiteral } from './field-type'
import { numberKinds } from './numbers'
import { calendar } from './shared-keys'
import { timeText } from './times'

/**
 * A value that is computed from other values of the record.
 * Forms update it immediately.
 * The server recomputes and stores it with every change, so that lists can sort and filter by it.
 */
export const computed: FieldTypeRules<ComputedField> = {
  group: 'computed',
  doc: 'A value computed from other fields of the record. Forms update it at once; the server computes and stores it.',
  keys: {
    as: {
      shape: oneOfValues(computedKinds, 'a kind of computed value'),
      doc: 'Type of the value: integer, decimal (two places), money, percent, string or date.',
      required: true,
    },
    value: { shape: expressionRef, doc: 'The expression.', required: true },
    calendar,
  },
  matches: ['exact', 'range', 'in'],
  isSortable: true,
  canBeEntered: false,
  canBeUnique: false,
  compile: (raw) => {
    const { as = 'string', value = '' } = raw as Partial<ComputedField>
    // `compile-field.ts` sets the final `computationOrder`, which depends on the other fields.
    return { readOnly: true, as, value, dependsOn: allExpressionFields(value), computationOrder: 0 }
  },
  columnType: ({ as }) => kinds[as].column,
  parse: () => ({ value: undefined }),
  jsonSchema: ({ as }) => kinds[as].jsonSchema,
  sample: () => undefined,
}

/** The column, the JSON Schema and the value facets of a kind of computed values. */
interface KindFacets extends ValueFacets {
  readonly column: string
  readonly jsonSchema: JsonSchema
}

const kinds: Readonly<Record<ComputedKind, KindFacets>> = {
  integer: {
    column: 'bigint',
    jsonSchema: { type: 'integer' },
    comparedAs: 'number',
    numberKind: numberKinds.integer,
    literal: wholeLiteral,
  },
  decimal: {
    column: 'numeric',
    jsonSchema: { type: 'number' },
    comparedAs: 'number',
    numberKind: numberKinds.decimal,
    literal: numberLiteral,
  },
  money: {
    column: 'bigint',
    jsonSchema: { type: 'integer' },
    comparedAs: 'number',
    numberKind: numberKinds.money,
    literal: wholeLiteral,
  },
  percent: {
    column: 'numeric',
    jsonSchema: { type: 'number' },
    comparedAs: 'number',
    numberKind: numberKinds.percent,
    literal: numberLiteral,
  },
  string: { column: 'text', jsonSchema: { type: 'string' } },
  date: {
    column: 'date',
    jsonSchema: { type: 'string', format: 'date' },
    comparedAs: 'date',
    literal: dayLiteral,
    display: timeText,
  },
}

/**
 * Returns the facets of computed values of the kind `as`.
 * The values of an unknown kind count as comparable, so that only the kind itself is reported as a mistake.
 */
export const computedFacets = (as: unknown): ValueFacets => {
  const kind = computedKinds.find((candidate) => candidate === as)
  return kind ? kinds[kind] : { comparedAs: 'number' }
}

/**
 * The number of records of another resource that belong to this record.
 * The server counts them whenever it reads the record.
 */
export const count: FieldTypeRules<CountField> = {
  group: 'number',
  doc: 'The number of records of another resource that belong to this one, counted by the server.',
  keys: {
    of: { shape: text, doc: 'The resource whose records are counted.', required: true },
    by: { shape: listOf(text, 1), doc: 'The fields in which both records agree.', required: true },
    where: { shape: mapOf(listOf(text, 1)), doc: 'Counts only records whose fields have one of these values.' },
  },
  matches: [],
  isSortable: false,
  comparedAs: 'number',
  numberKind: numberKinds.integer,
  literal: wholeLiteral,
  canBeEntered: false,
  canBeUnique: false,
  canBeInItems: false,
  compile: ({ of = '', by = [] }) => ({ readOnly: true, of, by }) as Partial<CountField>,
  columnType: () => null,
  jsonSchema: () => ({ type: 'integer', minimum: 0 }),
  parse: () => ({ value: undefined }),
  sample: () => undefined,
}
