import { conditionRef } from './condition-shape'
import { isObject, type Key, type Keys, type Shape } from './shape'
import { later, listOf, numberOrText, object, objectJson, text } from './shapes'

const itself = later('expression', () => expression)

const several = (words: string): Key => ({ shape: listOf(itself, 1), text: words, required: true })
const pair = (words: string): Key => ({ shape: listOf(itself, 2, 2), text: words, required: true })
const name = (words: string): Key => ({ shape: text, text: words, required: true })

const forms: Readonly<Record<string, Keys>> = {
  field: { field: name('The value of a field.') },
  add: { add: several('The sum of these.') },
  subtract: { subtract: pair('The first less the second.') },
  multiply: { multiply: several('The product of these.') },
  divide: { divide: pair('The first by the second; empty when that is 0.') },
  least: { least: several('The smallest of these.') },
  greatest: { greatest: several('The largest of these.') },
  join: { join: several('These texts, one after the other.') },
  sum: { sum: name('The sum of a column of a list of rows: FeeItems.Amount.') },
  count: { count: name('How many entries a list has.') },
  daysAfter: { daysAfter: pair('The day so many days after a date.') },
  when: {
    when: { shape: conditionRef, text: 'A condition.', required: true },
    value: { shape: itself, text: 'The value where it holds.', required: true },
    otherwise: { shape: itself, text: 'The value where it does not.', required: true },
  },
}

/** A value made of others, as plain data; a bare text or number stands for itself. */
export const expression: Shape = {
  json: { anyOf: [numberOrText.json, ...Object.values(forms).map(objectJson)] },
  check: (value, path) => {
    if (!isObject(value)) return numberOrText.check(value, path)
    const word = Object.keys(forms).find((key) => Object.hasOwn(value, key))
    return object(word ? (forms[word] ?? {}) : { field: { shape: text, text: 'The value of a field.', required: true } }).check(value, path)
  },
}

/** Where a field's expression stands. */
export const expressionRef: Shape = itself
