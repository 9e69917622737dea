import { isFieldType, rulesOf } from '../field-types'
import { isObject } from '../language/shapes/shape'
import type { Calendar } from '../language/types'
import { type SchemaSet, schemaSet } from './schema-set'

/**
 * Returns the schemas with this calendar in every date and month field that declares no calendar.
 * Without a calendar, fields use the Gregorian calendar.
 */
export const applyCalendar = (schemas: SchemaSet, calendar: Calendar | undefined): SchemaSet =>
  calendar === 'roc' ? schemaSet(schemas.resources.map((resource) => withRocCalendar(resource))) : schemas

// Fields occur in records, list items, inputs and reports.
// Since a compiled resource is plain data, all of its values are searched for fields.
const withRocCalendar = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(withRocCalendar) as T
  if (!isObject(value)) return value
  const properties = Object.fromEntries(
    Object.entries(value).map(([key, property]) => [key, withRocCalendar(property)]),
  )
  return (isDateField(value) && value.calendar === undefined ? { ...properties, calendar: 'roc' } : properties) as T
}

const isDateField = ({ type, as, name, label }: Readonly<Record<string, unknown>>): boolean =>
  typeof name === 'string' &&
  typeof label === 'string' &&
  isFieldType(type) &&
  'calendar' in rulesOf(type).keys &&
  (type !== 'computed' || as === 'date')
