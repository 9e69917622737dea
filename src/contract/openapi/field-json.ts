import { rulesOf } from '../../schema/field-types'
import type { JsonContext } from '../../schema/field-types/field-type'
import type { Field } from '../../schema/language/types'
import { type JsonSchema, objectOf, orNull } from './json'

/** Returns the JSON Schema of the values of a field that callers send. */
export const fieldJson = (field: Field): JsonSchema => rulesOf(field.type).jsonSchema(field, itemContext)

// Items that were stored before a field was added do not have that field.
const itemContext: JsonContext = {
  item: (fields: readonly Field[]) => {
    const required = fields.filter(isAlwaysRequired).map(({ name }) => name)
    return objectOf(Object.fromEntries(fields.map((field) => [field.name, bodyField(field)])), required)
  },
}

/** Describes a field of a body; null clears it. */
export const bodyField = (field: Field): JsonSchema => {
  const json = { ...fieldJson(field), ...descriptionOf(field), ...rulesJson(field) }
  // A field that is hidden by a condition is empty even if it is required while visible.
  return isAlwaysRequired(field) ? json : orNull(json)
}

/** Checks whether every record has a value in the field because no condition hides it. */
export const isAlwaysRequired = (field: Field): boolean => field.required && field.shownWhen === undefined

/** Returns the label of a field, and whether lists mask it. */
export const descriptionOf = ({ label, help, personal }: Field): JsonSchema => ({
  description: help ? `${label}。${help}` : label,
  ...(personal ? { 'x-personal': personal } : {}),
})

const rulesJson = ({ default: value, required, writeOnce, unique, shownWhen, requiredWhen, readOnlyWhen }: Field): JsonSchema => ({
  ...(value === undefined ? {} : { default: value }),
  ...(writeOnce ? { 'x-write-once': true } : {}),
  ...(unique ? { 'x-unique-within': unique } : {}),
  ...(shownWhen ? { 'x-shown-when': shownWhen } : {}),
  ...(requiredWhen ? { 'x-required-when': requiredWhen } : required && shownWhen ? { 'x-required-when': shownWhen } : {}),
  ...(readOnlyWhen ? { 'x-read-only-when': readOnlyWhen } : {}),
})
