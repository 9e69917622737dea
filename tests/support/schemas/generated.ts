import type { ListFilter } from '../../../src/schema/language/resource'
import type { Field, RecordValues } from '../../../src/schema/language/types'

/** Returns whether a record matches a filter with one value, as the schema language defines it. */
export const matchesFilter = ({ field, match }: ListFilter, record: RecordValues, value: string): boolean => {
  const stored = record[field]
  if (stored === null || stored === undefined) return false
  if (Array.isArray(stored)) return stored.map(String).includes(value)
  if (match === 'contains') return String(stored).toLowerCase().includes(value.toLowerCase())
  if (match === 'startsWith') return beginsOrEnds(String(stored), value)
  return match === 'range' ? String(stored).slice(0, value.length) === value : String(stored) === value
}

/**
 * Returns queries that distinguish two records by the way a filter matches (open ranges, several values, part of a
 * text), with the records that each must find.
 */
export const operatorCases = (
  { field, match }: ListFilter,
  first: RecordValues,
  second: RecordValues,
): readonly {
  readonly query: Record<string, string | readonly string[]>
  readonly found: readonly RecordValues[]
}[] => {
  const [a, b] = [first[field], second[field]]
  if (match === 'in' && isPlain(a) && isPlain(b) && a !== b)
    return [{ query: { [field]: [String(a), String(b)] }, found: [first, second] }]
  if (match === 'contains' && typeof a === 'string' && a.length > 2) {
    const part = a.slice(1)
    return [
      { query: { [field]: part }, found: [first, second].filter((record) => String(record[field]).includes(part)) },
    ]
  }
  if (match === 'startsWith' && typeof a === 'string' && a.length > 2)
    return [
      {
        query: { [field]: a.slice(0, -1) },
        found: [first, second].filter((record) => beginsOrEnds(String(record[field]), a.slice(0, -1))),
      },
      {
        query: { [field]: a.slice(1) },
        found: [first, second].filter((record) => beginsOrEnds(String(record[field]), a.slice(1))),
      },
    ]
  const order = compared(field, first, second)
  if (match !== 'range' || !order || /T/.test(String(a))) return []
  const [low, high] = order < 0 ? [first, second] : [second, first]
  return [
    { query: { [`${field}From`]: String(high[field]) }, found: [high] },
    { query: { [`${field}To`]: String(low[field]) }, found: [low] },
  ]
}

// 4 to 6 digits are also found at the end of a number.
const beginsOrEnds = (stored: string, text: string): boolean =>
  stored.startsWith(text) || (/^\d{4,6}$/.test(text) && stored.endsWith(text))

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Returns a value of the record by which the filter can find it; for a date and time, its day. */
export const filterValue = ({ field }: ListFilter, record: RecordValues): string | null => {
  const value = Array.isArray(record[field]) ? record[field][0] : record[field]
  return value === null || value === undefined || value === ''
    ? null
    : /^\d{4}-\d{2}-\d{2}T/.test(String(value))
      ? String(value).slice(0, 10)
      : String(value)
}

/** Returns a valid filter value for a field of that type. */
export const someValue = (field: Field | undefined): string => {
  if (field && 'options' in field) return field.options[0]?.[0] ?? ''
  if (field?.type === 'boolean') return 'true'
  return field?.type.startsWith('date') ? '2026-11-20' : '1'
}

/** Compares two records by a field in ascending order; 0 if both have the same value, null if one has none. */
export const compared = (field: string, first: RecordValues, second: RecordValues): number | null => {
  const [a, b] = [first[field] ?? null, second[field] ?? null]
  if (a === null || b === null) return null
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}
