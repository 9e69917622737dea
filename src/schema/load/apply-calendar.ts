import { isFieldType, rulesOf } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { Calendar } from '../language/types'
import { type SchemaSet, schemaSet } from './schema-set'

/** Returns the schemas with that calendar in every date and month field whose file declares none. */
export const applyCalendar = (schemas: SchemaSet, calendar: Calendar | undefined): SchemaSet =>
  calendar === 'roc' ? schemaSet(schemas.resources.map((resource) => withCalendar(resource))) : schemas

// Fields occur in records, list items, inputs and reports; a compiled resource is plain data, so all of it is searched for fields.
const withCalendar = <T>(part: T): T => {
  if (Array.isArray(part)) return part.map(withCalendar) as T
  if (!isObject(part)) return part
  const inside = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withCalendar(value)]))
  return (isDateField(part) && part.calendar === undefined ? { ...inside, calendar: 'roc' } : inside) as T
}

const isDateField = ({ type, as, name, label }: Readonly<Record<string, unknown>>): boolean =>
  typeof name === 'string' && typeof label === 'string' && isFieldType(type) && 'calendar' in rulesOf(type).keys && (type !== 'computed' || as === 'date')
