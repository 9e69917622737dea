import type catalogue from '../../checks/catalogue.json'
import { cannot, didYouMean, mustBe, mustHave, nearestOf, notOneOf, orList, placeOf, unknownKey } from '../../checks/check-messages'

/** Id of a check. `catalogue.json` describes its mistake and the remedy. An id is never reused. */
export type ProblemId = keyof typeof catalogue

/** The path of a value in a schema file: the keys and list positions from the top level. */
export type Path = readonly (string | number)[]

/** A mistake found by a check, before its file and line are known. */
export interface Finding {
  readonly id: ProblemId
  readonly path: Path
  /** Position in the text, for syntax errors, which have no path. */
  readonly offset?: number
  readonly message: string
  readonly hint?: string
}

/** The shape of a value in a schema file, as a test for the checks and as JSON Schema for editors. */
export interface Shape {
  readonly json: JsonSchema
  /** The kinds of value that it accepts, for messages; several for a union. */
  readonly expected: readonly string[]
  check(value: unknown, path: Path): Finding[]
}

export type JsonSchema = Readonly<Record<string, unknown>>

/** The declaration of one key of an object in a schema file. */
export interface SchemaKey {
  readonly shape: Shape
  /** One sentence for the editor's tooltip. */
  readonly doc: string
  readonly required?: boolean
}

export type SchemaKeys = Readonly<Record<string, SchemaKey>>

/** A plain object, as parsed from JSON. */
export type RawObject = Readonly<Record<string, unknown>>

/** Returns the entries of an object in the order of the file: options are read as a map, because an object puts codes such as 10 before 00. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  value instanceof Map ? [...(value as Map<string, unknown>)] : isObject(value) ? Object.entries(value) : []

/** Checks whether a value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is RawObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const valueShape = (kinds: string | readonly string[], json: JsonSchema, test: (value: unknown) => boolean): Shape => {
  const expected = [kinds].flat()
  return { json, expected, check: (value, path) => (test(value) ? [] : [wrongKindFinding(path, expected)]) }
}

const wrongKindFinding = (path: Path, expected: readonly string[]): Finding => ({ id: 'S102', path, message: mustBe(placeOf(path), orList(expected)) })

/** A text that is not blank. */
export const text = valueShape('a text', { type: 'string', minLength: 1 }, (value) => typeof value === 'string' && value.trim() !== '')

/** The value true or false. */
export const flag = valueShape('true or false', { type: 'boolean' }, (value) => typeof value === 'boolean')

/** Returns the shape of a whole number with a minimum. */
export const integerFrom = (min: number): Shape =>
  valueShape(`a whole number of at least ${min}`, { type: 'integer', minimum: min }, (value) => Number.isSafeInteger(value) && Number(value) >= min)

/** Returns the shape of a whole number between two bounds. */
export const integerBetween = (min: number, max: number): Shape =>
  valueShape(
    `a whole number from ${min} to ${max}`,
    { type: 'integer', minimum: min, maximum: max },
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  )

/** Returns the shape of a number between two bounds. */
export const numberBetween = (min: number, max: number): Shape =>
  valueShape(
    `a number from ${min} to ${max}`,
    { type: 'number', minimum: min, maximum: max },
    (value) => typeof value === 'number' && value >= min && value <= max,
  )

/** A whole number, which may be negative. */
export const integer = valueShape('a whole number', { type: 'integer' }, (value) => Number.isSafeInteger(value))

/** A number or a text: bounds of `atLeast` and `atMost`. */
export const numberOrText = valueShape(
  ['a number', 'a text'],
  { type: ['number', 'string'] },
  (value) => typeof value === 'number' || typeof value === 'string',
)

/** Text, number, true, false or null. */
export const scalar = valueShape(
  ['a text', 'a number', 'true', 'false', 'null'],
  { type: ['string', 'number', 'boolean', 'null'] },
  (value) => value === null || typeof value !== 'object',
)

