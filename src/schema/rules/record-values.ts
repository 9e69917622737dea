import type { Field, RecordValues } from '../language/types'

// Loops, because a spread or `Object.fromEntries` of more than a dozen fields takes 4 to 40 times as long.

/** Merges records into one; later records take precedence. All names must be field names, because `__proto__` would set the prototype. */
export const mergedRecords = (...records: readonly (RecordValues | undefined)[]): Record<string, unknown> => {
  const merged: Record<string, unknown> = {}
  for (const record of records) for (const name in record) merged[name] = record[name]
  return merged
}

/** Returns a function that creates records with a value for each of these fields, for callers that create many. */
export const recordFactory = <Of extends Pick<Field, 'name'>>(fields: readonly Of[]): ((valueFor: (field: Of) => unknown) => Record<string, unknown>) => {
  // Copies of one empty record take a tenth of the memory of objects to which the same properties are added one by one.
  const emptyRecord: RecordValues = Object.fromEntries(fields.map(({ name }) => [name, null]))
  return (valueFor) => {
    const record: Record<string, unknown> = { ...emptyRecord }
    for (const field of fields) record[field.name] = valueFor(field)
    return record
  }
}
