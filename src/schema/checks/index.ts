import type { Problem } from '../problem'
import type { SchemaFile } from '../schema-file'
import type { Finding } from '../shape/shape'
import { callsAreWritten, endsArePages } from './action-call-checks'
import { actionNames, actionsAgree, actionTexts, dangersAreAsked, inputsArePlain } from './action-checks'
import { actionsOf, inputsView } from './action-view'
import * as advice from './advice'
import { beginningsFit, sequencesCount } from './beginning-checks'
import { nothingFollowsFromHidden } from './betrayal-checks'
import { boundsHold } from './bound-checks'
import type { AllSchemas, Check, Known } from './check'
import { referencesBegin } from './circle-checks'
import { conditionsEnd, conditionsLook, optionsExist } from './condition-checks'
import { columnsAreKept, columnsFit, valuesFit } from './database-checks'
import { expressionsEnd, expressionsLook } from './expression-checks'
import { columnsDiffer, defaultsAreValid, fieldNames, marksAgree, rowsArePlain, samplesAreValid } from './field-checks'
import { acceptedExists, fileName, menuFitsPage, tenantIsClear } from './file-checks'
import { headIsFields, requiredIsEntered, sectionsAreFields } from './form-checks'
import { importAsksForCodes, importFillsConditional } from './import-advice'
import { importColumnsFit, importColumnsSuit, importFillsRequired, importHasItsCalls, importLinesFit, importMatchIsFilled } from './import-checks'
import { keyIsFields, uniqueWithinFields } from './key-checks'
import { columnsAreFields, filtersFit, hiddenAreColumns, mobileIsFields, searchInTexts, sortFits } from './list-checks'
import { formerNamesAreGone, namesAreFree, parametersDiffer } from './name-checks'
import { accessFits, operationsFit, requiredIsWritable } from './permission-checks'
import { conditionsCanFail, conditionsCanHold } from './reach-checks'
import { countsLead, referencesLead, rulesFollow } from './reference-checks'
import { relatedLead } from './related-checks'
import {
  parametersAreUsed,
  reportConditionsFit,
  reportDatesAreOfDays,
  reportFitsKind,
  reportHasRows,
  reportOrderFits,
  reportPeriodIsDays,
} from './report-checks'
import { reportColumnsFit, reportTotalsFit, reportValuesLook } from './report-column-checks'
import { rulesStand } from './rule-checks'
import { setsFit } from './set-checks'
import { optionsAreUsed } from './unused-options'
import { usualHints } from './usual-hints'
import { part, viewOf } from './view'
import { filesAreTaken, iconsExist, operationsExist, screenExists, virtualsAreWritten } from './written-checks'

export type { CallFacts, ColumnFacts, Known } from './check'

// What is asked of fields, whether records have them or an action asks for them.
const fieldChecks: readonly Check[] = [
  fieldNames,
  namesAreFree,
  defaultsAreValid,
  samplesAreValid,
  marksAgree,
  rowsArePlain,
  referencesLead,
  conditionsLook,
  conditionsEnd,
  conditionsCanHold,
  optionsExist,
  expressionsLook,
  expressionsEnd,
  boundsHold,
]

const checks: readonly Check[] = [
  fileName,
  tenantIsClear,
  menuFitsPage,
  acceptedExists,
  fieldNames,
  namesAreFree,
  formerNamesAreGone,
  columnsDiffer,
  defaultsAreValid,
  samplesAreValid,
  marksAgree,
  rowsArePlain,
  keyIsFields,
  uniqueWithinFields,
  columnsAreFields,
  hiddenAreColumns,
  filtersFit,
  parametersDiffer,
  sortFits,
  mobileIsFields,
  searchInTexts,
  sectionsAreFields,
  headIsFields,
  requiredIsEntered,
  referencesLead,
  countsLead,
  rulesFollow,
  referencesBegin,
  conditionsLook,
  conditionsEnd,
  conditionsCanHold,
  optionsExist,
  expressionsLook,
  expressionsEnd,
  boundsHold,
  rulesStand,
  relatedLead,
  beginningsFit,
  sequencesCount,
  reportFitsKind,
  reportHasRows,
  reportConditionsFit,
  reportDatesAreOfDays,
  reportColumnsFit,
  reportValuesLook,
  reportTotalsFit,
  reportOrderFits,
  reportPeriodIsDays,
  parametersAreUsed,
  importColumnsFit,
  importLinesFit,
  importFillsRequired,
  importColumnsSuit,
  importMatchIsFilled,
  importHasItsCalls,
  importAsksForCodes,
  importFillsConditional,
  operationsExist,
  virtualsAreWritten,
  filesAreTaken,
  iconsExist,
  screenExists,
  columnsAreKept,
  columnsFit,
  valuesFit,
  actionNames,
  actionsAgree,
  setsFit,
  actionTexts,
  inputsArePlain,
  (schema, all) => actionsOf(schema).flatMap((action) => fieldChecks.flatMap((check) => check(inputsView(schema, action), all))),
  accessFits,
  operationsFit,
  requiredIsWritable,
  nothingFollowsFromHidden,
  callsAreWritten,
  endsArePages,
  conditionsCanFail,
  dangersAreAsked,
  optionsAreUsed,
  ...Object.values(advice),
]

/** Every mistake in the files, and the advice that no file switches off. */
export const checkAll = (files: readonly SchemaFile[], known: Known): readonly Problem[] => {
  const readable = files.filter((file) => file.syntax.every(({ id }) => id === 'E120'))
  const views = new Map(readable.map((file) => [file, viewOf(file)]))
  const schemas = [...views.values()]
  const byName = new Map(schemas.toReversed().map((schema) => [schema.name, schema]))
  const unread = files.filter((file) => !views.has(file)).map(({ name }) => name)
  const all: AllSchemas = { schemas, known, unread, get: (name) => byName.get(name) }
  return files.flatMap((file) => {
    const schema = views.get(file)
    const found = schema
      ? withoutAccepted([...file.syntax, ...file.form, ...checks.flatMap((check) => check(schema, all))], part(schema.raw, 'accepted'), known)
      : file.syntax
    return found.map((finding) => file.locate({ ...finding, hint: finding.hint ?? usualHints[finding.id] }))
  })
}

// Without the server's code nobody knows what it sets.
const isJudged = (id: string, { words }: Known): boolean => id !== 'W911' || words !== undefined

// Advice that is switched off but never given is a leftover, and leftovers mislead.
const withoutAccepted = (found: readonly Finding[], accepted: Readonly<Record<string, unknown>>, known: Known): readonly Finding[] => {
  const given = found.filter(({ id }) => !(id.startsWith('W') && id in accepted))
  const idle = Object.keys(accepted).filter(
    (id) =>
      id.startsWith('W') &&
      isJudged(id, known) &&
      !found.some((finding) => finding.id === id) &&
      !found.some(({ path }) => path[0] === 'accepted' && path[1] === id),
  )
  return [
    ...given,
    ...idle.map(
      (id): Finding => ({ id: 'E118', path: ['accepted', id], message: `accepted.${id} switches off advice that is not given here.`, hint: 'Take it out.' }),
    ),
  ]
}
