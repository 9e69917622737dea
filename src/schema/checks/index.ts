import type { Finding } from '../language/shapes/shape'
import type { SchemaFile } from '../load/schema-file'
import * as actionWrites from './action-writes'
import * as actions from './actions'
import * as advice from './advice'
import catalogue from './catalogue.json'
import type { AllSchemas, Check, ProjectFacts } from './check'
import * as conditions from './conditions'
import * as database from './database'
import * as expressions from './expressions'
import * as fields from './fields'
import * as files from './files'
import { foundAt } from './findings'
import * as imports from './imports'
import * as keys from './keys'
import * as lists from './lists'
import * as permissions from './permissions'
import type { Problem } from './problem'
import * as references from './references'
import * as reportColumns from './report-columns'
import * as reports from './reports'
import * as values from './values'
import { actionsOf, inputsView, part, viewOf } from './view/schema-view'

export type { CallFacts, ColumnFacts, KeyFacts, ProjectFacts as Known } from './check'

// All checks that these modules export.
const checks: readonly Check[] = [
  ...[files, fields, values, keys, lists, references, conditions, expressions, actions, actionWrites, permissions, imports, reports, reportColumns],
  ...[database, advice],
].flatMap((subject) => Object.values<Check>(subject))

// The checks that also apply to the inputs of actions.
const fieldChecks: readonly Check[] = [
  fields.checkFieldNames,
  fields.checkReservedNames,
  fields.checkFieldFlags,
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
    .flatMap((action) => fieldChecks.flatMap((check) => check(inputsView(schema, action), all)))
    .filter(({ id }) => !id.startsWith('W'))

/** Returns every mistake in the files, and the advice that is not switched off. */
export const checkAll = (files: readonly SchemaFile[], known: ProjectFacts): readonly Problem[] => {
  const readable = files.filter(({ readable }) => readable)
  const views = new Map(readable.map((file) => [file, viewOf(file)]))
  const schemas = [...views.values()]
  const byName = new Map(schemas.toReversed().map((schema) => [schema.name, schema]))
  const unreadable = files.filter((file) => !views.has(file)).map(({ name }) => name)
  const all: AllSchemas = { schemas, known, unreadable, get: (name) => byName.get(name) }
  return files.flatMap((file) => {
    const schema = views.get(file)
    const findings = schema
      ? withoutAccepted(
          [...file.syntaxErrors, ...file.shapeErrors, ...[...checks, checkInputs].flatMap((check) => check(schema, all))],
          part(schema.raw, 'accepted'),
        )
      : file.syntaxErrors
    return findings.map((finding) => file.locate({ ...finding, hint: finding.hint ?? catalogue[finding.id].hint }))
  })
}

// Removes the advice that the file accepts, and reports accepted advice that does not apply.
const withoutAccepted = (findings: readonly Finding[], accepted: Readonly<Record<string, unknown>>): readonly Finding[] => {
  const reported = findings.filter(({ id }) => !(id.startsWith('W') && id in accepted))
  const unused = Object.keys(accepted).filter(
    (id) => id.startsWith('W') && !findings.some((finding) => finding.id === id) && !findings.some(({ path }) => path[0] === 'accepted' && path[1] === id),
  )
  return [
    ...reported,
    ...unused.map((id): Finding => foundAt('S118', ['accepted', id], `accepted.${id} switches off advice that does not apply to this file.`, 'Remove it.')),
  ]
}
