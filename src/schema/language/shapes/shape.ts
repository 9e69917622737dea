import type catalogue from '../../checks/catalogue.json'
import {
  cannot,
  didYouMean,
  mustBe,
  mustHave,
  nearestOf,
  notOneOf,
  orList,
  placeOf,
  unknownKey,
} from '../../checks/check-messages'

/**
 * Id of a kind of mistake or advice.
 * `src/schema/checks/catalogue.json` describes it and its remedy.
 * An id is never reused.
 */
export type ProblemId = keyof typeof catalogue

/** The path of a value in a schema file: the keys and list positions from the top level. */
export type Path = readonly (string | number)[]

/** A mistake that a check has found in the content of a file, without the name of the file and the line. */
export interface Finding {
  readonly id: ProblemId
  readonly path: Path
  /** Position in the text of the file. Syntax errors have a position instead of a path. */
  readonly offset?: number
  readonly message: string
  readonly hint?: string
}

/** The shape of a value in a schema file. */
export interface Shape {
  /** The shape as JSON Schema, for editors. */
  readonly json: JsonSchema
  /** The kinds of value that the shape accepts, for messages. */
  readonly expected: readonly string[]
  /** Returns the mistakes in a value. */
  check(value: unknown, path: Path): Finding[]
}

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The declaration of one key of an object in a schema file. */
export interface SchemaKey {
  readonly shape: Shape
  /** One sentence for the editor's tooltip. */
  readonly doc: string
  readonly required?: boolean
}

/** The declarations of the keys of an object, by key. */
export type SchemaKeys = Readonly<Record<string, SchemaKey>>

/** A plain object, as parsed from JSON. */
export type RawObject = Readonly<Record<string, unknown>>

/**
 * Returns the entries of an object in the order of the file.
 * Options are a map, because an object would order a code such as 10 before 00.
 */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] => {
  if (value instanceof Map) return [...(value as Map<string, unknown>)]
  return isObject(value) ? Object.entries(value) : []
}

/** Checks whether a value is an object that is neither null nor a list. */
export const isObject = (value: unknown): value is RawObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueShape = (kinds: string | readonly string[], json: JsonSchema, test: (value: unknown) => boolean): Shape => {
  const expected = [kinds].flat()
  return { json, expected, check: (value, path) => (test(value) ? [] : [wrongKindFinding(path, expected)]) }
}

const wrongKindFinding = (path: Path, expected: readonly string[]): Finding => ({
  id: 'S102',
  path,
  message: mustBe(placeOf(path), orList(expected)),
})

/** The shape of a text that is not blank. */
export const text = valueShape(
  'a text',
  { type: 'string', minLength: 1 },
  (value) => typeof value === 'string' && value.trim() !== '',
)

/** The shape of the values true and false. */
export const flag = valueShape('true or false', { type: 'boolean' }, (value) => typeof value === 'boolean')

/** Returns the shape of a whole number with a minimum. */
export const integerFrom = (min: number): Shape =>
  valueShape(
    `a whole number of at least ${min}`,
    { type: 'integer', minimum: min },
    (value) => Number.isSafeInteger(value) && Number(value) >= min,
  )

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

/** The shape of a whole number, which may be negative. */
export const integer = valueShape('a whole number', { type: 'integer' }, (value) => Number.isSafeInteger(value))

/** The shape of a number or a text. */
export const numberOrText = valueShape(
  ['a number', 'a text'],
  { type: ['number', 'string'] },
  (value) => typeof value === 'number' || typeof value === 'string',
)

/** The shape of a text, a number, true, false or null. */
export const scalar = valueShape(
  ['a text', 'a number', 'true', 'false', 'null'],
  { type: ['string', 'number', 'boolean', 'null'] },
  (value) => value === null || typeof value !== 'object',
)

/** The shape of any value, for keys that a separate check validates. */
export const anything: Shape = { json: {}, expected: ['any value'], check: () => [] }

