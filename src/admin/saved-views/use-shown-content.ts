import { useListContext } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import { useColumns } from '../list/columns/columns'
import { isSameQuery } from '../list/query/opening-query'
import { savedFilters, sortText, type View } from './list-views'

/** Returns what the list shows as the content of a view, and whether it differs from the view in the address. */
export const useShownContent = (resource: Resource, view: View | undefined) => {
  const { filterValues, sort } = useListContext()
  const { settings } = useColumns(resource)
  const Filter = savedFilters(resource, filterValues)
  const order = sortText({ field: sort.field, order: sort.order === 'DESC' ? 'DESC' : 'ASC' })
  const Sort = order === sortText(resource.list.sort) ? null : order
  return {
    content: { Page: resource.name, Filter, Sort, Columns: settings },
    hasPersonalFilters: Object.keys(Filter).length < Object.keys(filterValues).length,
    isChanged:
      view !== undefined &&
      !(isSameQuery(Filter, view.filter) && Sort === view.sort && isSameQuery(settings, view.columns)),
  }
}
