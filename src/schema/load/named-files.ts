import catalogue from '../checks/catalogue.json'
import { didYouMean } from '../checks/check-messages'
import { findingAt } from '../checks/findings'
import type { Problem } from '../checks/problem'
import type { Finding, ProblemId, RawObject } from '../language/shapes/shape'
import { readSchemaFile, type SchemaFile } from './schema-file'

/** A folder of files with fixed names, such as the templates of slips. */
export interface NamedFiles<Name extends string, Declaration> {
  readonly folder: string
  readonly names: readonly Name[]
  /** The id of the check of the names. */
  readonly id: ProblemId
  /** What a file declares, and what its name must be, for messages. */
  readonly kind: string
  readonly nameKind: string
  readonly shapeFindings: (raw: RawObject) => readonly Finding[]
  /** Returns the mistakes in a file of the right shape. */
  readonly findings: (declaration: Declaration, name: Name) => readonly Finding[]
}

/** Checks whether a file lies in the folder. */
export const isIn = (folder: string, { file }: { readonly file: string }): boolean => file.startsWith(`${folder}/`)

/** Compiles the files of a folder and returns every mistake in them. With `isComplete` a name without a file is a mistake too. */
export const loadNamedFiles = <Name extends string, Declaration>(
  folder: NamedFiles<Name, Declaration>,
  files: readonly { readonly file: string; readonly text: string }[],
  isComplete: boolean,
): { readonly declarations: Readonly<Record<Name, Declaration>>; readonly problems: readonly Problem[] } => {
  const read = files
    .filter((file) => isIn(folder.folder, file))
    .map((file) => readSchemaFile(file, folder.shapeFindings))
    .map((file) => ({ file, findings: findingsOf(folder, file) }))
  const problems = read.flatMap(({ file, findings }) =>
    findings.map((finding) => file.locate({ ...finding, hint: finding.hint ?? catalogue[finding.id].hint })),
  )
  const missing = isComplete ? folder.names.filter((name) => !read.some(({ file }) => file.name === name)) : []
  const valid = read.filter(({ findings }) => findings.length === 0)
  // Parses: a file without findings has the shape of a declaration.
  const declarations = Object.fromEntries(valid.map(({ file }) => [file.name, file.raw])) as unknown as Readonly<Record<Name, Declaration>>
  return { declarations, problems: [...problems, ...missing.map((name) => missingFile(folder, name))] }
}

const findingsOf = <Name extends string, Declaration>(
  { names, id, nameKind, findings }: NamedFiles<Name, Declaration>,
  { name: fileName, raw, syntaxErrors, shapeErrors }: SchemaFile,
): readonly Finding[] => {
  const found = [...syntaxErrors, ...shapeErrors]
  const name = names.find((known) => known === fileName)
  if (name === undefined) return [findingAt(id, [], `the file name '${fileName}' is not ${nameKind}.`, didYouMean(fileName, names)), ...found]
  // Further checks would only repeat that a value is missing.
  return found.length > 0 ? found : findings(raw as unknown as Declaration, name)
}

const missingFile = ({ id, folder, kind }: Pick<NamedFiles<string, never>, 'id' | 'folder' | 'kind'>, name: string): Problem => ({
  id,
  file: folder,
  line: 1,
  column: 1,
  message: `no file declares the ${kind} '${name}'.`,
  hint: catalogue[id].hint,
})
