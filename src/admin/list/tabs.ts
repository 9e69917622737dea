import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'react-admin'
import { useExtensionCalls } from '../../browser/http/capabilities'
import type { TabCount } from '../../contract/envelope'
import { tabsCallId } from '../../schema/calls/endpoints'
import type { ListTab, Resource } from '../../schema/language/resource'
import { isEmpty } from '../../schema/rules/condition'
import { filtersOf, tabFields } from '../../schema/rules/list-filters'
import type { PortalDataProvider } from '../data-provider'
import { defaultFilters, requiredFilterMessages } from './query/query-values'

type Filters = Readonly<Record<string, unknown>>

/** Returns the filters of a list after a tab is chosen: those that tabs set are those of the tab, or their defaults. */
export const filtersOnTab = (resource: Resource, filters: Filters, { where }: ListTab): Record<string, unknown> => {
  const set = tabFields(resource)
  const defaults = Object.entries(defaultFilters(resource)).filter(([name]) => set.includes(name))
  const others = Object.entries(filters).filter(([name]) => !set.includes(name))
  return {
    ...Object.fromEntries([...others, ...defaults]),
    ...filtersOf(resource, where),
  }
}

/** Returns the index of the tab whose filters are in use; -1 if the query has other values of them. */
export const chosenTab = (resource: Resource, filters: Filters): number =>
  resource.list.tabs.findIndex((tab) => {
    const expected = filtersOnTab(resource, filters, tab)
    return tabFields(resource).every((name) => isSameFilter(expected[name], filters[name]))
  })

const isSameFilter = (left: unknown, right: unknown): boolean =>
  (isEmpty(left) && isEmpty(right)) ||
  JSON.stringify([left].flat().map(String).sort()) === JSON.stringify([right].flat().map(String).sort())

/** The counts and sums of a list's tabs. */
interface TabState {
  /** Undefined until they are read. */
  readonly counts: readonly TabCount[] | undefined
  /** Whether the backend counts the tabs of the list; true until its capabilities are known. */
  readonly areServed: boolean
}

/** Returns the counts and sums of the tabs for the current query. */
export const useTabCounts = (resource: Resource): TabState => {
  const provider = useDataProvider<PortalDataProvider>()
  const { filterValues } = useListContext()
  const calls = useExtensionCalls()
  const set = tabFields(resource)
  const filter = Object.fromEntries(Object.entries(filterValues).filter(([name]) => !set.includes(name)))
  const hasTabs = resource.list.tabs.length > 0
  const { data } = useQuery({
    // Every change of records refreshes the page, and with it this query.
    queryKey: ['tabs', resource.name, filter],
    queryFn: ({ signal }) => provider.getTabs(resource.name, { filter, signal }),
    enabled:
      hasTabs &&
      calls?.includes(tabsCallId(resource)) === true &&
      requiredFilterMessages(resource, filterValues).length === 0,
    placeholderData: keepPreviousData,
  })
  return { counts: data, areServed: hasTabs && (calls?.includes(tabsCallId(resource)) ?? true) }
}