/** Any value; a separate check validates the key that uses this shape. */
export const anything: Shape = { json: {}, expected: ['any value'], check: () => [] }

/** Returns the shape of a text that is one of the given values; `kind` describes such a text in messages. */
export const oneOfValues = (values: readonly string[], kind: string, id: Finding['id'] = 'S102'): Shape => ({
  json: { enum: values },
  expected: [kind],
  check: (value, path) => {
    if (typeof value !== 'string') return [wrongKindFinding(path, [kind])]
    return values.includes(value) ? [] : [{ id, path, message: notOneOf(placeOf(path), value, kind), hint: didYouMean(value, values) }]
  },
})

/** Returns the shape of a list whose entries have the given shape. */
export const listOf = (shape: Shape, atLeast = 0, atMost = Number.POSITIVE_INFINITY): Shape => ({
  json: { type: 'array', items: shape.json, ...(atLeast ? { minItems: atLeast } : {}), ...(Number.isFinite(atMost) ? { maxItems: atMost } : {}) },
  expected: [atLeast ? 'a list that is not empty' : 'a list'],
  check: (value, path) => {
    if (atLeast === atMost && Array.isArray(value) && value.length !== atLeast) return [wrongKindFinding(path, [`a list of ${atLeast} entries`])]
    if (!Array.isArray(value) || value.length < atLeast) return [wrongKindFinding(path, [atLeast ? 'a list that is not empty' : 'a list'])]
    return value.flatMap((item, index) => shape.check(item, [...path, index]))
  },
})

/** Returns the shape of an object with arbitrary keys whose values have the given shape. */
export const mapOf = (shape: Shape): Shape => ({
  json: { type: 'object', additionalProperties: shape.json },
  expected: ['an object'],
  check: (value, path) =>
    isObject(value) ? entriesOf(value).flatMap(([key, entry]) => shape.check(entry, [...path, key])) : [wrongKindFinding(path, ['an object'])],
})

/** Returns the shape of an object that has only the given keys. */
export const object = (keys: SchemaKeys): Shape => ({
  json: objectJson(keys),
  expected: [requiredKeysText(keys)],
  check: (value, path) => {
    if (!isObject(value)) return [wrongKindFinding(path, ['an object'])]
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(keys, key))
    // A misspelled key is reported once: the key that was probably intended is not reported as missing.
    const intended = unknown.map((key) => nearestOf(key, Object.keys(keys)))
    const missing = missingKeys(keys, value, path).filter(({ key }) => !intended.includes(key))
    return [...unknownKeys(unknown, Object.keys(keys), path), ...missing.map(({ finding }) => finding), ...wrongValues(keys, value, path)]
  },
})

// Messages describe an object by its required keys.
const requiredKeysText = (keys: SchemaKeys): string => {
  const required = Object.keys(keys).filter((key) => keys[key]?.required)
  return required.length === 0 ? 'an object' : `{${required.map((key) => `"${key}"`).join(', ')}}`
}

/**
 * Returns the shape of an object that has one of several forms. The name of a form is the key by which it is recognized.
 * The forms may depend on another key of the object.
 */
export const oneOfForms = (formsOf: (value: RawObject) => Readonly<Record<string, SchemaKeys>>, json: JsonSchema): Shape => {
  const expected = Object.values(formsOf({})).map(requiredKeysText)
  return {
    json,
    expected,
    check: (value, path) => {
      if (!isObject(value)) return [wrongKindFinding(path, expected)]
      const forms = formsOf(value)
      const [name, ...others] = Object.keys(forms).filter((key) => Object.hasOwn(value, key))
      if (name !== undefined)
        return [...others.map((other) => conflictFinding(name, other, path, expected)), ...object(forms[name] ?? {}).check(withoutKeys(value, others), path)]
      const known = [...new Set(Object.values(forms).flatMap(Object.keys))]
      const unknown = Object.keys(value).filter((key) => !known.includes(key))
      if (unknown.length > 0) return unknownKeys(unknown, known, path)
      // The other keys of the value may already show which form is intended.
      const possible = Object.entries(forms).filter(([, keys]) => Object.keys(value).every((key) => Object.hasOwn(keys, key)))
      return [missingFormFinding(possible.length > 0 ? possible : Object.entries(forms), path)]
    },
  }
}

