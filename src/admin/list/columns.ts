import { useStore as useMemoryStore } from 'react-admin'
import { tabStore, useStore } from '../../browser/storage/store'
import { tenantFields } from '../../domain/access/roles'
import { rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import type { Field, RoleField } from '../../schema/language/types'
import { workingAgreement } from '../hooks/working-agreement'

/** Returns every field that the list can show as a column: its default columns, then the others. */
export const listColumnsOf = ({ fields, list }: Resource): readonly Field[] =>
  [...list.columns, ...list.optionalColumns].flatMap((name) => fields.filter((field) => field.name === name))

/**
 * Returns whether the list can be sorted by the field.
 * Only the default columns of the list have an index in the database.
 */
export const isSortable = ({ list }: Resource, { name, type, masked }: RoleField): boolean =>
  list.columns.includes(name) && rulesOf(type).isSortable && !masked

/** Returns the names of the columns that the list can be sorted by. */
export const sortableColumns = (resource: Resource): string[] =>
  listColumnsOf(resource)
    .filter((field) => isSortable(resource, field))
    .map(({ name }) => name)

/**
 * Returns all columns of a list, the visible columns, the function that shows or hides a column, and whether calls must
 * request all fields.
 * Only the user's changes are stored, so that a column that is later added to the schema is visible.
 */
export const useColumns = (
  resource: Resource,
): {
  columns: readonly Field[]
  shownColumns: readonly Field[]
  toggle: (column: Field) => void
  needsAllFields: boolean
} => {
  const [selections, setSelections] = useMemoryStore<ColumnSelections>(`${resource.name}.columns`, noSelections)
  const shownColumns = shownColumnsOf(resource, selections)
  return {
    columns: listColumnsOf(resource),
    shownColumns,
    toggle: (column) => setSelections({ ...selections, [column.name]: !isShown(resource, column, selections) }),
    needsAllFields: needsAllFields(shownColumns),
  }
}

/** The columns that the user has shown (true) or hidden (false). */
type ColumnSelections = Readonly<Record<string, boolean>>

/** Returns the visible columns of a list after the user's changes. */
export const shownColumnsOf = (resource: Resource, selections: ColumnSelections): readonly Field[] => {
  const columns = listColumnsOf(resource)
  const selected = columns.filter((column) => isShown(resource, column, selections))
  // The list must not be empty.
  // If the user starts to work with one agreement, the only selected column may become hidden.
  return selected.length > 0 ? selected : columns.slice(0, 1)
}

const isShown = (resource: Resource, { name }: Field, selections: ColumnSelections): boolean =>
  selections[name] ?? isShownByDefault(resource, name)

/** Returns whether a call must request all fields, because one of these fields is not part of list rows by default. */
export const needsAllFields = (fields: readonly Field[]): boolean => fields.some(({ onDemand }) => onDemand)

const noSelections: ColumnSelections = {}

// If the user works with one agreement, the column with its code is hidden, because the code is the same in every row.
const isShownByDefault = ({ list }: Resource, name: string): boolean =>
  list.columns.includes(name) &&
  !list.hidden.includes(name) &&
  !(name === tenantFields.agreement && workingAgreement() !== null)

const storedDensity = tabStore('TABLE_DENSITY')

/** Returns whether tables are dense, and the function that switches the density. */
export const useDensity = (): { readonly isDense: boolean; readonly toggle: () => void } => {
  const isDense = useStore(storedDensity) === 'dense'
  return { isDense, toggle: () => storedDensity.set(isDense ? null : 'dense') }
}
