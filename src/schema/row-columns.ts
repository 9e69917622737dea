import { hasBeginning } from './beginnings'
import type { Field, Row } from './types'

/** The columns of one row, for the role at hand: what it may only enter is withheld from it in a row that the record had before, which is known by its `id`. */
export const rowColumns = (columns: readonly Field[], row: Row): readonly Field[] => {
  if (row.id === undefined || !columns.some(({ writeOnce }) => writeOnce)) return columns
  const known = ofOldRows.get(columns) ?? columns.map((column) => (column.writeOnce ? { ...column, readOnly: true, withheld: true } : column))
  ofOldRows.set(columns, known)
  return known
}

const ofOldRows = new WeakMap<readonly Field[], readonly Field[]>()

/** The row as the record had it before; none for a new row. */
export const oldRow = (rows: unknown, { id }: Row): Row | undefined => {
  const place = typeof id === 'string' && /^[1-9]\d{0,4}$/.test(id) ? Number(id) - 1 : -1
  const found: unknown = Array.isArray(rows) ? rows[place] : undefined
  return isRow(found) ? found : undefined
}

/** Whether a role can add rows: not where it could not fill in what they need. */
export const canAddRows = (columns: readonly Field[]): boolean => !columns.some((column) => column.withheld && column.required && !hasBeginning(column))

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
