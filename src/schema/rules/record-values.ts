import type { Field, RecordValues } from '../language/types'

// These functions use loops, because a spread or `Object.fromEntries` of more than a dozen fields takes 4 to 40 times
// as long.

/**
 * Merges records.
 * The values of later records take precedence.
 * All names must be names of fields, because `__proto__` would set the prototype.
 */
export const mergedRecords = (...records: readonly (RecordValues | undefined)[]): Record<string, unknown> => {
  const merged: Record<string, unknown> = {}
  for (const record of records) for (const name in record) merged[name] = record[name]
  return merged
}

/**
 * Returns a function that creates a record with a value for each of these fields.
 * It is fast for callers that create many records.
 */
export const recordFactory = <Of extends Pick<Field, 'name'>>(
  fields: readonly Of[],
): ((valueFor: (field: Of) => unknown) => Record<string, unknown>) => {
  // A copy of an empty record needs a tenth of the memory of an object to which the properties are added one after
  // another.
  const emptyRecord: RecordValues = Object.fromEntries(fields.map(({ name }) => [name, null]))
  return (valueFor) => {
    const record: Record<string, unknown> = { ...emptyRecord }
    for (const field of fields) record[field.name] = valueFor(field)
    return record
  }
}
