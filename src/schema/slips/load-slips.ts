import { enums } from '../../domain/enums'
import catalogue from '../checks/catalogue.json'
import { didYouMean } from '../checks/check-messages'
import { findingAt } from '../checks/findings'
import type { Problem } from '../checks/problem'
import type { Finding } from '../language/shapes/shape'
import { readSchemaFile, type SchemaFile } from '../load/schema-file'
import { slipFindings } from './slip-checks'
import { slipShapeFindings } from './slip-shape'
import type { SlipTemplate, SlipTemplates } from './template'

const folder = 'schemas/slips'

/** Checks whether a file declares a template of slips and not a page. */
export const isSlipFile = ({ file }: { readonly file: string }): boolean => file.startsWith(`${folder}/`)

const templateNames: readonly string[] = Object.keys(enums.BillTemplate)

/** Compiles the files of templates and returns every mistake in them. With `isComplete` a template without a file is a mistake too. */
export const loadSlips = (
  files: readonly { readonly file: string; readonly text: string }[],
  { isComplete }: { readonly isComplete: boolean },
): { readonly slips: SlipTemplates; readonly problems: readonly Problem[] } => {
  const read = files.map((file) => readSchemaFile(file, slipShapeFindings)).map((file) => ({ file, findings: findingsOf(file) }))
  const problems = read.flatMap(({ file, findings }) =>
    findings.map((finding) => file.locate({ ...finding, hint: finding.hint ?? catalogue[finding.id].hint })),
  )
  const missing = isComplete ? templateNames.filter((name) => !read.some(({ file }) => file.name === name)) : []
  return { slips: templatesOf(read), problems: [...problems, ...missing.map(missingFile)] }
}

// Parses: a file without findings has the shape of a template.
const templatesOf = (read: readonly { readonly file: SchemaFile; readonly findings: readonly Finding[] }[]): SlipTemplates =>
  Object.fromEntries(
    read.flatMap(({ file, findings }) => (findings.length === 0 ? [[file.name, file.raw as unknown as SlipTemplate]] : [])),
  ) as unknown as SlipTemplates

const findingsOf = ({ name, raw, syntaxErrors, shapeErrors }: SchemaFile): readonly Finding[] => {
  const found = [...syntaxErrors, ...shapeErrors]
  // Further checks would only repeat that a value is missing.
  return [...nameFindings(name), ...found, ...(found.length === 0 ? slipFindings(raw as unknown as SlipTemplate) : [])]
}

const nameFindings = (name: string): readonly Finding[] =>
  templateNames.includes(name)
    ? []
    : [findingAt('S806', [], `the file name '${name}' is not a code of the enum BillTemplate.`, didYouMean(name, templateNames))]

const missingFile = (name: string): Problem => ({
  id: 'S806',
  file: folder,
  line: 1,
  column: 1,
  message: `no file declares the template '${name}'.`,
  hint: catalogue.S806.hint,
})
