import { isObject } from '../language/shapes/shape'
import type { RecordValues, RoleField } from '../language/types'
import { hasDefault } from './defaults'

/** Returns the fields of a list item for a role. In a stored item, which has an `id`, fields that cannot be changed after creation are not writable. */
export const itemFields = (fields: readonly RoleField[], item: RecordValues): readonly RoleField[] =>
  item.id === undefined || !fields.some(({ writeOnce }) => writeOnce)
    ? fields
    : fields.map((field) => (field.writeOnce ? { ...field, readOnly: true, writable: false } : field))

/** Returns the stored version of an item; undefined for a new item. The `id` of a stored item is its position in the stored list, from 1. */
export const previousItem = (storedItems: unknown, { id }: RecordValues): RecordValues | undefined => {
  const index = typeof id === 'string' && /^[1-9]\d{0,4}$/.test(id) ? Number(id) - 1 : -1
  const previous: unknown = Array.isArray(storedItems) ? storedItems[index] : undefined
  return isObject(previous) ? previous : undefined
}

/** Checks whether a role can add items: it must be able to write every required field that has no default. */
export const canAddItems = (fields: readonly RoleField[]): boolean => !fields.some((field) => field.writable === false && field.required && !hasDefault(field))
