import { type RawBuilder, sql } from 'kysely'
import { isMultiValued } from '../../schema/field-types'
import type { Field, ListField } from '../../schema/language/types'
import { columnType } from './table-definition'

// A list field stores its items in one column, as JSON objects with the names of their fields.

/** Returns a table of the items that a column stores; empty for a value that is not a list. */
export const itemsIn = (column: string): RawBuilder<unknown> =>
  sql`jsonb_array_elements(case when jsonb_typeof(${sql.ref(column)}) = 'array' then ${sql.ref(column)} else '[]'::jsonb end)`

/**
 * Returns the SQL of an item's value of a field, where `item` is the item.
 * An item may still have the former name of the field.
 */
export const storedItemValue = ({ name, was }: Pick<Field, 'name' | 'was'>): RawBuilder<unknown> =>
  was === undefined ? sql`(item -> ${name}::text)` : sql`coalesce(item -> ${name}::text, item -> ${was}::text)`

/** A field of list items and its former name. */
export interface RenamedField {
  readonly name: string
  readonly was: string
}

/** Returns the fields of a list's items that have a former name. */
export const renamedItemFields = ({ fields }: ListField): readonly RenamedField[] =>
  fields.flatMap(({ name, was }) => (was === undefined ? [] : [{ name, was }]))

/** A type of values in JSON. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Returns the JSON type of a value. */
export const jsonTypeOf = (value: unknown): JsonType => {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Returns the JSON type of the values of an item field. */
export const jsonTypeOfField = (field: Field): JsonType => {
  const type = columnType(field)
  if (type === 'jsonb') return isMultiValued(field) ? 'array' : 'object'
  if (type === 'boolean') return 'boolean'
  return type === 'bigint' || type === 'numeric' ? 'number' : 'string'
}

/** The conversion of values to a JSON type. */
export interface JsonConversion {
  readonly from: JsonType
  /** Returns the SQL of a converted value. */
  readonly converted: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Checks whether converting back would give the stored value. */
  readonly isLossless: (value: unknown) => boolean
}

/** Returns the conversion to a JSON type; undefined if there is none that can be lossless. */
export const jsonConversionTo = (type: JsonType): JsonConversion | undefined => {
  if (type === 'string')
    return {
      from: 'number',
      converted: (value) => sql`to_jsonb(${value} #>> '{}')`,
      isLossless: (value) => typeof value === 'number',
    }
  if (type === 'number')
    return {
      from: 'string',
      converted: (value) => sql`to_jsonb((${value} #>> '{}')::numeric)`,
      isLossless: isNumberText,
    }
  return undefined
}

const isNumberText = (value: unknown): boolean =>
  typeof value === 'string' && Number.isFinite(Number(value)) && String(Number(value)) === value
