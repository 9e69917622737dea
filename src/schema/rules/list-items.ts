import type { RecordValues, RoleField } from '../language/types'
import { hasDefault } from './defaults'

/** Returns the columns of one row for a role: what it may only enter is not writable in a row that the record had before, which is known by its `id`. */
export const itemFields = (columns: readonly RoleField[], row: RecordValues): readonly RoleField[] =>
  row.id === undefined || !columns.some(({ writeOnce }) => writeOnce)
    ? columns
    : columns.map((column) => (column.writeOnce ? { ...column, readOnly: true, writable: false } : column))

/** Returns the row as the record had it before; undefined for a new row. */
export const previousItem = (rows: unknown, { id }: RecordValues): RecordValues | undefined => {
  const index = typeof id === 'string' && /^[1-9]\d{0,4}$/.test(id) ? Number(id) - 1 : -1
  const found: unknown = Array.isArray(rows) ? rows[index] : undefined
  return isRecordValues(found) ? found : undefined
}

/** Whether a role can add rows: not where it could not fill in what they need. */
export const canAddItems = (columns: readonly RoleField[]): boolean =>
  !columns.some((column) => column.writable === false && column.required && !hasDefault(column))

/** Whether a value is a plain object, as rows of a list are. */
export const isRecordValues = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null && !Array.isArray(value)
