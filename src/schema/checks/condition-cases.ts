import { addDays, isIsoDate } from '../../domain/dates/dates'
import { facetsOf, isMultiValued, rulesOf } from '../field-types'
import { optionCodes } from '../field-types/choices'
import type { Comparable } from '../field-types/field-type'
import type { Condition, ConditionContext, Field, Leaf, RecordValues, Scalar, Subject } from '../language/types'
import { comparedWith, conditionLeaves, parentFields } from '../rules/condition'

/** The highest number of cases that are tried; a condition with more cases is not checked, because that would take too long. */
const maxCases = 20_000

/** A record and the context in which a condition is evaluated. */
export interface Case {
  readonly record: RecordValues
  readonly context: ConditionContext
}

/** The current day in every case. */
export const caseDay = '2026-11-20'

/** The fields that conditions read: those of the record or list item and, for a list item, those of the record that contains it. */
export interface CaseFields {
  readonly fields: readonly Field[]
  readonly parents?: readonly Field[]
}

/** Returns the cases that can change the result of the conditions: every combination of relevant values of the named fields; undefined where there are too many. */
export const casesOf = ({ fields, parents = [] }: CaseFields, names: readonly string[], conditions: readonly Condition[]): readonly Case[] | undefined => {
  const fieldChoices = choicesOf('field', fields, names, conditions)
  const parentChoices = choicesOf('parent', parents, [...new Set(conditions.flatMap(parentFields))], conditions)
  const roles = [...new Set(conditions.flatMap(rolesOf)), '']
  if ([...fieldChoices, ...parentChoices].reduce((product, [, values]) => product * values.length, roles.length) > maxCases) return undefined
  const parentRecords = combinations(parentChoices)
  return combinations(fieldChoices).flatMap((record) =>
    parentRecords.flatMap((parent) => roles.map((role) => ({ record, context: { today: caseDay, role, ...(parentChoices.length > 0 ? { parent } : {}) } }))),
  )
}

type Choice = readonly [name: string, values: readonly unknown[]]

const choicesOf = (kind: 'field' | 'parent', fields: readonly Field[], names: readonly string[], conditions: readonly Condition[]): readonly Choice[] =>
  names.map((name) => {
    const field = fields.find((one) => one.name === name)
    return [name, field ? valuesOf(field, conditions.flatMap(conditionLeaves).flatMap(comparedWithField(kind, field))) : [null]]
  })

const combinations = (choices: readonly Choice[]): readonly RecordValues[] =>
  choices.reduce<RecordValues[]>((records, [name, values]) => records.flatMap((record) => values.map((value) => ({ ...record, [name]: value }))), [{}])

const rolesOf = (condition: Condition): readonly string[] => {
  if ('all' in condition) return condition.all.flatMap(rolesOf)
  if ('any' in condition) return condition.any.flatMap(rolesOf)
  if ('not' in condition) return rolesOf(condition.not)
  return 'role' in condition ? condition.role : []
}

/** Returns the values of a field that can change the result of a condition: each option, both sides of each bound, and the empty value where the field may be empty. */
const valuesOf = (field: Field, compared: readonly Scalar[]): readonly unknown[] => {
  const empty = field.required && !field.readOnly ? [] : [null]
  if (isMultiValued(field))
    return [...(field.required ? [] : [[]]), ...('options' in field ? subsets(optionCodes(field)) : [...compared.map((one) => [one]), ['?']])]
  if ('options' in field) return [...optionCodes(field), ...empty]
  if (field.type === 'computed') return [...(facetsOf(field).compares === 'number' ? numbersAround(compared) : textsAround(compared)), null]
  return [...(rulesOf(field.type).group === 'yesNo' ? [true, false] : comparedValues(field, compared)), ...empty]
}

const comparedValues = (field: Field, compared: readonly Scalar[]): readonly unknown[] => {
  const { compares } = facetsOf(field)
  switch (compares) {
    case 'number':
      return numbersAround([...compared, ...limitsOf(field)]).filter((number) => isWithin(number, field))
    case 'month':
    case 'time':
    case 'datetime':
      return [...new Set([...compared.filter((one) => one !== null), ...extremes[compares]])]
    default:
      return textsAround(compared)
  }
}

const subsets = (codes: readonly string[]): readonly (readonly string[])[] =>
  codes.length > 5
    ? [...codes.map((code) => [code]), ...codes.flatMap((one, index) => codes.slice(index + 1).map((other) => [one, other])), codes]
    : codes.reduce<string[][]>((sets, code) => sets.concat(sets.map((set) => set.concat(code))), [[]]).filter((set) => set.length > 0)

const numbersAround = (compared: readonly Scalar[]): readonly number[] => [
  ...new Set([0, 1, ...compared.filter((one) => typeof one === 'number').flatMap((one) => [one - 1, one, one + 1])]),
]

const limitsOf = (field: Field): readonly number[] => ['min' in field ? field.min : undefined, 'max' in field ? field.max : undefined].filter(isNumber)

const isNumber = (value: unknown): value is number => typeof value === 'number'

const isWithin = (number: number, field: Field): boolean =>
  !('min' in field && isNumber(field.min) && number < field.min) && !('max' in field && isNumber(field.max) && number > field.max)

// Each compared text, a text that equals none of them, and texts that sort before and after each.
const textsAround = (compared: readonly Scalar[]): readonly unknown[] => {
  const texts = compared.filter((one) => typeof one === 'string')
  const days = texts.filter(isIsoDate)
  return [
    ...new Set([
      ...compared.filter((one) => one !== null),
      ...(days.length > 0 ? days.flatMap((day) => [addDays(day, -1), addDays(day, 1)]) : ['!', '~', ...texts.map((text) => `${text}~`)]),
    ]),
  ]
}

/** Returns the values with which a condition compares a field. A typical value represents another field or today. */
const comparedWithField =
  (kind: 'field' | 'parent', field: Field) =>
  (leaf: Leaf): readonly Scalar[] => {
    const other = comparedWith(leaf)
    const { field: _, parent: __, ...tests } = leaf as Leaf & Partial<Record<'field' | 'parent', string>>
    if (nameIn(other, kind) === field.name) return [middleOf(field)]
    if (nameIn(leaf, kind) !== field.name) return []
    return other ? [middleOf(field)] : Object.values(tests).flatMap((compared) => (compared === 'today' ? [middleOf(field)] : (compared as Scalar)))
  }

const nameIn = (subject: Subject | undefined, kind: 'field' | 'parent'): string | undefined =>
  subject && kind in subject ? (subject as Record<'field' | 'parent', string>)[kind] : undefined

const middleOf = (field: Field): Scalar => middles[facetsOf(field).compares ?? 'text']

// Values before and after every compared value.
const extremes = {
  month: ['2000-01', '2099-12'],
  time: ['00:00', '23:59'],
  datetime: ['2000-01-01T00:00:00.000000+08:00', '2099-12-31T23:59:59.000000+08:00'],
} as const

const middles = {
  number: 1,
  date: caseDay,
  month: caseDay.slice(0, 7),
  datetime: `${caseDay}T09:15:30.000000+08:00`,
  time: '09:30',
  text: 'A',
} as const satisfies Record<Comparable | 'text', Scalar>
