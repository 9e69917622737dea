import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { nameOfFile } from './name-of-file'
import type { Problem } from './problem'
import { readJson } from './read-json'
import { formFindings } from './shape/resource-shape'
import type { Finding, Path, RawObject } from './shape/shape'
import { isObject } from './shape/shape'
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
  /** What does not have the form that it should, or must not stand there. */
  readonly form: readonly Finding[]
  /** Puts file, line and column to a finding. A key is shown where it stands, a missing one where it should. */
  locate(finding: Finding): Problem
}

/** Reads a schema file; a file that is not JSON becomes a finding, never an exception. */
export const readSchemaFile = ({ file, text }: { readonly file: string; readonly text: string }): SchemaFile => {
  const { value, tree, syntax } = readJson(text)
  const said = isObject(value) ? value : {}
  const form = formFindings(said)
  return {
    file,
    name: nameOfFile(file),
    raw: withoutWrongForms(said, form),
    syntax,
    form,
    locate: ({ id, message, hint, path, offset }) => ({
      id,
      file,
      ...positionOf(text, offset ?? offsetAt(tree, path)),
      message,
      ...(hint ? { hint } : {}),
    }),
  }
}

// Falls back to the nearest place above that the file has.
const offsetAt = (tree: Node | undefined, path: Path): number => {
  if (!tree) return 0
  const node = findNodeAtLocation(tree, [...path])
  if (!node) return path.length === 0 ? 0 : offsetAt(tree, path.slice(0, -1))
  const property = node.parent?.type === 'property' ? node.parent : node
  return property.offset
}

const positionOf = (text: string, offset: number) => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
