import type { Finding } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import { type Check, cycleStarts } from './check'
import { didYouMean, notOneOf, placeOf } from './check-messages'
import { conditionFindings } from './declared/condition-findings'
import {
  conditionFieldNames,
  conditionsOf,
  type DeclaredCondition,
  preconditionsOf,
  ruleConditions,
} from './declared/declared-conditions'
import {
  type DeclaredField,
  type DeclaredSchema,
  isUserEntered,
  namesAt,
  objectsAt,
  objectUnder,
  withItemFields,
} from './declared/declared-schema'
import { optionsOf } from './declared/field-value'
import { cannotFinding, findingAt, missingFieldFindings } from './findings'

/**
 * S305, S306, S340: conditions name existing fields, compare them with values that these fields can have, and use only
 * information that is available where they are evaluated.
 */
export const checkConditions: Check = (schema) => allConditions(schema).flatMap(conditionFindings)

const allConditions = (schema: DeclaredSchema): readonly DeclaredCondition[] => [
  ...conditionsOf(schema),
  ...preconditionsOf(schema),
  ...ruleConditions(schema),
]

/** S315: `optionsWhen` and `exclusive` name existing options. */
export const checkOptionNames: Check = ({ declared }) =>
  declared.flatMap(withItemFields).flatMap((field) => {
    const options = optionsOf(field) ?? []
    return namedOptions(field)
      .filter(({ name }) => !options.includes(name))
      .map(
        ({ name, path, place }): Finding =>
          findingAt(
            'S315',
            path,
            notOneOf(placeOf(place), name, `an option of '${field.name}'`),
            didYouMean(name, options),
          ),
      )
  })

const namedOptions = ({ raw, path }: DeclaredField) => {
  const conditions = [...path, 'optionsWhen']
  return [
    ...Object.keys(objectUnder(raw, 'optionsWhen')).map((name) => ({
      name,
      path: [...conditions, name],
      place: conditions,
    })),
    ...namesAt(raw.exclusive, [...path, 'exclusive']).map((entry) => ({ ...entry, place: entry.path })),
  ]
}

/** S310: `shownWhen` conditions form no cycle, because the fields of a cycle would never be shown. */
export const checkConditionCycles: Check = ({ declared }) => {
  const dependenciesOf = (name: string) =>
    conditionFieldNames(declared.find((field) => field.name === name)?.raw.shownWhen)
  const reported = cycleStarts(
    declared.map(({ name }) => name),
    dependenciesOf,
  )
  return declared
    .filter(({ name }) => reported.includes(name))
    .map(({ name, path }) => cannotFinding('S310', [...path, 'shownWhen'], `depend on fields that depend on '${name}'`))
}

/** S341: the message of a rule is shown at a field that users can edit. */
export const checkRuleMessages: Check = (schema) =>
  objectsAt(schema.raw.rules, ['rules']).flatMap(({ raw: { at }, path }) => {
    if (typeof at !== 'string') return []
    const keyPath = [...path, 'at']
    const field = fieldNamed(schema.fields, at)
    return field && !isUserEntered(field)
      ? [cannotFinding('S341', keyPath, `be '${at}': users do not enter it`)]
      : missingFieldFindings('S341', at, keyPath, schema)
  })
