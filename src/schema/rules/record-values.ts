import type { Field, RecordValues } from '../language/types'

// Loops, because a spread or `Object.fromEntries` of more than a dozen fields takes 4 to 40 times as long.

/** Returns the values of all records as one; later records take precedence. The names must be those of fields, because `__proto__` would set the prototype. */
export const mergedRecords = (...records: readonly (RecordValues | undefined)[]): Record<string, unknown> => {
  const merged: Record<string, unknown> = {}
  for (const record of records) for (const name in record) merged[name] = record[name]
  return merged
}

/** Returns a record with a value for each field. For a list of fields that is used many times. */
export const recordOfFields = <Of extends Pick<Field, 'name'>>(fields: readonly Of[], valueFor: (field: Of) => unknown): Record<string, unknown> => {
  const record: Record<string, unknown> = { ...templateOf(fields) }
  for (const field of fields) record[field.name] = valueFor(field)
  return record
}

const templates = new WeakMap<readonly Pick<Field, 'name'>[], RecordValues>()

/** Returns an empty record with these fields. Its copies take a tenth of the memory of an object to which as many properties are added. */
const templateOf = (fields: readonly Pick<Field, 'name'>[]): RecordValues => {
  const known = templates.get(fields)
  if (known) return known
  const template = Object.fromEntries(fields.map(({ name }) => [name, null]))
  templates.set(fields, template)
  return template
}
