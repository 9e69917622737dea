import { checkAll, type ProjectFacts } from '../checks'
import type { Problem } from '../checks/problem'
import { compileResource } from './compile-resource'
import { readSchemaFile } from './schema-file'
import { type SchemaSet, schemaSet } from './schema-set'

/** Compiles schema files and returns every mistake in them. A file of the wrong shape is left out of the set; the caller decides whether to continue. */
export const loadSchemas = (
  files: readonly { readonly file: string; readonly text: string }[],
  project: ProjectFacts = {},
): { readonly schemas: SchemaSet; readonly problems: readonly Problem[] } => {
  const read = files.map(readSchemaFile)
  const byName = new Map(read.toReversed().map((file) => [file.name, file]))
  const rawOf = (name: string) => byName.get(name)?.raw ?? {}
  const wellFormed = read.filter((file) => file.syntaxErrors.length === 0 && file.shapeErrors.length === 0)
  return { schemas: schemaSet(wellFormed.map((file) => compileResource(file, rawOf))), problems: checkAll(read, project) }
}