/** Returns the shape of a text that is one of these values. `kind` names the values in messages. */
export const oneOfValues = (values: readonly string[], kind: string, id: Finding['id'] = 'S102'): Shape => ({
  json: { enum: values },
  expected: [kind],
  check: (value, path) => {
    if (typeof value !== 'string') return [wrongKindFinding(path, [kind])]
    return values.includes(value)
      ? []
      : [{ id, path, message: notOneOf(placeOf(path), value, kind), hint: didYouMean(value, values) }]
  },
})

/** Returns the shape of a list whose entries have this shape. */
export const listOf = (shape: Shape, atLeast = 0, atMost = Number.POSITIVE_INFINITY): Shape => ({
  json: {
    type: 'array',
    items: shape.json,
    ...(atLeast ? { minItems: atLeast } : {}),
    ...(Number.isFinite(atMost) ? { maxItems: atMost } : {}),
  },
  expected: [atLeast ? 'a list that is not empty' : 'a list'],
  check: (value, path) => {
    if (atLeast === atMost && Array.isArray(value) && value.length !== atLeast)
      return [wrongKindFinding(path, [`a list of ${atLeast} entries`])]
    if (!Array.isArray(value) || value.length < atLeast)
      return [wrongKindFinding(path, [atLeast ? 'a list that is not empty' : 'a list'])]
    return value.flatMap((item, index) => shape.check(item, [...path, index]))
  },
})

/** Returns the shape of an object with any keys whose values have this shape. */
export const mapOf = (shape: Shape): Shape => ({
  json: { type: 'object', additionalProperties: shape.json },
  expected: ['an object'],
  check: (value, path) =>
    isObject(value)
      ? entriesOf(value).flatMap(([key, entry]) => shape.check(entry, [...path, key]))
      : [wrongKindFinding(path, ['an object'])],
})

/** Returns the shape of an object that has no other keys than these. */
export const object = (keys: SchemaKeys): Shape => ({
  json: objectJson(keys),
  expected: [requiredKeysText(keys)],
  check: (value, path) => {
    if (!isObject(value)) return [wrongKindFinding(path, ['an object'])]
    const unknownKeys = Object.keys(value).filter((key) => !Object.hasOwn(keys, key))
    // A misspelled key is reported once: the key that was probably intended is not reported as missing.
    const intendedKeys = unknownKeys.map((key) => nearestOf(key, Object.keys(keys)))
    const missing = missingKeys(keys, value, path).filter(({ key }) => !intendedKeys.includes(key))
    return [
      ...unknownKeyFindings(unknownKeys, Object.keys(keys), path),
      ...missing.map(({ finding }) => finding),
      ...wrongValueFindings(keys, value, path),
    ]
  },
})

// Messages describe an object by its required keys.
const requiredKeysText = (keys: SchemaKeys): string => {
  const required = Object.keys(keys).filter((key) => keys[key]?.required)
  return required.length === 0 ? 'an object' : `{${required.map((key) => `"${key}"`).join(', ')}}`
}

/**
 * Returns the shape of an object with several variants.
 * A variant is named after the key that distinguishes it from the other variants.
 * `variantsOf` returns the possible variants of an object, which may depend on another key of the object.
 */
export const oneOfVariants = (
  variantsOf: (value: RawObject) => Readonly<Record<string, SchemaKeys>>,
  json: JsonSchema,
): Shape => {
  const expected = Object.values(variantsOf({})).map(requiredKeysText)
  return {
    json,
    expected,
    check: (value, path) => {
      if (!isObject(value)) return [wrongKindFinding(path, expected)]
      const variants = variantsOf(value)
      const [name, ...others] = Object.keys(variants).filter((key) => Object.hasOwn(value, key))
      if (name !== undefined)
        return [
          ...others.map((other) => conflictFinding(name, other, path, expected)),
          ...object(variants[name] ?? {}).check(withoutKeys(value, others), path),
        ]
      const allKeys = [...new Set(Object.values(variants).flatMap(Object.keys))]
      const unknownKeys = Object.keys(value).filter((key) => !allKeys.includes(key))
      if (unknownKeys.length > 0) return unknownKeyFindings(unknownKeys, allKeys, path)
      // The keys that the object has may show which variants can be intended.
      const possibleVariants = Object.entries(variants).filter(([, keys]) =>
        Object.keys(value).every((key) => Object.hasOwn(keys, key)),
      )
      return [missingVariantFinding(possibleVariants.length > 0 ? possibleVariants : Object.entries(variants), path)]
    },
  }
}

