import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { nameOfFile } from './name-of-file'
import { slowPatterns } from './patterns/slow-patterns'
import type { Problem } from './problem'
import { lineFinder, readJson } from './read-json'
import { formFindings } from './shape/resource-shape'
import { type Finding, isObject, type Path, type RawObject } from './shape/shape'
import { withoutWrongForms } from './shape/without-wrong-forms'

/** A schema file as read: what it says, and where it says it. */
export interface SchemaFile {
  readonly file: string
  /** File name without folder and ending: the page's name. */
  readonly name: string
  /** What the file says, as far as it has the form that it should; an empty object where it is no JSON object. */
  readonly raw: RawObject
  /** Why it is no JSON. */
  readonly syntax: readonly Finding[]
  /** Whether its content can be checked: it is one JSON object, and not full of mistakes. */
  readonly readable: boolean
  /** What does not have the form that it should, or must not stand there. */
  readonly form: readonly Finding[]
  /** Puts file, line and column to a finding. A key is shown where it stands, a missing one where it should. */
  locate(finding: Finding): Problem
}

/** Reads a schema file; a file that is not JSON becomes a finding, never an exception. */
export const readSchemaFile = ({ file, text }: { readonly file: string; readonly text: string }): SchemaFile => {
  const { value, tree, syntax } = readJson(text)
  const said = isObject(value) ? value : {}
  const form = syntax.length > mostFindings ? [] : [...formFindings(said), ...slowPatterns(said)]
  const isSchema = syntax.length <= mostFindings && form.length <= mostFindings
  const lineAt = lineFinder(text)
  return {
    file,
    name: nameOfFile(file),
    raw: isSchema ? withoutWrongForms(said, form) : {},
    readable: isSchema && syntax.every(({ id }) => id === 'E120'),
    syntax: isSchema ? syntax : bounded([...syntax, ...form]),
    form: isSchema ? form : [],
    locate: ({ id, message, hint, path, offset }) => ({
      id,
      file,
      ...lineAt(offset ?? offsetAt(tree, path)),
      message,
      ...(hint ? { hint } : {}),
    }),
  }
}

// A file with more mistakes than these is no schema file, and nobody reads on.
const mostFindings = 100

const bounded = (findings: readonly Finding[]): readonly Finding[] => {
  const [first, ...rest] = findings.slice(mostFindings)
  return [
    ...findings.slice(0, mostFindings),
    ...(first ? [{ ...first, message: `${first.message} There are ${rest.length} more mistakes behind this one.` }] : []),
  ]
}

// Falls back to the nearest place above that the file has.
const offsetAt = (tree: Node | undefined, path: Path): number => {
  if (!tree) return 0
  const node = findNodeAtLocation(tree, [...path])
  if (!node) return path.length === 0 ? 0 : offsetAt(tree, path.slice(0, -1))
  const property = node.parent?.type === 'property' ? node.parent : node
  return property.offset
}
