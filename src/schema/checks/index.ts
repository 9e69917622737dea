import type { Finding } from '../language/shapes/shape'
import type { SchemaFile } from '../load/schema-file'
import * as actions from './action-checks'
import { actionsOf, inputsView } from './action-view'
import * as advice from './advice'
import * as beginnings from './beginning-checks'
import * as betrayals from './betrayal-checks'
import * as bounds from './bound-checks'
import type { AllSchemas, Check, Known } from './check'
import * as circles from './circle-checks'
import { conditionsEnd, conditionsLook, optionsExist } from './condition-checks'
import * as database from './database-checks'
import * as expressions from './expression-checks'
import * as fields from './field-checks'
import * as files from './file-checks'
import { foundAt } from './findings'
import * as forms from './form-checks'
import * as importAdvice from './import-advice'
import * as imports from './import-checks'
import * as keys from './key-checks'
import * as lists from './list-checks'
import * as names from './name-checks'
import * as permissions from './permission-checks'
import type { Problem } from './problem'
import * as reach from './reach-checks'
import * as references from './reference-checks'
import * as related from './related-checks'
import * as reports from './report-checks'
import * as reportColumns from './report-column-checks'
import * as rules from './rule-checks'
import * as sets from './set-checks'
import { usualHints } from './usual-hints'
import { part, viewOf } from './view'
import * as written from './written-checks'

export type { CallFacts, ColumnFacts, KeyFacts, Known } from './check'

// What is asked of fields, whether records have them or an action asks for them.
const fieldChecks: readonly Check[] = [
  fields.fieldNames,
  names.namesAreFree,
  fields.defaultsAreValid,
  fields.samplesAreValid,
  fields.marksAgree,
  fields.rowsArePlain,
  references.referencesLead,
  conditionsLook,
  conditionsEnd,
  reach.conditionsCanHold,
  optionsExist,
  expressions.expressionsLook,
  expressions.expressionsEnd,
  bounds.boundsHold,
]

// Every check that these modules export.
const ofSubjects: readonly Check[] = [
  ...[files, fields, names, keys, lists, forms, references, circles, expressions, bounds, rules, related, beginnings],
  ...[reports, reportColumns, imports, importAdvice, written, database, actions, sets, permissions, betrayals, reach, advice],
].flatMap((checks) => Object.values<Check>(checks))

const checks: readonly Check[] = [
  ...ofSubjects,
  conditionsLook,
  conditionsEnd,
  optionsExist,
  (schema, all) => actionsOf(schema).flatMap((action) => fieldChecks.flatMap((check) => check(inputsView(schema, action), all))),
]

/** Every mistake in the files, and the advice that no file switches off. */
export const checkAll = (files: readonly SchemaFile[], known: Known): readonly Problem[] => {
  const readable = files.filter(({ readable }) => readable)
  const views = new Map(readable.map((file) => [file, viewOf(file)]))
  const schemas = [...views.values()]
  const byName = new Map(schemas.toReversed().map((schema) => [schema.name, schema]))
  const unread = files.filter((file) => !views.has(file)).map(({ name }) => name)
  const all: AllSchemas = { schemas, known, unread, get: (name) => byName.get(name) }
  return files.flatMap((file) => {
    const schema = views.get(file)
    const found = schema
      ? withoutAccepted([...file.syntax, ...file.form, ...checks.flatMap((check) => check(schema, all))], part(schema.raw, 'accepted'))
      : file.syntax
    return found.map((finding) => file.locate({ ...finding, hint: finding.hint ?? usualHints[finding.id] }))
  })
}

// Advice that is switched off but never given is a leftover, and leftovers mislead.
const withoutAccepted = (found: readonly Finding[], accepted: Readonly<Record<string, unknown>>): readonly Finding[] => {
  const given = found.filter(({ id }) => !(id.startsWith('W') && id in accepted))
  const idle = Object.keys(accepted).filter(
    (id) => id.startsWith('W') && !found.some((finding) => finding.id === id) && !found.some(({ path }) => path[0] === 'accepted' && path[1] === id),
  )
  return [
    ...given,
    ...idle.map((id): Finding => foundAt('E118', ['accepted', id], `accepted.${id} switches off advice that is not given here.`, 'Take it out.')),
  ]
}
