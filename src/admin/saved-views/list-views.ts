import type { ColumnSetting, SavedView } from '../../contract/call-responses'
import type { ListView, Resource } from '../../schema/language/resource'
import { filtersOf, isAddressFilter } from '../../schema/rules/list-filters'
import { filterParameter } from '../hooks/link-state'
import { useViewsOfPage } from './saved-views'

/** The query parameter with the view that a list shows: the ViewId of a saved view, or the name of a declared one. */
export const viewParameter = 'view'

/** A view of a list: one that the schema file declares, or one that a user has saved. */
export interface View {
  /** The value of the query parameter. */
  readonly id: string
  readonly name: string
  readonly filter: Readonly<Record<string, unknown>>
  /** Null = the order of the list. */
  readonly sort: string | null
  readonly columns: readonly ColumnSetting[]
  /** The names of fields in the saved view that the list no longer has. */
  readonly removed: readonly string[]
  /** Undefined if the schema file declares the view. */
  readonly saved?: SavedView
}

/** Returns the views of a list: the declared ones, those of the user, and those that others share. */
export const useViews = (resource: Resource): readonly View[] => {
  const saved = useViewsOfPage(resource.name)
  return [...declaredViews(resource), ...saved.toSorted((a, b) => Number(b.IsOwn) - Number(a.IsOwn)).map(savedView)]
}

/** Returns the view in the address of a list; undefined if the address has none, or it is unknown. */
export const viewInAddress = (views: readonly View[], search: string): View | undefined => {
  const id = viewIdIn(search)
  return views.find((view) => view.id === id)
}

/** Returns the id of the view in an address; null if it has none. */
export const viewIdIn = (search: string): string | null => new URLSearchParams(search).get(viewParameter)

/** Returns the views that the schema file declares. */
const declaredViews = (resource: Resource): readonly View[] =>
  resource.list.views.map((view) => ({
    id: view.label,
    name: view.label,
    filter: filtersOf(resource, view.where),
    sort: view.sort ? sortText(view.sort) : null,
    columns: columnsOf(resource, view),
    removed: [],
  }))

/** Returns a sort order as addresses have it: a leading minus means descending order. */
export const sortText = ({ field, order }: Resource['list']['sort']): string => (order === 'DESC' ? `-${field}` : field)

// Only the columns of the view are shown, in its order.
const columnsOf = ({ list }: Resource, { columns }: ListView): readonly ColumnSetting[] =>
  columns
    ? [
        ...columns.map((Name) => ({ Name, IsShown: true })),
        ...list.columns.filter((name) => !columns.includes(name)).map((Name) => ({ Name, IsShown: false })),
      ]
    : []

/** Returns a view that a user has saved. */
export const savedView = (saved: SavedView): View => ({
  id: String(saved.ViewId),
  name: saved.Name,
  filter: saved.Filter,
  sort: saved.Sort,
  columns: saved.Columns,
  removed: saved.Removed,
  saved,
})

/** Returns the query of an address that opens a list with a view. */
export const viewSearch = ({ id, filter, sort }: Pick<View, 'id' | 'filter' | 'sort'>): string => {
  const search = new URLSearchParams({ [filterParameter]: JSON.stringify(filter) })
  if (sort !== null) search.set('sort', sort)
  search.set(viewParameter, id)
  return `?${search}`
}

/** Returns the part of filters that a view can have: without personal data. */
export const savedFilters = (resource: Resource, filters: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([name, value]) => isAddressFilter(resource, name, value)))
