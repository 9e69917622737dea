import { existsSync, readFileSync } from 'node:fs'
import { allEndpoints } from '../../../contract/all-endpoints'
import { isAdviceOnly, type Problem } from '../../../schema/checks/problem'
import { hasTable, type Resource } from '../../../schema/language/resource'
import { fieldNamed } from '../../../schema/language/types'
import type { SchemaSet } from '../../../schema/load/schema-set'
import type { ModuleFile, Modules, ResourceModule } from '../../module'

/** The parts that a module may have. Vite and tsx do not check types, so a misspelled part would be ignored. */
const parts = {
  calls: 'object',
  beforeWrite: 'function',
  afterWrite: 'function',
  beforeDelete: 'function',
  virtualFields: 'object',
  tallies: 'object',
  history: 'object',
  reportRows: 'function',
  options: 'function',
  importRules: 'object',
  importAction: 'function',
  jobs: 'object',
} as const satisfies Readonly<Record<keyof ResourceModule, 'object' | 'function'>>

/** A mistake in a module, and the word in its file that shows the line. */
interface Mistake {
  readonly word: string
  readonly message: string
}

/**
 * Returns the mistakes in modules, each with its file and line: parts that do not exist, and names that the contract or
 * the schema files do not have.
 */
export const moduleProblems = ({ all }: Pick<Modules, 'all'>, schemas: SchemaSet): readonly Problem[] => [
  ...all.flatMap((module) =>
    mistakesIn(module, schemas).map(({ word, message }) => ({
      id: 'M101',
      file: module.file,
      ...placeOf(module.file, word),
      message,
    })),
  ),
  ...schemas.resources.filter(hasComputedRows).flatMap(({ name }): readonly Problem[] => {
    const hasRows = all.some((module) => module.kind === 'resource' && module.name === name && module.module.reportRows)
    const message = `The rows of '${name}' are computed, but resources/${name}/server.ts has no part 'reportRows'.`
    return hasRows ? [] : [{ id: 'M101', file: `schemas/${name}.json`, line: 1, column: 1, message }]
  }),
]

/** Checks whether the server computes the rows of a resource. */
const hasComputedRows = ({ kind, of }: Resource): boolean => kind === 'report' && of === undefined

/**
 * Adds the mistakes in modules to those in schema files.
 * They are found only if the schema files have no mistakes, because a file with mistakes may lack what a module names.
 */
export const withModuleProblems = (
  problems: readonly Problem[],
  modules: Pick<Modules, 'all'>,
  schemas: SchemaSet,
): readonly Problem[] => (isAdviceOnly(problems) ? [...problems, ...moduleProblems(modules, schemas)] : problems)

const mistakesIn = (declared: ModuleFile, schemas: SchemaSet): readonly Mistake[] => {
  const { kind, name, module, file } = declared
  // S909 reports a kind of bank file without a layout, and a layout without a kind.
  if (kind === 'bankFile') return []
  if (kind === 'controller')
    return [...partMistakes(module, ['calls', 'jobs']), ...callMistakes(name, Object.keys(module.calls ?? {}), schemas)]
  const folder = file.split('/').at(-2)
  if (folder !== undefined && folder !== name)
    return [{ word: name, message: `The module is named '${name}', but stands in the folder '${folder}'.` }]
  if (!schemas.has(name)) return [{ word: name, message: `No file schemas/${name}.json declares '${name}'.` }]
  const resource = schemas.get(name)
  const virtual = Object.keys(module.virtualFields ?? {}).filter(
    (field) => !fieldNamed(resource.fields, field)?.virtual,
  )
  const hooks = (['beforeWrite', 'afterWrite', 'beforeDelete'] as const).filter((hook) => module[hook] !== undefined)
  return [
    ...partMistakes(module, Object.keys(parts)),
    ...callMistakes(resource.endpoints.controller, Object.keys(module.calls ?? {}), schemas),
    ...virtual.map((field) => ({ word: field, message: `virtualFields.${field} is no virtual field of '${name}'.` })),
    ...(hasTable(resource)
      ? []
      : hooks.map((hook) => ({ word: hook, message: `${hook} never runs: '${name}' has no table of its own.` }))),
    ...(module.reportRows && !hasComputedRows(resource)
      ? [{ word: 'reportRows', message: `reportRows never runs: '${name}' is no report with fields of its own.` }]
      : []),
    ...(module.importRules && (!resource.import || resource.import.action)
      ? [{ word: 'importRules', message: `importRules are never applied: ${whyUnused(name, resource)}` }]
      : []),
    ...(module.importAction && !resource.import?.action
      ? [{ word: 'importAction', message: `importAction never runs: schemas/${name}.json has no import.inputs.` }]
      : []),
  ]
}

/** Says why the rules of an import are never applied. */
const whyUnused = (name: string, resource: Resource): string =>
  resource.import
    ? `the rows of schemas/${name}.json write no records, because its import has 'inputs'.`
    : `schemas/${name}.json has no 'import'.`

const partMistakes = (module: ResourceModule, allowed: readonly string[]): readonly Mistake[] =>
  Object.entries(module).flatMap(([part, value]) => {
    const type = Object.entries(parts).find(([name]) => name === part && allowed.includes(name))?.[1]
    if (type === undefined)
      return [{ word: part, message: `There is no part '${part}'. The parts are ${allowed.join(', ')}.` }]
    return value === undefined || typeof value === type ? [] : [{ word: part, message: `${part} must be a ${type}.` }]
  })

const callMistakes = (controller: string, calls: readonly string[], schemas: SchemaSet): readonly Mistake[] => {
  const endpoints = allEndpoints(schemas)
  return calls
    .filter((call) => !Object.hasOwn(endpoints, `${controller}.${call}`))
    .map((call) => ({
      word: call,
      message: `calls.${call}: neither the contract nor a schema declares the call '${controller}.${call}'.`,
    }))
}

/** Returns the place of a word in a file; the beginning of the file if its text cannot be read. */
const placeOf = (file: string, word: string): Pick<Problem, 'line' | 'column'> => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const columns = lines.map((line) => line.search(new RegExp(`\\b${word}\\b`)))
  const index = columns.findIndex((column) => column !== -1)
  return { line: Math.max(index, 0) + 1, column: (columns[index] ?? 0) + 1 }
}
