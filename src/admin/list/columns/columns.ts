import { useStore as useMemoryStore } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { useStore } from '../../../browser/storage/store'
import { tabStore } from '../../../browser/storage/stored-text'
import { tenantFields } from '../../../domain/access/roles'
import { rulesOf } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import type { Field, RoleField } from '../../../schema/language/types'
import { columnWidth, isAgreement } from '../../../schema/text/column-width'
import { workingAgreement } from '../../hooks/working-agreement'
import { useViews, type View, viewInAddress } from '../../saved-views/list-views'
import { useKeepColumns, useSavedViews } from '../../saved-views/saved-views'
import { type ColumnSettings, inSetOrder, settingOf, withValues } from './column-settings'

/** Returns every field that the list can show as a column: its default columns, then the others. */
export const listColumnsOf = ({ fields, list }: Resource): readonly Field[] =>
  [...list.columns, ...list.optionalColumns].flatMap((name) => fields.filter((field) => field.name === name))

/**
 * Returns whether the list can be sorted by the field.
 * The backend offers only the default columns, and of a long list those with an index (`notSortableFields`).
 */
export const isSortable = ({ list }: Resource, { name, type, masked }: RoleField): boolean =>
  list.columns.includes(name) && rulesOf(type).isSortable && !masked

/** Returns the names of the columns that the list can be sorted by. */
export const sortableColumns = (resource: Resource): string[] =>
  listColumnsOf(resource)
    .filter((field) => isSortable(resource, field))
    .map(({ name }) => name)

/**
 * Returns all columns of a list and the visible columns, in the user's order, how the user has set them, the function
 * that sets them, and whether calls must request all fields.
 * The backend keeps the settings of a user for each list. A view has settings of its own, which changes leave as they are
 * until the view is saved again.
 * Only the user's changes are kept, so that a column that is later added to the schema is visible.
 */
export const useColumns = (resource: Resource): ListColumns => {
  const { search } = useLocation()
  const view = viewInAddress(useViews(resource), search)
  const saved = useSavedViews()
  const keepColumns = useKeepColumns()
  const [inMemory, setInMemory] = useMemoryStore<ColumnSettings | null>(columnsKey(resource, view), null)
  const kept = view ? view.columns : saved?.Layouts.find(({ Page }) => Page === resource.name)?.Columns
  const settings = (view || !keepColumns ? inMemory : null) ?? kept ?? noSettings
  const columns = orderedColumns(resource, settings)
  const shownColumns = shownColumnsOf(resource, settings)
  return {
    settings,
    columns,
    shownColumns,
    set: (changed) => {
      if (view || !keepColumns) setInMemory(changed)
      else keepColumns({ Page: resource.name, Columns: changed })
    },
    needsAllFields: needsAllFields(shownColumns),
  }
}

/** The columns of a list and their settings. */
export interface ListColumns {
  readonly settings: ColumnSettings
  readonly columns: readonly Field[]
  readonly shownColumns: readonly Field[]
  /** Replaces the settings; without any, the columns are as in the schema file, or as in the view. */
  readonly set: (settings: ColumnSettings) => void
  readonly needsAllFields: boolean
}

const columnsKey = ({ name }: Resource, view: View | undefined): string =>
  view ? `${name}.columns.${view.id}` : `${name}.columns`

const orderedColumns = (resource: Resource, settings: ColumnSettings): readonly Field[] => {
  const columns = listColumnsOf(resource)
  const names = inSetOrder(
    columns.map(({ name }) => name),
    settings,
  )
  return names.flatMap((name) => columns.filter((column) => column.name === name))
}

/** Returns the settings after a column is shown or hidden. */
export const withToggled = (
  resource: Resource,
  { settings, columns }: Pick<ListColumns, 'settings' | 'columns'>,
  column: Field,
): ColumnSettings =>
  withValues(
    settings,
    columns.map(({ name }) => name),
    { [column.name]: { IsShown: !isShown(resource, column, settings) } },
  )

/** A column of the table: its field, and the fields that are small lines below it. */
export interface TableColumn {
  readonly field: Field
  readonly secondLines: readonly Field[]
  /** In pixels. */
  readonly width: number
}

/**
 * Returns the columns of a list's table.
 * Unless the user has chosen a column for it, the agreement is a line below the first column.
 */
export const tableColumns = (
  resource: Resource,
  { settings, shownColumns: shown }: Pick<ListColumns, 'settings' | 'shownColumns'>,
): readonly TableColumn[] => {
  const isLine = (field: Field) => isAgreement(field) && settingOf(settings, field.name)?.IsShown !== true
  const columns = shown.filter((field) => !isLine(field))
  const [first] = columns
  const widthOf = (field: Field) => settingOf(settings, field.name)?.Width ?? columnWidth(resource, field)
  if (!first) return shown.map((field) => ({ field, secondLines: [], width: widthOf(field) }))
  const lines = shown.filter(isLine)
  return columns.map((field) => ({
    field,
    secondLines: [...secondLinesOf(resource, field, shown), ...(field === first ? lines : [])],
    width: widthOf(field),
  }))
}

/** Returns the line below a column, unless it is a column itself. */
const secondLinesOf = ({ fields, list }: Resource, { name }: Field, shown: readonly Field[]): readonly Field[] =>
  fields.filter((field) => field.name === list.secondLines[name] && !shown.includes(field))

/** Returns the visible columns of a list after the user's changes. */
export const shownColumnsOf = (resource: Resource, settings: ColumnSettings): readonly Field[] => {
  const columns = orderedColumns(resource, settings)
  const selected = columns.filter((column) => isShown(resource, column, settings))
  // The list must not be empty.
  // If the user starts to work with one agreement, the only selected column may become hidden.
  return selected.length > 0 ? selected : columns.slice(0, 1)
}

const isShown = (resource: Resource, { name }: Field, settings: ColumnSettings): boolean =>
  settingOf(settings, name)?.IsShown ?? isShownByDefault(resource, name)

/** Returns whether a call must request all fields, because one of these fields is not part of list rows by default. */
export const needsAllFields = (fields: readonly Field[]): boolean => fields.some(({ onDemand }) => onDemand)

const noSettings: ColumnSettings = []

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
