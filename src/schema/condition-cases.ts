import { addDays, isIsoDate } from '../domain/dates'
import { holds } from './condition'
import { optionCodes } from './option-codes'
import type { Condition, Field, Row, Scalar } from './types'

/** More cases than these are not worth the wait: whoever asks goes without an answer. */
const mostCases = 20_000

/** Every record that these conditions can tell apart, as far as the named fields can say so; undefined where they are too many. */
export const casesOf = (fields: readonly Field[], names: readonly string[], conditions: readonly Condition[]): readonly Row[] | undefined => {
  const choices = names.map((name) => {
    const field = fields.find((one) => one.name === name)
    return [
      name,
      field
        ? valuesOf(
            field,
            conditions.flatMap((one) => askedOf(one, name)),
          )
        : [null],
    ] as const
  })
  if (choices.reduce((product, [, values]) => product * values.length, 1) > mostCases) return undefined
  return choices.reduce<Row[]>((rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))), [{}])
}

/** Values of a field that matter to questions about it: each option, both sides of each bound, and nothing where it may stay empty. */
const valuesOf = (field: Field, asked: readonly Scalar[]): readonly unknown[] => {
  const empty = field.required && !field.readOnly ? [] : [null]
  switch (field.type) {
    case 'boolean':
      return [true, false, ...empty]
    case 'enum':
      return [...optionCodes(field.options), ...empty]
    case 'enumList':
      return [...(field.required ? [] : [[]]), ...subsets(optionCodes(field.options))]
    case 'rows':
    case 'referenceList':
      return [...(field.required ? [] : [[]]), ...asked.map((one) => [one]), ['?']]
    case 'integer':
    case 'money':
    case 'percent':
    case 'count':
      return [...numbersAround(asked).filter((number) => isWithin(number, field)), ...empty]
    default:
      return [...textsAround(asked), ...empty]
  }
}

const subsets = (codes: readonly string[]): readonly (readonly string[])[] =>
  codes.length > 5
    ? [...codes.map((code) => [code]), ...codes.flatMap((one, index) => codes.slice(index + 1).map((other) => [one, other])), codes]
    : codes.reduce<string[][]>((sets, code) => sets.concat(sets.map((set) => set.concat(code))), [[]]).filter((set) => set.length > 0)

const numbersAround = (asked: readonly Scalar[]): readonly number[] => [
  ...new Set([0, 1, ...asked.filter((one) => typeof one === 'number').flatMap((one) => [one - 1, one, one + 1])]),
]

const isWithin = (number: number, field: Field): boolean => {
  const { min, max } = 'min' in field && 'max' in field ? field : { min: undefined, max: undefined }
  return !(typeof min === 'number' && number < min) && !(typeof max === 'number' && number > max)
}

// A text that is like none of those asked for, and one before and after each.
const textsAround = (asked: readonly Scalar[]): readonly unknown[] => {
  const texts = asked.filter((one) => typeof one === 'string')
  const days = texts.filter(isIsoDate)
  return [
    ...new Set([
      ...asked.filter((one) => one !== null),
      ...(days.length > 0 ? days.flatMap((day) => [addDays(day, -1), addDays(day, 1)]) : ['!', '~', ...texts.map((text) => `${text}~`)]),
    ]),
  ]
}

/** What a condition asks of that field, in all its parts. */
const askedOf = (condition: Condition, name: string): readonly Scalar[] => {
  if ('all' in condition) return condition.all.flatMap((one) => askedOf(one, name))
  if ('any' in condition) return condition.any.flatMap((one) => askedOf(one, name))
  if ('not' in condition) return askedOf(condition.not, name)
  if (condition.field !== name) return []
  const { field: _, ...questions } = condition
  return Object.values(questions).flat()
}

/** How often a condition holds among such records. */
export const outcomes = (condition: Condition, rows: readonly Row[]): { readonly yes: boolean; readonly no: boolean } => ({
  yes: rows.some((row) => holds(condition, row)),
  no: rows.some((row) => !holds(condition, row)),
})
