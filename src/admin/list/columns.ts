import { useStore as useMemoryStore } from 'react-admin'
import { tabStore, useStore } from '../../browser/storage/store'
import { tenantFields } from '../../domain/access/roles'
import { rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import type { Field, RoleField } from '../../schema/language/types'
import { workingAgreement } from '../hooks/working-agreement'

/** Returns every field that the list can show as a column: its default columns, then the others. */
export const columnsOf = ({ fields, list }: Resource): readonly Field[] =>
  [...list.columns, ...list.more].flatMap((name) => fields.filter((field) => field.name === name))

/** Checks whether the list can be sorted by the field. Only columns that the schema names have an index. */
export const isSortable = ({ list }: Resource, { name, type, masked }: RoleField): boolean => list.columns.includes(name) && rulesOf(type).sortable && !masked

/** Returns the names of the columns that the list can be sorted by. */
export const sortableColumns = (resource: Resource): string[] =>
  columnsOf(resource)
    .filter((field) => isSortable(resource, field))
    .map(({ name }) => name)

/** Returns the user's choice of columns. Only explicit choices are stored, so that columns that are added to the schema later are visible. */
export const useColumns = (
  resource: Resource,
): { columns: readonly Field[]; shown: readonly Field[]; toggle: (column: Field) => void; needsAllFields: boolean } => {
  const [choices, setChoices] = useMemoryStore<Readonly<Record<string, boolean>>>(`${resource.name}.columns`, noChoice)
  const isShown = ({ name }: Field): boolean => choices[name] ?? isShownByDefault(resource, name)
  const columns = columnsOf(resource)
  const selected = columns.filter(isShown)
  // Selecting an agreement may hide the only chosen column.
  const shown = selected.length > 0 ? selected : columns.slice(0, 1)
  return { columns, shown, toggle: (column) => setChoices({ ...choices, [column.name]: !isShown(column) }), needsAllFields: needAllFields(shown) }
}

/** Checks whether any of the fields is returned only if all fields are requested. */
export const needAllFields = (fields: readonly Field[]): boolean => fields.some(({ onDemand }) => onDemand)

const noChoice: Readonly<Record<string, boolean>> = {}

// The code of the agreement is the same in every row for users who work with one agreement.
const isShownByDefault = ({ list }: Resource, name: string): boolean =>
  list.columns.includes(name) && !list.hidden.includes(name) && !(name === tenantFields.agreement && workingAgreement() !== null)

const storedDensity = tabStore('TABLE_DENSITY')

/** Returns whether tables are dense, and the function that switches it. */
export const useDensity = (): { readonly dense: boolean; readonly toggle: () => void } => {
  const dense = useStore(storedDensity) === 'dense'
  return { dense, toggle: () => storedDensity.set(dense ? null : 'dense') }
}
