import { isObject, type Keys, type Shape } from './shape'
import { flag, later, listOf, numberOrText, object, objectJson, scalar, text } from './shapes'

const conditionWords = {
  all: 'All of these hold.',
  any: 'At least one of these holds.',
  not: 'This does not hold.',
  is: 'The field has this value; null = empty.',
  in: 'The field has one of these values.',
  has: 'The list in the field has this value, or one of these.',
  empty: 'The field is empty (true) or not (false).',
  atLeast: 'The number or ISO date in the field is this or more.',
  atMost: 'The number or ISO date in the field is this or less.',
} as const

const field: Keys = { field: { shape: text, text: 'The field that is looked at.', required: true } }
const itself: Shape = later('condition', () => condition)

const forms: Readonly<Record<string, Keys>> = {
  all: { all: { shape: listOf(itself, 1), text: conditionWords.all, required: true } },
  any: { any: { shape: listOf(itself, 1), text: conditionWords.any, required: true } },
  not: { not: { shape: itself, text: conditionWords.not, required: true } },
  is: { ...field, is: { shape: scalar, text: conditionWords.is, required: true } },
  in: { ...field, in: { shape: listOf(scalar, 1), text: conditionWords.in, required: true } },
  has: {
    ...field,
    has: { shape: { json: { anyOf: [scalar.json, { type: 'array', items: scalar.json }] }, check: () => [] }, text: conditionWords.has, required: true },
  },
  empty: { ...field, empty: { shape: flag, text: conditionWords.empty, required: true } },
  atLeast: { ...field, atLeast: { shape: numberOrText, text: conditionWords.atLeast, required: true } },
  atMost: { ...field, atMost: { shape: numberOrText, text: conditionWords.atMost, required: true } },
}

/** A condition on the record at hand, as plain data. */
export const condition: Shape = {
  json: { anyOf: Object.values(forms).map(objectJson) },
  check: (value, path) => {
    const word = isObject(value) ? Object.keys(forms).find((key) => Object.hasOwn(value, key)) : undefined
    return object(word ? (forms[word] ?? field) : { ...field, is: { shape: scalar, text: conditionWords.is, required: true } }).check(value, path)
  },
}

/** Where a field's condition stands. */
export const conditionRef: Shape = itself
