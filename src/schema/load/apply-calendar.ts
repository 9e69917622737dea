import { isFieldType, rulesOf } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { Calendar } from '../language/types'
import { type SchemaSet, schemaSet } from './schema-set'

/** Returns the schemas of a portal that writes days and months by that calendar, wherever a file does not say otherwise. */
export const applyCalendar = (schemas: SchemaSet, calendar: Calendar | undefined): SchemaSet =>
  calendar === 'roc' ? schemaSet(schemas.resources.map((resource) => withCalendar(resource))) : schemas

/** Fields stand in records, rows, inputs and reports alike; a resource is plain data, so each of them is found by what it is. */
const withCalendar = <T>(part: T): T => {
  if (Array.isArray(part)) return part.map(withCalendar) as T
  if (!isObject(part)) return part
  const inside = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withCalendar(value)]))
  return (isDateField(part) && part.calendar === undefined ? { ...inside, calendar: 'roc' } : inside) as T
}

const isDateField = ({ type, as, name, label }: Readonly<Record<string, unknown>>): boolean =>
  typeof name === 'string' && typeof label === 'string' && isFieldType(type) && 'calendar' in rulesOf(type).keys && (type !== 'computed' || as === 'date')