const missingVariantFinding = (variants: readonly (readonly [string, SchemaKeys])[], path: Path): Finding => {
  const names = variants.map(([name]) => `'${name}'`)
  return {
    id: 'S104',
    path,
    message: `${placeOf(path)} must have ${orList(names)}.`,
    hint: `Use ${orList(variants.map(([, keys]) => requiredKeysText(keys)))}.`,
  }
}

const conflictFinding = (name: string, other: string, path: Path, expected: readonly string[]): Finding => ({
  id: 'S103',
  path: [...path, other],
  message: cannot(placeOf(path), `have both '${name}' and '${other}'`),
  hint: `Use ${orList(expected)}.`,
})

const withoutKeys = (value: RawObject, keys: readonly string[]): RawObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

/**
 * Returns a shape that applies `shape` to values that pass the test, and `otherwise` to all other values.
 * Messages name all kinds of values that one of the two shapes accepts.
 */
export const eitherShape = (test: (value: unknown) => boolean, shape: Shape, otherwise: Shape): Shape => {
  const expected = [...shape.expected, ...otherwise.expected]
  return {
    json: { anyOf: [shape.json, otherwise.json] },
    expected,
    check: (value, path) => {
      const [matching, other] = test(value) ? [shape, otherwise] : [otherwise, shape]
      return matching.check(value, path).map((finding) => {
        // A finding about a value inside this value does not concern the other shape.
        if (finding.id !== 'S102' || finding.path.length !== path.length) return finding
        if (finding.message === wrongKindFinding(path, matching.expected).message)
          return { ...finding, message: wrongKindFinding(path, expected).message }
        if (finding.hint?.startsWith('Did you mean')) return finding
        return {
          ...finding,
          hint: [finding.hint, `Also possible: ${orList(other.expected)}.`].filter(Boolean).join(' '),
        }
      })
    },
  }
}

/** Checks whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Returns a reference to a shape that contains itself or is declared in another file.
 * `ref` is the name of the shape in the `$defs` of the JSON Schema.
 */
export const shapeReference = (ref: string, shape: () => Shape): Shape => ({
  json: { $ref: `#/$defs/${ref}` },
  expected: ['an object'],
  check: (value, path) => shape().check(value, path),
})

/** Returns the JSON Schema of an object that has no other keys than these. */
export const objectJson = (keys: SchemaKeys): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(keys).filter((key) => keys[key]?.required),
  properties: Object.fromEntries(
    Object.entries(keys).map(([key, { shape, doc: description }]) => [key, { description, ...shape.json }]),
  ),
})

const unknownKeyFindings = (unknownKeys: readonly string[], knownKeys: readonly string[], path: Path): Finding[] =>
  unknownKeys.map((key) => ({
    id: 'S103',
    path: [...path, key],
    message: unknownKey(placeOf(path), key),
    hint: didYouMean(key, knownKeys),
  }))

const missingKeys = (
  keys: SchemaKeys,
  value: object,
  path: Path,
): { readonly key: string; readonly finding: Finding }[] =>
  Object.entries(keys)
    .filter(([key, { required }]) => required && !Object.hasOwn(value, key))
    .map(([key, { doc: hint }]) => ({
      key,
      finding: { id: 'S104', path, message: mustHave(placeOf(path), key), hint },
    }))

const wrongValueFindings = (keys: SchemaKeys, value: Readonly<Record<string, unknown>>, path: Path): Finding[] =>
  Object.entries(keys).flatMap(([key, { shape, doc: hint }]) =>
    // The description of the key is the default hint.
    Object.hasOwn(value, key)
      ? shape.check(value[key], [...path, key]).map((finding) => ({ hint, ...withoutUndefinedHint(finding) }))
      : [],
  )

const withoutUndefinedHint = ({ hint, ...finding }: Finding): Finding =>
  hint === undefined ? finding : { ...finding, hint }
