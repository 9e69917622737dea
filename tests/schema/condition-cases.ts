import { addDays, isIsoDate } from '../../src/domain/dates/dates'
import { facetsOf, isMultiValued, rulesOf } from '../../src/schema/field-types'
import type { ComparisonKind } from '../../src/schema/field-types/field-type'
import { canBeCombined, optionCodes } from '../../src/schema/field-types/options'
import {
  type Condition,
  type ConditionContext,
  type ConditionLeaf,
  type ConditionSubject,
  type Field,
  fieldNamed,
  type RecordValues,
  type Scalar,
} from '../../src/schema/language/types'
import { comparedWith, conditionLeaves, parentFields } from '../../src/schema/rules/condition'

/**
 * Maximum number of cases that are evaluated.
 * A condition with more cases is not checked, because that would take too long.
 */
const maxCases = 20_000

/** A record and the context in which a condition is evaluated. */
export interface ConditionCase {
  readonly record: RecordValues
  readonly context: ConditionContext
}

/** The date that counts as today in every case. */
export const caseDay = '2026-11-20'

/** The user who is signed in in every case. */
const caseUser = 'maker01'

/**
 * The fields that conditions can name: those of the record, or those of the list item and of the record that contains
 * the item (`parents`).
 */
export interface CaseFields {
  readonly fields: readonly Field[]
  readonly parents?: readonly Field[]
}

/**
 * Returns a case for every combination of values of the named fields that can change the result of the conditions;
 * undefined if there are too many.
 */
export const casesOf = (
  { fields, parents = [] }: CaseFields,
  names: readonly string[],
  conditions: readonly Condition[],
): readonly ConditionCase[] | undefined => {
  const fieldCandidates = candidatesOf('field', fields, names, conditions)
  const parentCandidates = candidatesOf('parent', parents, [...new Set(conditions.flatMap(parentFields))], conditions)
  // The empty role represents every role that no condition names.
  const roles = [...new Set(conditions.flatMap(rolesOf)), '']
  if (
    [...fieldCandidates, ...parentCandidates].reduce((product, [, values]) => product * values.length, roles.length) >
    maxCases
  )
    return undefined
  const parentRecords = combinations(parentCandidates)
  return combinations(fieldCandidates).flatMap((record) =>
    parentRecords.flatMap((parent) =>
      roles.map((role) => ({
        record,
        context: { today: caseDay, role, user: caseUser, ...(parentCandidates.length > 0 ? { parent } : {}) },
      })),
    ),
  )
}

/** A field and the values with which it is tested. */
type Candidates = readonly [name: string, values: readonly unknown[]]

const candidatesOf = (
  kind: 'field' | 'parent',
  fields: readonly Field[],
  names: readonly string[],
  conditions: readonly Condition[],
): readonly Candidates[] =>
  names.map((name) => {
    const field = fieldNamed(fields, name)
    return [
      name,
      field ? valuesOf(field, conditions.flatMap(conditionLeaves).flatMap(comparedWithField(kind, field))) : [null],
    ]
  })

const combinations = (candidates: readonly Candidates[]): readonly RecordValues[] =>
  candidates.reduce<RecordValues[]>(
    (records, [name, values]) => records.flatMap((record) => values.map((value) => ({ ...record, [name]: value }))),
    [{}],
  )

const rolesOf = (condition: Condition): readonly string[] => {
  if ('all' in condition) return condition.all.flatMap(rolesOf)
  if ('any' in condition) return condition.any.flatMap(rolesOf)
  if ('not' in condition) return rolesOf(condition.not)
  return 'role' in condition ? condition.role : []
}

/**
 * Returns the values of a field that can change the result of a condition: each option, both sides of each bound, and
 * the empty value where the field may be empty.
 */
const valuesOf = (field: Field, compared: readonly Scalar[]): readonly unknown[] => {
  const empty = field.required && !field.readOnly ? [] : [null]
  // '?' differs from every compared value.
  if (isMultiValued(field))
    return [
      ...(field.required ? [] : [[]]),
      ...('options' in field
        ? subsets(optionCodes(field)).filter((codes) => canBeCombined(codes, field))
        : [...compared.map((value) => [value]), ['?']]),
    ]
  if ('options' in field) return [...optionCodes(field), ...empty]
  if (field.type === 'computed')
    return [...(facetsOf(field).comparedAs === 'number' ? numbersAround(compared) : textsAround(compared)), null]
  return [...(rulesOf(field.type).group === 'yesNo' ? [true, false] : comparedValues(field, compared)), ...empty]
}

