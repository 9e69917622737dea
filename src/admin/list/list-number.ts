import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import type { PortalDataProvider } from '../data-provider'
import { type CountedTotals, isMinimumTotal } from '../data-provider/read'

/** The number of records of a list. */
interface ListNumber {
  readonly total: number
  /** Whether there may be more records, because the backend has not counted all of them. */
  readonly isMinimum: boolean
  /** The exact number with the sums, once they are read. */
  readonly counted: CountedTotals | undefined
  readonly isCounting: boolean
  /** Counts all records; undefined if their number is exact, or if the backend does not count them. */
  readonly count: (() => void) | undefined
}

/**
 * Returns the number of records of the list.
 * All records of a long list are counted and added up only when the user asks for it, because that takes long; those of
 * any other list are, with `countsShortLists`, as soon as it is shown.
 */
export const useListNumber = (resource: Resource, { countsShortLists = false } = {}): ListNumber => {
  const provider = useDataProvider<PortalDataProvider>()
  const { filterValues: filter, total = 0, meta } = useListContext()
  const isLong = isMinimumTotal(meta)
  const { data, isFetching, refetch } = useQuery({
    enabled: countsShortLists && !isLong,
    // Every change of records refreshes the page, and with it this query.
    queryKey: ['totals', resource.name, filter],
    queryFn: ({ signal }) => provider.getTotals(resource.name, { filter, signal }),
  })
  const counted = isLong && data ? data : { total, isMinimum: isLong }
  return {
    total: counted.total,
    isMinimum: counted.isMinimum,
    counted: data,
    isCounting: isFetching,
    count: isLong && !data ? () => void refetch() : undefined,
  }
}
