import type catalogue from '../../checks/catalogue.json'
import { didYouMean, mustBe, mustHave, notOneOf, placeOf, unknownKey } from '../../checks/check-messages'

/** Id of a check. `catalogue.json` describes its mistake and the remedy. An id is never reused. */
export type ProblemId = keyof typeof catalogue

/** A place in a schema file: keys and list positions from the top. */
export type Path = readonly (string | number)[]

/** A mistake found by a check, before file and line are looked up. */
export interface Finding {
  readonly id: ProblemId
  readonly path: Path
  /** Position in the text, for syntax errors, which have no path. */
  readonly offset?: number
  readonly message: string
  readonly hint?: string
}

/** The shape of a value in a schema file: both the test for the checks and the JSON Schema for editors. */
export interface Shape {
  readonly json: JsonSchema
  check(value: unknown, path: Path): Finding[]
}

export type JsonSchema = Readonly<Record<string, unknown>>

/** One key of an object in a schema file. */
export interface Key {
  readonly shape: Shape
  /** One sentence for the editor's tooltip. */
  readonly doc: string
  readonly required?: boolean
}

export type Keys = Readonly<Record<string, Key>>

/** A plain object as JSON reads it. */
export type RawObject = Readonly<Record<string, unknown>>

/** Returns the entries of an object in the order of the file: options are read as a map, because an object puts codes such as 10 before 00. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  value instanceof Map ? [...(value as Map<string, unknown>)] : isObject(value) ? Object.entries(value) : []

export const isObject = (value: unknown): value is RawObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const valueShape = (expected: string, json: JsonSchema, test: (value: unknown) => boolean): Shape => ({
  json,
  check: (value, path) => (test(value) ? [] : [{ id: 'S102', path, message: mustBe(placeOf(path), expected) }]),
})

/** A text that is not blank. */
export const text = valueShape('a text', { type: 'string', minLength: 1 }, (value) => typeof value === 'string' && value.trim() !== '')

/** true or false. */
export const flag = valueShape('true or false', { type: 'boolean' }, (value) => typeof value === 'boolean')

/** Returns the shape of a whole number with a minimum. */
export const integerFrom = (min: number): Shape =>
  valueShape(`a whole number of at least ${min}`, { type: 'integer', minimum: min }, (value) => Number.isSafeInteger(value) && Number(value) >= min)

/** Returns the shape of a whole number between two bounds. */
export const between = (min: number, max: number): Shape =>
  valueShape(
    `a whole number from ${min} to ${max}`,
    { type: 'integer', minimum: min, maximum: max },
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  )

/** A whole number, which may be negative. */
export const integer = valueShape('a whole number', { type: 'integer' }, (value) => Number.isSafeInteger(value))

/** A number or a text: bounds of `atLeast` and `atMost`. */
export const numberOrText = valueShape('a number or a text', { type: ['number', 'string'] }, (value) => typeof value === 'number' || typeof value === 'string')

/** Text, number, true, false or null. */
export const scalar = valueShape(
  'a text, a number, true, false or null',
  { type: ['string', 'number', 'boolean', 'null'] },
  (value) => value === null || typeof value !== 'object',
)

/** Any value; another check validates it. */
export const anything: Shape = { json: {}, check: () => [] }

/** Returns the shape of a word from a fixed list. */
export const choice = (words: readonly string[], kind: string, id: Finding['id'] = 'S102'): Shape => ({
  json: { enum: words },
  check: (value, path) => {
    if (typeof value !== 'string') return [{ id: 'S102', path, message: mustBe(placeOf(path), kind) }]
    return words.includes(value) ? [] : [{ id, path, message: notOneOf(placeOf(path), value, kind), hint: didYouMean(value, words) }]
  },
})

/** Returns the shape of a list whose entries have the given shape. */
export const listOf = (shape: Shape, atLeast = 0, atMost = Number.POSITIVE_INFINITY): Shape => ({
  json: { type: 'array', items: shape.json, ...(atLeast ? { minItems: atLeast } : {}), ...(Number.isFinite(atMost) ? { maxItems: atMost } : {}) },
  check: (value, path) => {
    if (atLeast === atMost && Array.isArray(value) && value.length !== atLeast)
      return [{ id: 'S102', path, message: mustBe(placeOf(path), `a list of ${atLeast} entries`) }]
    if (!Array.isArray(value) || value.length < atLeast)
      return [{ id: 'S102', path, message: mustBe(placeOf(path), atLeast ? 'a list that is not empty' : 'a list') }]
    return value.flatMap((item, index) => shape.check(item, [...path, index]))
  },
})

/** Returns the shape of an object with arbitrary keys whose values have the given shape. */
export const mapOf = (shape: Shape): Shape => ({
  json: { type: 'object', additionalProperties: shape.json },
  check: (value, path) =>
    isObject(value)
      ? entriesOf(value).flatMap(([key, entry]) => shape.check(entry, [...path, key]))
      : [{ id: 'S102', path, message: mustBe(placeOf(path), 'an object') }],
})

/** Returns the shape of an object that has only the given keys. */
export const object = (keys: Keys): Shape => ({
  json: objectJson(keys),
  check: (value, path) =>
    isObject(value)
      ? [...unknownKeys(keys, value, path), ...missingKeys(keys, value, path), ...wrongValues(keys, value, path)]
      : [{ id: 'S102', path, message: mustBe(placeOf(path), 'an object') }],
})

/** Returns a shape that applies `shape` to values that pass the test, and `otherwise` to all others. */
export const either = (test: (value: unknown) => boolean, shape: Shape, otherwise: Shape): Shape => ({
  json: { anyOf: [shape.json, otherwise.json] },
  check: (value, path) => (test(value) ? shape : otherwise).check(value, path),
})

/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns a reference to a shape that contains itself or is declared elsewhere; `ref` is its name in the `$defs` of the JSON Schema. */
export const lazy = (ref: string, shape: () => Shape): Shape => ({ json: { $ref: `#/$defs/${ref}` }, check: (value, path) => shape().check(value, path) })

export const objectJson = (keys: Keys): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(keys).filter((key) => keys[key]?.required),
  properties: Object.fromEntries(Object.entries(keys).map(([key, { shape, doc: description }]) => [key, { description, ...shape.json }])),
})

const unknownKeys = (keys: Keys, value: object, path: Path): Finding[] =>
  Object.keys(value)
    .filter((key) => !Object.hasOwn(keys, key))
    .map((key) => ({ id: 'S103', path: [...path, key], message: unknownKey(placeOf(path), key), hint: didYouMean(key, Object.keys(keys)) }))

const missingKeys = (keys: Keys, value: object, path: Path): Finding[] =>
  Object.entries(keys)
    .filter(([key, { required }]) => required && !Object.hasOwn(value, key))
    .map(([key, { doc: hint }]) => ({ id: 'S104', path, message: mustHave(placeOf(path), key), hint }))

const wrongValues = (keys: Keys, value: Readonly<Record<string, unknown>>, path: Path): Finding[] =>
  Object.entries(keys).flatMap(([key, { shape, doc: hint }]) =>
    // The description of the key is the default hint.
    Object.hasOwn(value, key) ? shape.check(value[key], [...path, key]).map((finding) => ({ hint, ...withoutUndefinedHint(finding) })) : [],
  )

const withoutUndefinedHint = ({ hint, ...finding }: Finding): Finding => (hint === undefined ? finding : { ...finding, hint })