const comparedValues = (field: Field, compared: readonly Scalar[]): readonly unknown[] => {
  const { comparedAs } = facetsOf(field)
  switch (comparedAs) {
    case 'number':
      return numbersAround([...compared, ...limitsOf(field)]).filter((number) => isWithin(number, field))
    case 'month':
    case 'time':
    case 'datetime':
      return [...new Set([...compared.filter((value) => value !== null), ...outerValues[comparedAs]])]
    default:
      // Only the sample may have the format or match the pattern of the field.
      return [...new Set([...textsAround(compared), rulesOf(field.type).sample(field, 1)])]
  }
}

// Five codes have 31 subsets. More codes have too many, so only single codes, pairs and the full set are tested.
const subsets = (codes: readonly string[]): readonly (readonly string[])[] =>
  codes.length > 5
    ? [
        ...codes.map((code) => [code]),
        ...codes.flatMap((code, index) => codes.slice(index + 1).map((other) => [code, other])),
        codes,
      ]
    : codes
        .reduce<string[][]>((sets, code) => sets.concat(sets.map((set) => set.concat(code))), [[]])
        .filter((set) => set.length > 0)

const numbersAround = (compared: readonly Scalar[]): readonly number[] => [
  ...new Set([
    0,
    1,
    ...compared.filter((value) => typeof value === 'number').flatMap((value) => [value - 1, value, value + 1]),
  ]),
]

const limitsOf = (field: Field): readonly number[] =>
  ['min' in field ? field.min : undefined, 'max' in field ? field.max : undefined].filter(isNumber)

const isNumber = (value: unknown): value is number => typeof value === 'number'

const isWithin = (number: number, field: Field): boolean =>
  !('min' in field && isNumber(field.min) && number < field.min) &&
  !('max' in field && isNumber(field.max) && number > field.max)

// The compared texts, and texts that sort before and after each of them ('!' and '~' are the first and last printable
// characters of ASCII).
const textsAround = (compared: readonly Scalar[]): readonly unknown[] => {
  const texts = compared.filter((value) => typeof value === 'string')
  const days = texts.filter(isIsoDate)
  return [
    ...new Set([
      ...compared.filter((value) => value !== null),
      ...(days.length > 0
        ? days.flatMap((day) => [addDays(day, -1), addDays(day, 1)])
        : ['!', '~', ...texts.map((text) => `${text}~`)]),
    ]),
  ]
}

/**
 * Returns the values with which a test in a condition compares the field.
 * If it compares the field with another field or with `today`, returns a typical value of the field instead.
 */
const comparedWithField =
  (kind: 'field' | 'parent', field: Field) =>
  (leaf: ConditionLeaf): readonly Scalar[] => {
    const other = comparedWith(leaf)
    const { field: _, parent: __, ...operands } = leaf as ConditionLeaf & Partial<Record<'field' | 'parent', string>>
    if (nameIn(other, kind) === field.name) return [typicalValueOf(field)]
    // Tests for empty values compare with nothing; `valuesOf` adds the empty value.
    if (nameIn(leaf, kind) !== field.name || 'empty' in leaf) return []
    if ('user' in leaf) return [caseUser]
    return other
      ? [typicalValueOf(field)]
      : Object.values(operands).flatMap((compared) =>
          compared === 'today' ? [typicalValueOf(field)] : (compared as Scalar),
        )
  }

const nameIn = (subject: ConditionSubject | undefined, kind: 'field' | 'parent'): string | undefined =>
  subject && kind in subject ? (subject as Record<'field' | 'parent', string>)[kind] : undefined

const typicalValueOf = (field: Field): Scalar => typicalValues[facetsOf(field).comparedAs ?? 'text']

// Values that lie before and after every value that a condition is likely to name.
const outerValues = {
  month: ['2000-01', '2099-12'],
  time: ['00:00', '23:59'],
  datetime: ['2000-01-01T00:00:00.000000+08:00', '2099-12-31T23:59:59.000000+08:00'],
} as const

const typicalValues = {
  number: 1,
  date: caseDay,
  month: caseDay.slice(0, 7),
  datetime: `${caseDay}T09:15:30.000000+08:00`,
  time: '09:30',
  text: 'A',
} as const satisfies Record<ComparisonKind | 'text', Scalar>
