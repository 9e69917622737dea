import { enums } from '../../../domain/enums'
import {
  anything,
  eitherShape,
  flag,
  isObject,
  listOf,
  numberOrText,
  objectJson,
  oneOfValues,
  oneOfVariants,
  type SchemaKey,
  type SchemaKeys,
  type Shape,
  scalar,
  shapeReference,
  text,
} from './shape'

const fieldKey: SchemaKeys = { field: { shape: text, doc: 'The field whose value is tested.', required: true } }
const parentKey: SchemaKeys = {
  parent: {
    shape: text,
    doc: 'In a list item: the tested field of the record that contains the item.',
    required: true,
  },
}
const subject = oneOfVariants(() => ({ parent: parentKey, field: fieldKey }), {
  anyOf: [objectJson(parentKey), objectJson(fieldKey)],
})
const subjectOr = (fixedValue: Shape): Shape => eitherShape(isObject, subject, fixedValue)
const bound = subjectOr(numberOrText)

/** A reference to the shape of conditions, which contain other conditions. */
export const conditionRef: Shape = shapeReference('condition', () => condition)

const leafTests: SchemaKeys = {
  is: {
    shape: subjectOr(scalar),
    doc: 'The field has this value, or that of {"field": "…"}; null = empty.',
    required: true,
  },
  in: { shape: listOf(scalar, 1), doc: 'The field has one of these values.', required: true },
  has: {
    shape: { ...anything, json: { anyOf: [scalar.json, { type: 'array', items: scalar.json }] } },
    doc: 'The list in the field contains this value, or one of these values.',
    required: true,
  },
  empty: { shape: flag, doc: 'The field is empty (true) or not (false).', required: true },
  atLeast: {
    shape: bound,
    doc: 'The number or ISO date in the field is at least this; also the word today, or {"field": "…"}.',
    required: true,
  },
  atMost: {
    shape: bound,
    doc: 'The number or ISO date in the field is at most this; also the word today, or {"field": "…"}.',
    required: true,
  },
  user: {
    shape: oneOfValues(['is', 'isNot'], "'is' or 'isNot'"),
    doc: 'The field contains the id of the signed-in user (is), or it does not or is empty (isNot).',
    required: true,
  },
}

const combinators: Readonly<Record<string, SchemaKeys>> = {
  all: { all: { shape: listOf(conditionRef, 1), doc: 'All of these conditions hold.', required: true } },
  any: { any: { shape: listOf(conditionRef, 1), doc: 'At least one of these conditions holds.', required: true } },
  not: { not: { shape: conditionRef, doc: 'This condition does not hold.', required: true } },
  role: {
    role: {
      shape: listOf(oneOfValues(Object.keys(enums.PortalRole), 'a role'), 1),
      doc: 'The user has one of these roles.',
      required: true,
    },
  },
}

const leafKeys = (subjectKeys: SchemaKeys, operator: string): SchemaKeys => ({
  ...subjectKeys,
  ...Object.fromEntries(Object.entries(leafTests).filter(([key]) => key === operator)),
})

const conditionVariants = (subjectKeys: SchemaKeys): Readonly<Record<string, SchemaKeys>> => ({
  ...combinators,
  ...Object.fromEntries(Object.keys(leafTests).map((operator) => [operator, leafKeys(subjectKeys, operator)])),
})

/** The shape of a condition. */
export const condition: Shape = oneOfVariants(
  (value) => conditionVariants(Object.hasOwn(value, 'parent') ? parentKey : fieldKey),
  {
    anyOf: [
      ...Object.values(combinators),
      ...[fieldKey, parentKey].flatMap((subjectKeys) =>
        Object.keys(leafTests).map((operator) => leafKeys(subjectKeys, operator)),
      ),
    ].map(objectJson),
  },
)

/** A reference to the shape of expressions, which contain other expressions. */
export const expressionRef: Shape = shapeReference('expression', () => expression)

const operands = (doc: string): SchemaKey => ({ shape: listOf(expressionRef, 1), doc, required: true })
const twoOperands = (doc: string): SchemaKey => ({ shape: listOf(expressionRef, 2, 2), doc, required: true })
const fieldName = (doc: string): SchemaKey => ({ shape: text, doc, required: true })

const expressionVariants: Readonly<Record<string, SchemaKeys>> = {
  field: { field: fieldName('The value of a field.') },
  add: { add: operands('The sum of these.') },
  subtract: { subtract: twoOperands('The first minus the second.') },
  multiply: { multiply: operands('The product of these.') },
  divide: { divide: twoOperands('The first divided by the second; empty when the second is 0.') },
  least: { least: operands('The smallest of these.') },
  greatest: { greatest: operands('The largest of these.') },
  join: { join: operands('These texts, joined.') },
  sum: { sum: fieldName('The sum of a field of list items: FeeItems.Amount.') },
  count: { count: fieldName('The number of items or entries of a list.') },
  daysAfter: { daysAfter: twoOperands('A date plus a number of days.') },
  when: {
    when: { shape: conditionRef, doc: 'A condition.', required: true },
    value: { shape: expressionRef, doc: 'The value if the condition holds.', required: true },
    otherwise: { shape: expressionRef, doc: 'The value if it does not hold.', required: true },
  },
}

/** The shape of an expression. */
export const expression: Shape = {
  ...eitherShape(
    isObject,
    oneOfVariants(() => expressionVariants, { anyOf: Object.values(expressionVariants).map(objectJson) }),
    numberOrText,
  ),
  json: { anyOf: [numberOrText.json, ...Object.values(expressionVariants).map(objectJson)] },
}
