import { condition as conditionShape } from '../language/shapes/condition-shape'
import type { Finding } from '../language/shapes/shape'
import { type Condition, type Field, fieldNamed } from '../language/types'
import { conditionHolds } from '../rules/condition'
import { conditionDependencies, hiddenFields, visibleValues } from '../rules/conditional'
import { type AllSchemas, type Check, cycleStarts } from './check'
import { didYouMean, notOneOf, placeOf } from './check-messages'
import { type ConditionCase, casesOf } from './condition-cases'
import { conditionFindings } from './declared/condition-findings'
import { conditionFieldNames, conditionsOf, type DeclaredCondition, type FieldScope, preconditionsOf, ruleConditions } from './declared/declared-conditions'
import { type DeclaredField, type DeclaredSchema, isUserEntered, namesAt, objectsAt, objectUnder, withItemFields } from './declared/declared-schema'
import { compileDeclaredField, optionsOf } from './declared/field-value'
import { cannotFinding, findingAt, missingFieldFindings } from './findings'

/** S305, S306, S340: conditions name existing fields, compare them with values that these fields can have, and use only information that is available where they are evaluated. */
export const checkConditions: Check = (schema) => allConditions(schema).flatMap(conditionFindings)

const allConditions = (schema: DeclaredSchema): readonly DeclaredCondition[] => [...conditionsOf(schema), ...preconditionsOf(schema), ...ruleConditions(schema)]

/** S315: `optionsWhen` and `exclusive` name existing options. */
export const checkOptionNames: Check = ({ declared }) =>
  declared.flatMap(withItemFields).flatMap((field) => {
    const options = optionsOf(field) ?? []
    return namedOptions(field)
      .filter(({ name }) => !options.includes(name))
      .map(
        ({ name, path, place }): Finding => findingAt('S315', path, notOneOf(placeOf(place), name, `an option of '${field.name}'`), didYouMean(name, options)),
      )
  })

const namedOptions = ({ raw, path }: DeclaredField) => {
  const conditions = [...path, 'optionsWhen']
  return [
    ...Object.keys(objectUnder(raw, 'optionsWhen')).map((name) => ({ name, path: [...conditions, name], place: conditions })),
    ...namesAt(raw.exclusive, [...path, 'exclusive']).map((entry) => ({ ...entry, place: entry.path })),
  ]
}

/** S310: `shownWhen` conditions form no cycle, because the fields of a cycle would never be shown. */
export const checkConditionCycles: Check = ({ declared }) => {
  const dependenciesOf = (name: string) => conditionFieldNames(declared.find((field) => field.name === name)?.raw.shownWhen)
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

/** S312, W909: a condition holds in some cases but not in all. If it never holds, its field, rule or option is useless. If it always holds, it is redundant. */
export const checkSatisfiability: Check = (schema, all) => {
  const declaredConditions = allConditions(schema)
  const recordFields = declaredConditions.length === 0 ? [] : compileDeclaredFields(schema, schema, all)
  return declaredConditions.flatMap((declaredCondition): Finding[] => {
    const { path } = declaredCondition
    const results = conditionResults(declaredCondition, { schema, all, recordFields })
    return [
      ...(results && !results.whereShown.some(Boolean) ? [neverHoldsFinding(declaredCondition)] : []),
      ...(results?.everywhere.every(Boolean)
        ? [findingAt('W909', path, `${placeOf(path)} always holds.`, path.at(-1) === 'require' ? 'The rule rejects no record.' : undefined)]
        : []),
    ]
  })
}

const neverHoldsFinding = (declaredCondition: DeclaredCondition): Finding =>
  findingAt('S312', declaredCondition.path, `${placeOf(declaredCondition.path)} never holds.`, consequenceOf(declaredCondition))

const consequenceOf = ({ owner, key, path }: DeclaredCondition): string => {
  // The key of a condition in `optionsWhen` is the code of its option.
  if (path.includes('optionsWhen')) return `'${key}' of '${owner.name}' could never be chosen.`
  return consequences[path[0] === 'rules' ? `rule ${key}` : key] ?? 'Its value would never be used.'
}

const consequences: Readonly<Record<string, string>> = {
  shownWhen: 'The field would never be shown.',
  requiredWhen: 'The field would never be required while it is shown.',
  readOnlyWhen: 'The field would never be locked.',
  allowedWhen: 'The action or operation would never be allowed.',
  'rule require': 'Every record would be rejected.',
  'rule when': 'The rule would never be evaluated.',
}

interface SchemaContext {
  readonly schema: DeclaredSchema
  readonly all: AllSchemas
  /** The compiled fields of the record. */
  readonly recordFields: readonly Field[]
}

interface ConditionResults {
  /** The results of the condition in all cases in which the field is shown. */
  readonly whereShown: readonly boolean[]
  /** The results in all cases, including those in which the field is hidden. */
  readonly everywhere: readonly boolean[]
}

/** Evaluates a condition in every case; undefined if there are too many cases, or if another check reports the condition. */
const conditionResults = (declaredCondition: DeclaredCondition, { schema, all, recordFields }: SchemaContext): ConditionResults | undefined => {
  const { condition } = declaredCondition
  if (!isCondition(condition) || conditionFindings(declaredCondition).length > 0) return undefined
  const fields = declaredCondition.scope === schema ? recordFields : compileDeclaredFields(declaredCondition.scope, schema, all)
  const owner = fieldNamed(fields, declaredCondition.owner.name)
  const conditions = [condition, ...(owner?.shownWhen && declaredCondition.key !== 'shownWhen' ? [owner.shownWhen] : [])]
  const names = conditionDependencies(fields, conditions)
  // The owner of a precondition or a rule is not a field. Any other owner that is missing from `fields` has mistakes that another check reports.
  // A condition that depends on its own field is not evaluated; for `shownWhen`, S310 reports it.
  const isOwnerValid = owner !== undefined || declaredCondition.key === 'allowedWhen' || declaredCondition.path[0] === 'rules'
  if (!isOwnerValid || names.some((name) => !fields.some((field) => field.name === name) || name === owner?.name)) return undefined
  const shownWhens = fields.flatMap(({ name, shownWhen }) => (shownWhen && names.includes(name) ? [shownWhen] : []))
  const cases = casesOf({ fields, ...(declaredCondition.parent && { parents: recordFields }) }, names, [...conditions, ...shownWhens])
  if (!cases) return undefined
  // It makes no difference whether a field that no condition reads is hidden.
  const hideableFields = fields.filter(({ name, shownWhen }) => shownWhen && (names.includes(name) || name === owner?.name))
  const resultIn = ({ record, context }: ConditionCase) => conditionHolds(condition, visibleValues(hideableFields, record, context), context)
  const visibleCases =
    declaredCondition.key === 'shownWhen' || !owner
      ? cases
      : cases.filter(({ record, context }) => !hiddenFields(hideableFields, record, context).includes(owner))
  return { whereShown: visibleCases.map(resultIn), everywhere: cases.map(resultIn) }
}

const isCondition = (value: unknown): value is Condition => conditionShape.check(value, []).length === 0

// Omits fields with mistakes. Conditions that name them are not checked.
const compileDeclaredFields = ({ fields }: FieldScope, schema: DeclaredSchema, all: AllSchemas): readonly Field[] =>
  fields.flatMap((field) => compileDeclaredField(field, schema.raw, all) ?? [])
