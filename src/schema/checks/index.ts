import { hasTable } from '../language/resource'
import type { Finding } from '../language/shapes/shape'
import { columnName } from '../load/names'
import type { SchemaFile } from '../load/schema-file'
import * as actionWrites from './action-writes'
import * as actions from './actions'
import * as advice from './advice'
import catalogue from './catalogue.json'
import type { AllSchemas, Check, ProjectFacts } from './check'
import * as conditions from './conditions'
import * as database from './database'
import { actionsOf, type DeclaredSchema, declaredSchemaOf, inputsAsSchema, objectUnder, tableName } from './declared/declared-schema'
import * as expressions from './expressions'
import * as fields from './fields'
import * as files from './files'
import { findingAt } from './findings'
import * as imports from './imports'
import * as keys from './keys'
import * as lists from './lists'
import * as permissions from './permissions'
import type { Problem } from './problem'
import * as references from './references'
import * as reportColumns from './report-columns'
import * as reports from './reports'
import * as values from './values'

export type { CallFacts, ColumnFacts, KeyFacts, ProjectFacts, RefusedValues, StoredRecords } from './check'

// All checks that these modules export.
const checks: readonly Check[] = [
  ...[files, fields, values, keys, lists, references, conditions, expressions, actions, actionWrites, permissions, imports, reports, reportColumns],
  ...[database, advice],
].flatMap((subject) => Object.values<Check>(subject))

// The checks that also apply to the inputs of actions.
const fieldChecks: readonly Check[] = [
  fields.checkFieldNames,
  fields.checkReservedNames,
  fields.checkContradictorySettings,
  fields.checkListItemFields,
  fields.checkIdentifiedBy,
  values.checkDefaults,
  values.checkSamples,
  values.checkBounds,
  references.checkReferences,
  conditions.checkConditions,
  conditions.checkConditionCycles,
  conditions.checkSatisfiability,
  conditions.checkOptionConditions,
  expressions.checkExpressions,
  expressions.checkExpressionCycles,
]

/** Checks the inputs of actions as fields, without advice, which applies only to fields of records. */
const checkInputs: Check = (schema, all) =>
  actionsOf(schema)
    .flatMap((action) => fieldChecks.flatMap((check) => check(inputsAsSchema(schema, action), all)))
    .filter(({ id }) => !id.startsWith('W'))

/** Returns every mistake in the files, and the advice that they do not accept. */
export const checkAll = (files: readonly SchemaFile[], project: ProjectFacts): readonly Problem[] => {
  const readableFiles = files.filter(({ isReadable }) => isReadable)
  const ownViews = readableFiles.map(declaredSchemaOf)
  const views = new Map(readableFiles.map((file) => [file, withListedFields(declaredSchemaOf(file), ownViews)]))
  const schemas = [...views.values()]
  const byName = new Map(schemas.toReversed().map((schema) => [schema.name, schema]))
  const unreadable = files.filter((file) => !views.has(file)).map(({ name }) => name)
  const all: AllSchemas = { schemas, project, unreadable, get: (name) => byName.get(name) }
  const problems = files.flatMap((file) => {
    const schema = views.get(file)
    const findings = schema
      ? withoutAccepted(
          [...file.syntaxErrors, ...file.shapeErrors, ...[...checks, checkInputs].flatMap((check) => check(schema, all))],
          objectUnder(schema.raw, 'accepted'),
        )
      : file.syntaxErrors
    return findings.map((finding) => file.locate({ ...finding, hint: finding.hint ?? catalogue[finding.id].hint }))
  })
  return [...problems, ...tableWithoutFileProblems(files, project)]
}

/** Returns the view of a file; a page of kind `view` gets the fields of the resource whose records it lists. */
const withListedFields = (view: DeclaredSchema, others: readonly DeclaredSchema[]): DeclaredSchema => {
  const listed = view.kind === 'view' ? others.find(({ name, kind }) => name === view.raw.of && hasTable({ kind })) : undefined
  return listed ? { ...view, fields: listed.fields } : view
}

// Removes the advice that the file accepts, and reports accepted advice that does not apply.
const withoutAccepted = (findings: readonly Finding[], accepted: Readonly<Record<string, unknown>>): readonly Finding[] => {
  const reported = findings.filter(({ id }) => !(id.startsWith('W') && id in accepted))
  const unused = Object.keys(accepted).filter(
    (id) => id.startsWith('W') && !findings.some((finding) => finding.id === id) && !findings.some(({ path }) => path[0] === 'accepted' && path[1] === id),
  )
  return [
    ...reported,
    ...unused.map((id): Finding => findingAt('S118', ['accepted', id], `accepted.${id} switches off advice that does not apply to this file.`, 'Remove it.')),
  ]
}

/** Returns the advice W502 for each table that contains records and that no file declares. It belongs to no file, so it is reported at the folder of the files. */
const tableWithoutFileProblems = (files: readonly Pick<DeclaredSchema, 'name' | 'raw'>[], { database, tables = [] }: ProjectFacts): readonly Problem[] => {
  const names = files
    .filter(({ raw }) => hasTable({ kind: String(raw.kind) }))
    .flatMap((file) => [tableName(file), ...(database?.[tableName(file)] || typeof file.raw.was !== 'string' ? [] : [columnName(file.raw.was)])])
  return tables
    .filter(({ table }) => !names.includes(table))
    .map(({ table, records }) => ({
      id: 'W502',
      file: 'schemas',
      line: 1,
      column: 1,
      message: `no file has the table '${table}', which contains ${records} ${records === 1 ? 'record' : 'records'}.`,
      hint: catalogue.W502.hint,
    }))
}
