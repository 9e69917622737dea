import { isObject } from '../language/shapes/shape'
import type { Field, RecordValues, RoleField } from '../language/types'
import { hasDefault } from './defaults'

/**
 * Returns the fields of a list item for a role.
 * In a stored item, which has an `id`, fields that cannot be changed after creation are not writable.
 */
export const itemFields = (fields: readonly RoleField[], item: RecordValues): readonly RoleField[] =>
  item.id === undefined || !fields.some(({ writeOnce }) => writeOnce)
    ? fields
    : fields.map((field) => (field.writeOnce ? { ...field, readOnly: true, writable: false } : field))

/**
 * Returns the stored version of an item; undefined for a new item.
 * The `id` of a stored item is its position in the stored list, from 1.
 */
export const previousItem = (storedItems: unknown, { id }: RecordValues): RecordValues | undefined => {
  const index = typeof id === 'string' && /^[1-9]\d{0,4}$/.test(id) ? Number(id) - 1 : -1
  const previous: unknown = Array.isArray(storedItems) ? storedItems[index] : undefined
  return isObject(previous) ? previous : undefined
}

/** Returns the items in the value of a list field. */
export const itemsOf = (value: unknown): readonly RecordValues[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Returns the values of a stored item that belong to no field: those of fields that were removed from the schema file.
 * A change of the item preserves them.
 */
export const orphanedValues = (fields: readonly Pick<Field, 'name'>[], item: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(item).filter(([name]) => name !== 'id' && !fields.some((field) => field.name === name)),
  )

/** Checks whether a stored item has values that belong to no field. */
export const hasOrphanedValues = (fields: readonly Pick<Field, 'name'>[], item: RecordValues): boolean =>
  Object.keys(orphanedValues(fields, item)).length > 0

/** Returns stored items with the `id` by which a change identifies them, and without orphaned values. */
export const identifiedItems = (
  fields: readonly Pick<Field, 'name'>[],
  storedItems: readonly RecordValues[],
): readonly RecordValues[] =>
  storedItems.map((item, index) => {
    const orphaned = orphanedValues(fields, item)
    return {
      id: String(index + 1),
      ...Object.fromEntries(Object.entries(item).filter(([name]) => !(name in orphaned))),
    }
  })

/** Checks whether a role can add items: it must be able to write every required field that has no default. */
export const canAddItems = (fields: readonly RoleField[]): boolean =>
  !fields.some((field) => field.writable === false && field.required && !hasDefault(field))
