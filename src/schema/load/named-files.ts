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
  /** Id of the problem that a name is wrong or missing. */
  readonly id: ProblemId
  /** What a file of the folder declares, for messages. */
  readonly kind: string
  /** What the name of a file must be, as the end of a message. */
  readonly nameDescription: string
  readonly shapeFindings: (raw: RawObject) => readonly Finding[]
  /** Returns the other mistakes in a file that has no mistakes in its shape. */
  readonly findings: (declaration: Declaration, name: Name) => readonly Finding[]
}

/** Checks whether a file is in the folder. */
export const isIn = (folder: string, { file }: { readonly file: string }): boolean => file.startsWith(`${folder}/`)

/**
 * Reads the files of a folder with fixed names.
 * Returns the declarations of the valid files, and every mistake.
 * If `requiresEveryFile` is true, a name without a file is also a mistake.
 */
export const loadNamedFiles = <Name extends string, Declaration>(
  namedFiles: NamedFiles<Name, Declaration>,
  files: readonly { readonly file: string; readonly text: string }[],
  requiresEveryFile: boolean,
): { readonly declarations: Readonly<Record<Name, Declaration>>; readonly problems: readonly Problem[] } => {
  const readFiles = files
    .filter((file) => isIn(namedFiles.folder, file))
    .map((file) => readSchemaFile(file, namedFiles.shapeFindings))
    .map((file) => ({ file, findings: findingsOf(namedFiles, file) }))
  const problems = readFiles.flatMap(({ file, findings }) =>
    findings.map((finding) => file.locate({ ...finding, hint: finding.hint ?? catalogue[finding.id].hint })),
  )
  const missingNames = requiresEveryFile
    ? namedFiles.names.filter((name) => !readFiles.some(({ file }) => file.name === name))
    : []
  const validFiles = readFiles.filter(({ findings }) => findings.length === 0)
  // A file without findings has the shape of a declaration.
  // Despite the type, a name without a valid file has no declaration.
  const declarations = Object.fromEntries(validFiles.map(({ file }) => [file.name, file.raw])) as unknown as Readonly<
    Record<Name, Declaration>
  >
  return { declarations, problems: [...problems, ...missingNames.map((name) => missingFile(namedFiles, name))] }
}

const findingsOf = <Name extends string, Declaration>(
  { names, id, nameDescription, findings }: NamedFiles<Name, Declaration>,
  { name: fileName, raw, syntaxErrors, shapeErrors }: SchemaFile,
): readonly Finding[] => {
  const basicErrors = [...syntaxErrors, ...shapeErrors]
  const name = names.find((candidate) => candidate === fileName)
  if (name === undefined)
    return [
      findingAt(id, [], `the file name '${fileName}' is not ${nameDescription}.`, didYouMean(fileName, names)),
      ...basicErrors,
    ]
  // Further checks would only repeat that a value is missing.
  return basicErrors.length > 0 ? basicErrors : findings(raw as unknown as Declaration, name)
}

const missingFile = (
  { id, folder, kind }: Pick<NamedFiles<string, never>, 'id' | 'folder' | 'kind'>,
  name: string,
): Problem => ({
  id,
  file: folder,
  line: 1,
  column: 1,
  message: `no file declares the ${kind} '${name}'.`,
  hint: catalogue[id].hint,
})
