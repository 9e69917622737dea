import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { Problem } from '../checks/problem'
import { shapeFindings } from '../language/shapes/resource-shape'
import { type Finding, isObject, type Path, type RawObject } from '../language/shapes/shape'
import { nameOfFile } from './names'
import { lineFinder, readJson } from './read-json'

/** A schema file that was read: its content and its mistakes. */
export interface SchemaFile {
  readonly file: string
  /** The name of the page: the file name without folder and extension. */
  readonly name: string
  /** The content without invalid values; an empty object if the file is not a JSON object or has too many mistakes. */
  readonly raw: RawObject
  /** Mistakes in the JSON syntax. If the file has too many mistakes, the first `maxFindings` mistakes of all kinds. */
  readonly syntaxErrors: readonly Finding[]
  /** Whether further checks can use the content: the file is one JSON object with a limited number of mistakes. */
  readonly isReadable: boolean
  /** Invalid values, and keys that are unknown or missing. Empty if the file has too many mistakes. */
  readonly shapeErrors: readonly Finding[]
  /** Adds file, line and column to a finding. A missing key has the position of the object in which it is missing. */
  locate(finding: Finding): Problem
}

/**
 * Reads a schema file.
 * A file that is not JSON results in a finding, never in an exception.
 * `findShapeErrors` checks the shape of the content; by default it must be the shape of a resource.
 */
export const readSchemaFile = (
  { file, text }: { readonly file: string; readonly text: string },
  findShapeErrors: (raw: RawObject) => readonly Finding[] = shapeFindings,
): SchemaFile => {
  const { value, tree, syntaxErrors } = readJson(text)
  const raw = isObject(value) ? value : {}
  const shapeErrors = syntaxErrors.length > maxFindings ? [] : findShapeErrors(raw)
  const hasFewErrors = syntaxErrors.length <= maxFindings && shapeErrors.length <= maxFindings
  const lineAt = lineFinder(text)
  return {
    file,
    name: nameOfFile(file),
    raw: hasFewErrors ? withoutInvalidValues(raw, shapeErrors) : {},
    // A repeated key (S120) does not prevent further checks.
    isReadable: hasFewErrors && syntaxErrors.every(({ id }) => id === 'S120'),
    syntaxErrors: hasFewErrors ? syntaxErrors : limitFindings([...syntaxErrors, ...shapeErrors]),
    shapeErrors: hasFewErrors ? shapeErrors : [],
    locate: ({ id, message, hint, path, offset }) => ({
      id,
      file,
      ...lineAt(offset ?? offsetAt(tree, path)),
      message,
      ...(hint ? { hint } : {}),
    }),
  }
}

// A file with more mistakes than this is probably not a schema file, so that listing all of them would not help.
const maxFindings = 100

const limitFindings = (findings: readonly Finding[]): readonly Finding[] => {
  const [last, ...omitted] = findings.slice(maxFindings)
  return [
    ...findings.slice(0, maxFindings),
    ...(last ? [{ ...last, message: `${last.message} ${omitted.length} more mistakes follow.` }] : []),
  ]
}

// Returns the offset of a path, or of its nearest ancestor if the file does not contain the path.
const offsetAt = (tree: Node | undefined, path: Path): number => {
  if (!tree) return 0
  const node = findNodeAtLocation(tree, [...path])
  if (!node) return path.length === 0 ? 0 : offsetAt(tree, path.slice(0, -1))
  const property = node.parent?.type === 'property' ? node.parent : node
  return property.offset
}

/**
 * Returns the content without invalid values (S102) and without invalid or slow patterns (S111, S124), so that later
 * checks never use them.
 */
const withoutInvalidValues = (raw: RawObject, findings: readonly Finding[]): RawObject => {
  const invalidValues = findings.filter(({ id, path }) => ['S102', 'S111', 'S124'].includes(id) && path.length > 0)
  return invalidValues.reduce<RawObject>(
    (content, { path }) => asObject(isDeclaration(path) ? withEmptyObject(content, path) : withoutPath(content, path)),
    raw,
  )
}

// An invalid declaration of a field becomes an empty declaration, so that references to the field remain valid.
const isDeclaration = (path: Path): boolean =>
  ['fields', 'parameters', 'inputs'].includes(String(path.at(-2))) && path[0] !== 'permissions'

/** Replaces the value at a path with an empty object. */
const withEmptyObject = (value: unknown, [key, ...innerPath]: Path): unknown =>
  isObject(value) && key !== undefined
    ? { ...value, [key]: innerPath.length > 0 ? withEmptyObject(value[key], innerPath) : {} }
    : value

/**
 * Removes the value at a path.
 * In a list, an empty object replaces the value, because the positions of the other items must not change: messages
 * contain them.
 */
const withoutPath = (value: unknown, [key, ...innerPath]: Path): unknown => {
  const replacement = (item: unknown): unknown => (innerPath.length > 0 ? withoutPath(item, innerPath) : {})
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? replacement(item) : item))
  if (value instanceof Map) return new Map([...(value as Map<unknown, unknown>)].filter(([code]) => code !== key))
  if (!isObject(value) || key === undefined || !(key in value)) return value
  if (innerPath.length > 0) return { ...value, [key]: withoutPath(value[key], innerPath) }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

const asObject = (value: unknown): RawObject => (isObject(value) ? value : {})
