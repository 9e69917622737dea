import { enums } from '../../../domain/enums'
import { choice, either, flag, isObject, type Key, type Keys, later, listOf, numberOrText, object, objectJson, type Shape, scalar, text } from './shape'

const conditionWords = {
  all: 'All of these hold.',
  any: 'At least one of these holds.',
  not: 'This does not hold.',
  role: 'Who asks has one of these roles.',
  is: 'The field has this value, or that of {"field": "…"}; null = empty.',
  in: 'The field has one of these values.',
  has: 'The list in the field has this value, or one of these.',
  empty: 'The field is empty (true) or not (false).',
  atLeast: 'The number or ISO date in the field is this or more; also the word today, or {"field": "…"}.',
  atMost: 'The number or ISO date in the field is this or less; also the word today, or {"field": "…"}.',
} as const

const field: Keys = { field: { shape: text, text: 'The field that is looked at.', required: true } }
const parent: Keys = { parent: { shape: text, text: 'In a row: the field of the record that the row stands in.', required: true } }
const subject = either((value) => isObject(value) && 'parent' in value, object(parent), object(field))
const orSubject = (fixed: Shape): Shape => either(isObject, subject, fixed)
/** A reference to the shape of conditions, which contain other conditions. */
export const conditionRef: Shape = later('condition', () => condition)

const leafTests: Keys = {
  is: { shape: orSubject(scalar), text: conditionWords.is, required: true },
  in: { shape: listOf(scalar, 1), text: conditionWords.in, required: true },
  has: {
    shape: { json: { anyOf: [scalar.json, { type: 'array', items: scalar.json }] }, check: () => [] },
    text: conditionWords.has,
    required: true,
  },
  empty: { shape: flag, text: conditionWords.empty, required: true },
  atLeast: { shape: orSubject(numberOrText), text: conditionWords.atLeast, required: true },
  atMost: { shape: orSubject(numberOrText), text: conditionWords.atMost, required: true },
}

const combinators: Readonly<Record<string, Keys>> = {
  all: { all: { shape: listOf(conditionRef, 1), text: conditionWords.all, required: true } },
  any: { any: { shape: listOf(conditionRef, 1), text: conditionWords.any, required: true } },
  not: { not: { shape: conditionRef, text: conditionWords.not, required: true } },
  role: { role: { shape: listOf(choice(Object.keys(enums.PortalRole), 'a role'), 1), text: conditionWords.role, required: true } },
}

const leafKeys = (of: Keys, operator: string): Keys => ({ ...of, ...Object.fromEntries(Object.entries(leafTests).filter(([key]) => key === operator)) })

/** A condition on a record, as plain data. */
export const condition: Shape = {
  json: {
    anyOf: [...Object.values(combinators), ...[field, parent].flatMap((of) => Object.keys(leafTests).map((operator) => leafKeys(of, operator)))].map(
      objectJson,
    ),
  },
  check: (value, path) => {
    const has = (key: string) => isObject(value) && Object.hasOwn(value, key)
    const join = Object.keys(combinators).find(has)
    const operator = Object.keys(leafTests).find(has) ?? 'is'
    return object((join && combinators[join]) || leafKeys(has('parent') ? parent : field, operator)).check(value, path)
  },
}

/** A reference to the shape of expressions, which contain other expressions. */
export const expressionRef: Shape = later('expression', () => expression)

const expressionList = (words: string): Key => ({ shape: listOf(expressionRef, 1), text: words, required: true })
const expressionPair = (words: string): Key => ({ shape: listOf(expressionRef, 2, 2), text: words, required: true })
const fieldName = (words: string): Key => ({ shape: text, text: words, required: true })

const expressionForms: Readonly<Record<string, Keys>> = {
  field: { field: fieldName('The value of a field.') },
  add: { add: expressionList('The sum of these.') },
  subtract: { subtract: expressionPair('The first less the second.') },
  multiply: { multiply: expressionList('The product of these.') },
  divide: { divide: expressionPair('The first by the second; empty when that is 0.') },
  least: { least: expressionList('The smallest of these.') },
  greatest: { greatest: expressionList('The largest of these.') },
  join: { join: expressionList('These texts, one after the other.') },
  sum: { sum: fieldName('The sum of a column of a list of rows: FeeItems.Amount.') },
  count: { count: fieldName('How many entries a list has.') },
  daysAfter: { daysAfter: expressionPair('The day so many days after a date.') },
  when: {
    when: { shape: conditionRef, text: 'A condition.', required: true },
    value: { shape: expressionRef, text: 'The value where it holds.', required: true },
    otherwise: { shape: expressionRef, text: 'The value where it does not.', required: true },
  },
}

/** A value that is computed from other values, as plain data. A plain string or number is its own value. */
export const expression: Shape = {
  json: { anyOf: [numberOrText.json, ...Object.values(expressionForms).map(objectJson)] },
  check: (value, path) => {
    if (!isObject(value)) return numberOrText.check(value, path)
    const operator = Object.keys(expressionForms).find((key) => Object.hasOwn(value, key))
    return object(operator ? (expressionForms[operator] ?? {}) : { field: { shape: text, text: 'The value of a field.', required: true } }).check(value, path)
  },
}
