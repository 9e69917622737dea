import type { Filter } from '../../src/schema/language/resource'
import type { Field, RecordValues } from '../../src/schema/language/types'

/** Whether a record answers a filter that is asked for one value, as the schema language defines its ways of matching. */
export const matchesFilter = ({ field, match }: Filter, row: RecordValues, value: string): boolean => {
  const own = row[field]
  if (own === null || own === undefined) return false
  if (Array.isArray(own)) return own.map(String).includes(value)
  if (match === 'contains') return String(own).toLowerCase().includes(value.toLowerCase())
  return match === 'range' ? String(own).slice(0, value.length) === value : String(own) === value
}

/** Questions that tell two records apart by how a filter matches, with what each must find: open ranges, several values at once, a part of a text. */
export const operatorCases = (
  { field, match }: Filter,
  one: RecordValues,
  other: RecordValues,
): readonly { readonly query: Record<string, string | readonly string[]>; readonly found: readonly RecordValues[] }[] => {
  const [a, b] = [one[field], other[field]]
  if (match === 'in' && isPlain(a) && isPlain(b) && a !== b) return [{ query: { [field]: [String(a), String(b)] }, found: [one, other] }]
  if (match === 'contains' && typeof a === 'string' && a.length > 2) {
    const part = a.slice(1)
    return [{ query: { [field]: part }, found: [one, other].filter((row) => String(row[field]).includes(part)) }]
  }
  const order = compared(field, one, other)
  if (match !== 'range' || !order || /T/.test(String(a))) return []
  const [low, high] = order < 0 ? [one, other] : [other, one]
  return [
    { query: { [`${field}From`]: String(high[field]) }, found: [high] },
    { query: { [`${field}To`]: String(low[field]) }, found: [low] },
  ]
}

const isPlain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** A value of the record that the filter can be asked for; a moment is asked for by its day. */
export const filterValue = ({ field }: Filter, row: RecordValues): string | null => {
  const own = Array.isArray(row[field]) ? row[field][0] : row[field]
  return own === null || own === undefined || own === '' ? null : /^\d{4}-\d{2}-\d{2}T/.test(String(own)) ? String(own).slice(0, 10) : String(own)
}

/** A value that a field of that type may be asked for. */
export const someValue = (field: Field | undefined): string => {
  if (field && 'options' in field) return field.options[0]?.[0] ?? ''
  if (field?.type === 'boolean') return 'true'
  return field?.type.startsWith('date') ? '2026-11-20' : '1'
}

/** Which of two records comes first in a list that ascends by a field; 0 when both have the same value, null when one has none. */
export const compared = (field: string, one: RecordValues, other: RecordValues): number | null => {
  const [a, b] = [one[field] ?? null, other[field] ?? null]
  if (a === null || b === null) return null
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}
