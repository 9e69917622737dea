import type { RecordValues, RoleField } from '../language/types'
import { hasDefault } from './defaults'

/** Returns the fields of a list item for a role: in an item that is stored already, which has an `id`, a field that can only be set at creation is not writable. */
export const itemFields = (fields: readonly RoleField[], item: RecordValues): readonly RoleField[] =>
  item.id === undefined || !fields.some(({ writeOnce }) => writeOnce)
    ? fields
    : fields.map((field) => (field.writeOnce ? { ...field, readOnly: true, writable: false } : field))

/** Returns the stored version of an item; undefined for a new one. */
export const previousItem = (items: unknown, { id }: RecordValues): RecordValues | undefined => {
  const index = typeof id === 'string' && /^[1-9]\d{0,4}$/.test(id) ? Number(id) - 1 : -1
  const previous: unknown = Array.isArray(items) ? items[index] : undefined
  return isRecordValues(previous) ? previous : undefined
}

/** Whether a role can add items: it can write every required field without a default. */
export const canAddItems = (fields: readonly RoleField[]): boolean => !fields.some((field) => field.writable === false && field.required && !hasDefault(field))

/** Whether a value is a plain object, as the items of a list are. */
export const isRecordValues = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null && !Array.isArray(value)
