import { tenantFields } from '../../../domain/access/roles'
import { enums } from '../../../domain/enums'
import { hasCalendar, isChoiceType, parseValue, rulesOf } from '../../field-types'
import { fieldShape } from '../../field-types/field-shape'
import type { LiteralFormat } from '../../field-types/field-type'
import { entriesOf, isObject, isText, type RawObject } from '../../language/shapes/shape'
import type { Field, FieldType } from '../../language/types'
import { compileField } from '../../load/compile-field'
import type { AllSchemas } from '../check'
import { didYouMean } from '../check-messages'
import { type DeclaredField, facetsOfDeclared } from './declared-schema'

/** Returns the codes that a field can contain; undefined for a field without options. */
export const optionsOf = (field: DeclaredField | undefined): readonly string[] | undefined => {
  if (!field || !isChoiceType(field.type)) return undefined
  const { enum: name, options } = field.raw
  if (isObject(options)) return entriesOf(options).map(([code]) => code)
  return Object.entries(enums).flatMap(([enumName, codes]) => (enumName === name ? Object.keys(codes) : []))
}

/** Returns the labels of the options of a field; none for a field without options. */
export const optionLabelsOf = (field: DeclaredField | undefined): readonly string[] => {
  if (!field || !isChoiceType(field.type)) return []
  const { enum: name, options } = field.raw
  const labels = isObject(options) ? options : Object.entries(enums).find(([enumName]) => enumName === name)?.[1]
  return entriesOf(labels).map(([, label]) => String(label))
}

/**
 * Compiles a field; undefined if it has mistakes, which other checks report.
 * The tenant matters only for `unique`, so checks of values can use any tenant.
 */
export const compileDeclaredField = (
  { name, raw, type }: DeclaredField,
  file: RawObject,
  all?: AllSchemas,
): Field | undefined =>
  type && fieldShape(type).check(raw, []).length === 0
    ? compileField(name, raw, { rawOf: (other) => all?.get(other)?.raw ?? {}, file, tenant: tenantFields.agreement })
    : undefined

/**
 * Returns the message with which a field rejects a value in a file; undefined if it accepts the value.
 * `today` matters only for bounds that depend on the current day.
 */
export const rejectionMessage = (field: Field, value: unknown, today = '2000-01-01'): string | undefined => {
  const parsed = parseValue(field, value, today)
  return 'error' in parsed ? parsed.error : 'errors' in parsed ? Object.values(parsed.errors)[0] : undefined
}

/**
 * Returns a hint for a value that a field can never have; undefined if it can.
 * Bounds of numbers and times are ignored, because a condition may compare with a value outside them.
 */
export const literalProblem = (field: DeclaredField, value: unknown): string | undefined => {
  const codes = optionsOf(field)
  // An unknown enum has no known codes; another check reports it.
  if (codes)
    return codes.length === 0 || codes.some((code) => code === value)
      ? undefined
      : (didYouMean(String(value), codes) ?? 'Use one of its codes.')
  const { literal } = facetsOfDeclared(field)
  if (literal)
    return literal.test(value) ? undefined : `Use ${literal.description}: '${field.name}' is of type '${field.type}'.`
  return isTextField(field) ? textProblem(field, value) : undefined
}

const isTextField = ({ type, raw }: DeclaredField): boolean =>
  type !== undefined && (type === 'computed' ? raw.as === 'string' : rulesOf(type).group === 'text')

// Stored values have been parsed by the field's rules, so no record can have a text that the rules reject or change.
const textProblem = (field: DeclaredField, value: unknown): string | undefined => {
  if (!isText(value)) return `Use a text in quotation marks: '${field.name}' is of type '${field.type}'.`
  if (value.trim() === '') return 'To test for an empty field, use "empty": true.'
  const compiled = field.type === 'computed' ? undefined : compileDeclaredField(field, {})
  if (!compiled) return undefined
  const parsed = parseValue(compiled, value, '2000-01-01')
  if ('error' in parsed) return parsed.error
  return 'value' in parsed && parsed.value !== value ? `Use '${parsed.value}', as the field stores it.` : undefined
}

/** Checks whether a text is a fixed bound for the type rather than the name of a field. */
export const isFixedBound = (type: FieldType | undefined, bound: string): boolean =>
  (literalOf(type)?.test(bound) ?? true) || (canBeToday(type) && bound === 'today')

/**
 * Returns the format in which a bound of the type is written; undefined for numbers, which the shape of the key
 * validates.
 */
export const literalOf = (type: FieldType | undefined): LiteralFormat | undefined =>
  type && comparedAs(type) !== 'number' ? rulesOf(type).literal : undefined

/** Checks whether a bound of the type can be the word `today`. */
export const canBeToday = (type: FieldType | undefined): boolean => type !== undefined && hasCalendar(type)

/** Returns how values of the type are compared; the type itself if its values have no order. */
export const comparedAs = (type: FieldType | undefined): string | undefined =>
  type ? (rulesOf(type).comparedAs ?? type) : undefined
