import { rulesOf } from '../../schema/field-types'
import type { JsonContext } from '../../schema/field-types/field-type'
import type { Field } from '../../schema/language/types'
import { type JsonSchema, objectOf, orNull } from './json'

/** Returns the JSON Schema of a field's values as callers send them. */
export const fieldJson = (field: Field): JsonSchema => rulesOf(field.type).jsonSchema(field, itemContext)

// An item may lack optional fields, because callers send back items that were stored before such a field was added.
const itemContext: JsonContext = {
  itemSchema: (fields: readonly Field[]) => {
    const required = fields.filter(isAlwaysRequired).map(({ name }) => name)
    return objectOf(Object.fromEntries(fields.map((field) => [field.name, bodyField(field)])), required)
  },
}

/** Describes a field of a body. The value null clears a field that is not always required. */
export const bodyField = (field: Field): JsonSchema => {
  const json = { ...fieldJson(field), ...fieldDescription(field), ...rulesJson(field) }
  return isAlwaysRequired(field) ? json : orNull(json)
}

/** Checks whether the field is required in every record. A required field is empty while a condition hides it. */
export const isAlwaysRequired = (field: Field): boolean => field.required && field.shownWhen === undefined

/** Returns the description of a field, and the kind of its personal data. */
export const fieldDescription = ({ label, help, personal }: Field): JsonSchema => ({
  description: help ? `${label}。${help}` : label,
  ...(personal ? { 'x-personal': personal } : {}),
})

const rulesJson = ({
  default: value,
  required,
  writeOnce,
  unique,
  shownWhen,
  requiredWhen,
  readOnlyWhen,
}: Field): JsonSchema => {
  // A required field that a condition can hide is required while it is shown.
  const requiredCondition = requiredWhen ?? (required ? shownWhen : undefined)
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(writeOnce ? { 'x-write-once': true } : {}),
    ...(unique ? { 'x-unique-within': unique } : {}),
    ...(shownWhen ? { 'x-shown-when': shownWhen } : {}),
    ...(requiredCondition ? { 'x-required-when': requiredCondition } : {}),
    ...(readOnlyWhen ? { 'x-read-only-when': readOnlyWhen } : {}),
  }
}
