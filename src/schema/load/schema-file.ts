import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { Problem } from '../checks/problem'
import { shapeFindings } from '../language/shapes/resource-shape'
import { type Finding, isObject, type Path, type RawObject } from '../language/shapes/shape'
import { slowPatternFindings } from '../patterns/slow-patterns'
import { nameOfFile } from './names'
import { lineFinder, readJson } from './read-json'

/** A schema file after reading: its content, its mistakes and the position of each value. */
export interface SchemaFile {
  readonly file: string
  /** The name of the page: the file name without folder and extension. */
  readonly name: string
  /** The content without invalid values; an empty object if the file is not a JSON object. */
  readonly raw: RawObject
  /** Mistakes in the JSON syntax. */
  readonly syntaxErrors: readonly Finding[]
  /** Whether the content can be checked: the file is one JSON object with a limited number of mistakes. */
  readonly isReadable: boolean
  /** Invalid values, and keys that are unknown or missing. */
  readonly shapeErrors: readonly Finding[]
  /** Adds file, line and column to a finding; a missing key is located at the object in which it is missing. */
  locate(finding: Finding): Problem
}

/** Reads a schema file; a file that is not JSON becomes a finding, never an exception. `findShapeErrors` checks the shape of the content; the default is the shape of a resource. */
export const readSchemaFile = (
  { file, text }: { readonly file: string; readonly text: string },
  findShapeErrors: (raw: RawObject) => readonly Finding[] = resourceFindings,
): SchemaFile => {
  const { value, tree, syntaxErrors } = readJson(text)
  const raw = isObject(value) ? value : {}
  const shapeErrors = syntaxErrors.length > maxFindings ? [] : findShapeErrors(raw)
  const isSchema = syntaxErrors.length <= maxFindings && shapeErrors.length <= maxFindings
  const lineAt = lineFinder(text)
  return {
    file,
    name: nameOfFile(file),
    raw: isSchema ? withoutInvalidValues(raw, shapeErrors) : {},
    isReadable: isSchema && syntaxErrors.every(({ id }) => id === 'S120'),
    syntaxErrors: isSchema ? syntaxErrors : limitFindings([...syntaxErrors, ...shapeErrors]),
    shapeErrors: isSchema ? shapeErrors : [],
    locate: ({ id, message, hint, path, offset }) => ({
      id,
      file,
      ...lineAt(offset ?? offsetAt(tree, path)),
      message,
      ...(hint ? { hint } : {}),
    }),
  }
}

const resourceFindings = (raw: RawObject): readonly Finding[] => [...shapeFindings(raw), ...slowPatternFindings(raw)]

// A file with more mistakes than this is not a schema file.
const maxFindings = 100

const limitFindings = (findings: readonly Finding[]): readonly Finding[] => {
  const [first, ...rest] = findings.slice(maxFindings)
  return [...findings.slice(0, maxFindings), ...(first ? [{ ...first, message: `${first.message} ${rest.length} more mistakes follow.` }] : [])]
}

// A path that is missing in the file is located at its nearest ancestor.
const offsetAt = (tree: Node | undefined, path: Path): number => {
  if (!tree) return 0
  const node = findNodeAtLocation(tree, [...path])
  if (!node) return path.length === 0 ? 0 : offsetAt(tree, path.slice(0, -1))
  const property = node.parent?.type === 'property' ? node.parent : node
  return property.offset
}

/** Returns the content without invalid values (S102) and without invalid or slow patterns (S111, S124), so that later checks never use them. */
const withoutInvalidValues = (raw: RawObject, findings: readonly Finding[]): RawObject => {
  const invalid = findings.filter(({ id, path }) => ['S102', 'S111', 'S124'].includes(id) && path.length > 0)
  return invalid.reduce<RawObject>((rest, { path }) => asObject(isDeclaration(path) ? withEmptyObject(rest, path) : withoutPath(rest, path)), raw)
}

// A field whose declaration is invalid is still declared, so that references to it are valid.
const isDeclaration = (path: Path): boolean => ['fields', 'parameters', 'inputs'].includes(String(path.at(-2))) && path[0] !== 'permissions'

/** Replaces the value at a path with an empty object. */
const withEmptyObject = (value: unknown, [key, ...rest]: Path): unknown =>
  isObject(value) && key !== undefined ? { ...value, [key]: rest.length > 0 ? withEmptyObject(value[key], rest) : {} } : value

const withoutPath = (value: unknown, [key, ...rest]: Path): unknown => {
  // The other items of a list keep their positions, because messages contain the positions.
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index !== key ? item : rest.length > 0 ? withoutPath(item, rest) : {}))
  if (value instanceof Map) return new Map([...(value as Map<unknown, unknown>)].filter(([code]) => code !== key))
  if (!isObject(value) || key === undefined || !(key in value)) return value
  if (rest.length > 0) return { ...value, [key]: withoutPath(value[key], rest) }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

const asObject = (value: unknown): RawObject => (isObject(value) ? value : {})
