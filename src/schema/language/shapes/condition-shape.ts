import { enums } from '../../../domain/enums'
import { choice, either, flag, isObject, type Key, type Keys, lazy, listOf, numberOrText, object, objectJson, type Shape, scalar, text } from './shape'

const field: Keys = { field: { shape: text, doc: 'The field whose value is tested.', required: true } }
const parent: Keys = { parent: { shape: text, doc: 'In a list item: the tested field of the record that contains the item.', required: true } }
const subject = either((value) => isObject(value) && 'parent' in value, object(parent), object(field))
const orSubject = (fixed: Shape): Shape => either(isObject, subject, fixed)
const bound = orSubject(numberOrText)

/** A reference to the shape of conditions, which contain other conditions. */
export const conditionRef: Shape = lazy('condition', () => condition)

const leafTests: Keys = {
  is: { shape: orSubject(scalar), doc: 'The field has this value, or that of {"field": "…"}; null = empty.', required: true },
  in: { shape: listOf(scalar, 1), doc: 'The field has one of these values.', required: true },
  has: {
    shape: { json: { anyOf: [scalar.json, { type: 'array', items: scalar.json }] }, check: () => [] },
    doc: 'The list in the field contains this value, or one of these values.',
    required: true,
  },
  empty: { shape: flag, doc: 'The field is empty (true) or not (false).', required: true },
  atLeast: { shape: bound, doc: 'The number or ISO date in the field is at least this; also the word today, or {"field": "…"}.', required: true },
  atMost: { shape: bound, doc: 'The number or ISO date in the field is at most this; also the word today, or {"field": "…"}.', required: true },
}

const combinators: Readonly<Record<string, Keys>> = {
  all: { all: { shape: listOf(conditionRef, 1), doc: 'All of these conditions hold.', required: true } },
  any: { any: { shape: listOf(conditionRef, 1), doc: 'At least one of these conditions holds.', required: true } },
  not: { not: { shape: conditionRef, doc: 'This condition does not hold.', required: true } },
  role: { role: { shape: listOf(choice(Object.keys(enums.PortalRole), 'a role'), 1), doc: 'The user has one of these roles.', required: true } },
}

const leafKeys = (subjectKeys: Keys, operator: string): Keys => ({
  ...subjectKeys,
  ...Object.fromEntries(Object.entries(leafTests).filter(([key]) => key === operator)),
})

/** A condition on a record, as plain data. */
export const condition: Shape = {
  json: {
    anyOf: [...Object.values(combinators), ...[field, parent].flatMap((keys) => Object.keys(leafTests).map((operator) => leafKeys(keys, operator)))].map(
      objectJson,
    ),
  },
  check: (value, path) => {
    const has = (key: string) => isObject(value) && Object.hasOwn(value, key)
    const combinator = Object.keys(combinators).find(has)
    const operator = Object.keys(leafTests).find(has) ?? 'is'
    return object((combinator && combinators[combinator]) || leafKeys(has('parent') ? parent : field, operator)).check(value, path)
  },
}

/** A reference to the shape of expressions, which contain other expressions. */
export const expressionRef: Shape = lazy('expression', () => expression)

const operands = (doc: string): Key => ({ shape: listOf(expressionRef, 1), doc, required: true })
const twoOperands = (doc: string): Key => ({ shape: listOf(expressionRef, 2, 2), doc, required: true })
const fieldName = (doc: string): Key => ({ shape: text, doc, required: true })

const fieldKeys: Keys = { field: fieldName('The value of a field.') }

const expressionForms: Readonly<Record<string, Keys>> = {
  field: fieldKeys,
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

/** A value that is computed from other values, as plain data. A plain string or number is its own value. */
export const expression: Shape = {
  json: { anyOf: [numberOrText.json, ...Object.values(expressionForms).map(objectJson)] },
  check: (value, path) => {
    if (!isObject(value)) return numberOrText.check(value, path)
    const operator = Object.keys(expressionForms).find((key) => Object.hasOwn(value, key)) ?? 'field'
    return object(expressionForms[operator] ?? fieldKeys).check(value, path)
  },
}
