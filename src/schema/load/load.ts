import { checkAll, type ProjectFacts } from '../checks'
import type { Problem } from '../checks/problem'
import { hasRecords } from '../language/resource'
import type { Layouts } from '../layouts/layout'
import { isLayoutFile, layoutFiles } from '../layouts/layout-files'
import { withLayoutOptions } from '../layouts/layout-options'
import { isSlipFile, slipFiles } from '../slips/slip-files'
import type { SlipTemplates } from '../slips/template'
import { defaultListWidth } from '../text/column-width'
import { compileResource } from './compile-resource'
import { loadNamedFiles } from './named-files'
import { readSchemaFile } from './schema-file'
import { type SchemaSet, schemaSet } from './schema-set'

/**
 * Compiles schema files, including the templates of slips and the layouts of bank files, and returns every mistake in
 * them.
 * A file with mistakes in its syntax or shape results in no resource.
 * The caller decides whether to continue in spite of mistakes.
 */
export const loadSchemas = (
  files: readonly { readonly file: string; readonly text: string }[],
  project: ProjectFacts = {},
): {
  readonly schemas: SchemaSet
  readonly slips: SlipTemplates
  readonly layouts: Layouts
  readonly problems: readonly Problem[]
} => {
  const layouts = loadNamedFiles(layoutFiles(files, project.layouts), files, project.requiresEveryFile === true)
  const schemaFiles = files
    .filter(isResourceFile)
    .map((file) => withLayoutOptions(readSchemaFile(file), layouts.declarations))
  // If several files have the same name, the first one counts.
  const filesByName = new Map(schemaFiles.toReversed().map((file) => [file.name, file]))
  const rawOf = (name: string) => filesByName.get(name)?.raw ?? {}
  const wellFormedFiles = schemaFiles.filter((file) => file.syntaxErrors.length === 0 && file.shapeErrors.length === 0)
  const slips = loadNamedFiles(slipFiles, files, project.requiresEveryFile === true)
  const schemas = schemaSet(wellFormedFiles.map((file) => compileResource(file, rawOf)))
  return {
    schemas,
    slips: slips.declarations,
    layouts: layouts.declarations,
    problems: [
      ...checkAll(schemaFiles, { ...project, listWidths: listWidthsOf(schemas) }),
      ...slips.problems,
      ...layouts.problems,
    ],
  }
}

/** Returns the widths of the lists that a page shows, by page. */
const listWidthsOf = ({ resources }: SchemaSet): Readonly<Record<string, number>> =>
  Object.fromEntries(
    resources
      .filter((resource) => resource.page && hasRecords(resource))
      .map((resource) => [resource.name, Math.round(defaultListWidth(resource))]),
  )

/** Checks whether a file declares a resource, and not a template of slips or a layout of bank files. */
export const isResourceFile = (file: { readonly file: string }): boolean => !isSlipFile(file) && !isLayoutFile(file)
