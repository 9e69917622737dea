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

/** Returns whether the list can be sorted by the field. Only the default columns of the list have an index in the database. */
export const isSortable = ({ list }: Resource, { name, type, masked }: RoleField): boolean => list.columns.includes(name) && rulesOf(type).isSortable && !masked

/** Returns the names of the columns that the list can be sorted by. */
export const sortableColumns = (resource: Resource): string[] =>
  listColumnsOf(resource)
    .filter((field) => isSortable(resource, field))
    .map(({ name }) => name)

/** Returns all columns of a list, the visible columns, the function that shows or hides a column, and whether calls must request all fields. Only the user's changes are stored, so that a column that is later added to the schema is visible. */
export const useColumns = (
  resource: Resource,
): { columns: readonly Field[]; shownColumns: readonly Field[]; toggle: (column: Field) => void; needsAllFields: boolean } => {
  const [selections, setSelections] = useMemoryStore<Readonly<Record<string, boolean>>>(`${resource.name}.columns`, noSelections)
  const isShown = ({ name }: Field): boolean => selections[name] ?? isShownByDefault(resource, name)
  const columns = listColumnsOf(resource)
  const selected = columns.filter(isShown)
  // Selecting an agreement may hide the only selected column.
  const shownColumns = selected.length > 0 ? selected : columns.slice(0, 1)
  return {
    columns,
    shownColumns,
    toggle: (column) => setSelections({ ...selections, [column.name]: !isShown(column) }),
    needsAllFields: needsAllFields(shownColumns),
  }
}

/** Returns whether a call must request all fields, because one of these fields is not part of list rows by default. */
export const needsAllFields = (fields: readonly Field[]): boolean => fields.some(({ onDemand }) => onDemand)

const noSelections: Readonly<Record<string, boolean>> = {}

// If the user works with one agreement, the column with its code is hidden, because the code is the same in every row.
const isShownByDefault = ({ list }: Resource, name: string): boolean =>
  list.columns.includes(name) && !list.hidden.includes(name) && !(name === tenantFields.agreement && workingAgreement() !== null)

const storedDensity = tabStore('TABLE_DENSITY')

/** Returns whether tables are dense, and the function that switches the density. */
export const useDensity = (): { readonly isDense: boolean; readonly toggle: () => void } => {
  const isDense = useStore(storedDensity) === 'dense'
  return { isDense, toggle: () => storedDensity.set(isDense ? null : 'dense') }
}
