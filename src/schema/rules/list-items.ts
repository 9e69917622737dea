import type { RoleField, Row } from '../language/types'
import { hasDefault } from './defaults'

/** Returns the columns of one row for a role: what it may only enter is not writable in a row that the record had before, which is known by its `id`. */
export const rowColumns = (columns: readonly RoleField[], row: Row): readonly RoleField[] =>
  row.id === undefined || !columns.some(({ writeOnce }) => writeOnce)
    ? columns
    : columns.map((column) => (column.writeOnce ? { ...column, readOnly: true, writable: false } : column))

/** Returns the row as the record had it before; undefined for a new row. */
export const oldRow = (rows: unknown, { id }: Row): Row | undefined => {
  const index = typeof id === 'string' && /^[1-9]\d{0,4}$/.test(id) ? Number(id) - 1 : -1
  const found: unknown = Array.isArray(rows) ? rows[index] : undefined
  return isRow(found) ? found : undefined
}

/** Whether a role can add rows: not where it could not fill in what they need. */
export const canAddRows = (columns: readonly RoleField[]): boolean =>
  !columns.some((column) => column.writable === false && column.required && !hasDefault(column))

/** Whether a value is a plain object, as rows of a list are. */
export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