const missingFormFinding = (forms: readonly (readonly [string, SchemaKeys])[], path: Path): Finding => {
  const names = forms.map(([name]) => `'${name}'`)
  return { id: 'S104', path, message: `${placeOf(path)} must have ${orList(names)}.`, hint: `Use ${orList(forms.map(([, keys]) => requiredKeysText(keys)))}.` }
}

const conflictFinding = (name: string, other: string, path: Path, expected: readonly string[]): Finding => ({
  id: 'S103',
  path: [...path, other],
  message: cannot(placeOf(path), `have both '${name}' and '${other}'`),
  hint: `Use ${orList(expected)}.`,
})

const withoutKeys = (value: RawObject, keys: readonly string[]): RawObject => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

/** Returns a shape that applies `shape` to values that pass the test, and `otherwise` to all others. Messages name the kinds of values that either accepts. */
export const eitherShape = (test: (value: unknown) => boolean, shape: Shape, otherwise: Shape): Shape => {
  const expected = [...shape.expected, ...otherwise.expected]
  return {
    json: { anyOf: [shape.json, otherwise.json] },
    expected,
    check: (value, path) => {
      const [matching, other] = test(value) ? [shape, otherwise] : [otherwise, shape]
      return matching.check(value, path).map((finding) => {
        if (finding.id !== 'S102' || finding.path.length !== path.length) return finding
        if (finding.message === wrongKindFinding(path, matching.expected).message) return { ...finding, message: wrongKindFinding(path, expected).message }
        if (finding.hint?.startsWith('Did you mean')) return finding
        return { ...finding, hint: [finding.hint, `Also possible: ${orList(other.expected)}.`].filter(Boolean).join(' ') }
      })
    },
  }
}

/** Checks whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns a reference to a shape that contains itself or is declared elsewhere; `ref` is its name in the `$defs` of the JSON Schema. */
export const shapeReference = (ref: string, shape: () => Shape): Shape => ({
  json: { $ref: `#/$defs/${ref}` },
  expected: ['an object'],
  check: (value, path) => shape().check(value, path),
})

/** Returns the JSON Schema of an object that has only the given keys. */
export const objectJson = (keys: SchemaKeys): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(keys).filter((key) => keys[key]?.required),
  properties: Object.fromEntries(Object.entries(keys).map(([key, { shape, doc: description }]) => [key, { description, ...shape.json }])),
})

const unknownKeys = (unknown: readonly string[], known: readonly string[], path: Path): Finding[] =>
  unknown.map((key) => ({ id: 'S103', path: [...path, key], message: unknownKey(placeOf(path), key), hint: didYouMean(key, known) }))

const missingKeys = (keys: SchemaKeys, value: object, path: Path): { readonly key: string; readonly finding: Finding }[] =>
  Object.entries(keys)
    .filter(([key, { required }]) => required && !Object.hasOwn(value, key))
    .map(([key, { doc: hint }]) => ({ key, finding: { id: 'S104', path, message: mustHave(placeOf(path), key), hint } }))

const wrongValues = (keys: SchemaKeys, value: Readonly<Record<string, unknown>>, path: Path): Finding[] =>
  Object.entries(keys).flatMap(([key, { shape, doc: hint }]) =>
    // The description of the key is the default hint.
    Object.hasOwn(value, key) ? shape.check(value[key], [...path, key]).map((finding) => ({ hint, ...withoutUndefinedHint(finding) })) : [],
  )

const withoutUndefinedHint = ({ hint, ...finding }: Finding): Finding => (hint === undefined ? finding : { ...finding, hint })
