import { checkAll, type ProjectFacts } from '../checks'
import type { Problem } from '../checks/problem'
import { isSlipFile, loadSlips } from '../slips/load-slips'
import type { SlipTemplates } from '../slips/template'
import { compileResource } from './compile-resource'
import { readSchemaFile } from './schema-file'
import { type SchemaSet, schemaSet } from './schema-set'

/** Compiles schema files, those of slips included, and returns every mistake in them. A file of the wrong shape is left out of the set; the caller decides whether to continue. */
export const loadSchemas = (
  files: readonly { readonly file: string; readonly text: string }[],
  project: ProjectFacts = {},
): { readonly schemas: SchemaSet; readonly slips: SlipTemplates; readonly problems: readonly Problem[] } => {
  const read = files.filter((file) => !isSlipFile(file)).map((file) => readSchemaFile(file))
  const byName = new Map(read.toReversed().map((file) => [file.name, file]))
  const rawOf = (name: string) => byName.get(name)?.raw ?? {}
  const wellFormed = read.filter((file) => file.syntaxErrors.length === 0 && file.shapeErrors.length === 0)
  const { slips, problems } = loadSlips(files.filter(isSlipFile), { isComplete: project.hasSlips === true })
  return { schemas: schemaSet(wellFormed.map((file) => compileResource(file, rawOf))), slips, problems: [...checkAll(read, project), ...problems] }
}
