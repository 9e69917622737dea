import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { ListTotal } from '../../contract/envelope'
import type { RecordValues } from '../../schema/language/language'
import type { RelatedList, Resource } from '../../schema/language/resource'
import { type RelatedListQuery, relatedQuery } from '../../schema/rules/related'
import type { PortalDataProvider } from '../data-provider'
import { usePortal } from '../portal'

/** A list of related records with its query. */
export interface RelatedQuery {
  /** Identifies the list and the record. */
  readonly key: string
  readonly target: Resource
  readonly list: RelatedList
  readonly query: RelatedListQuery
}

/** Returns the related lists of a record that can be queried. */
export const useRelatedQueries = (resource: Resource, record: RecordValues): readonly RelatedQuery[] => {
  const { schemas } = usePortal()
  return resource.related.flatMap((list) => {
    const target = schemas.has(list.of) ? schemas.get(list.of) : undefined
    const query = target && relatedQuery(target, list, record)
    return target && query
      ? [{ key: `${list.of} ${list.by ?? ''} ${JSON.stringify(query.filters)}`, target, list, query }]
      : []
  })
}

/** Returns the sums of all related records, one entry for each currency; undefined until they are read. */
export const useRelatedTotals = (
  target: Resource,
  { filters: filter }: RelatedListQuery,
): readonly ListTotal[] | undefined => {
  const provider = useDataProvider<PortalDataProvider>()
  return useQuery({
    enabled: target.list.totals.length > 0,
    // Every change of records refreshes the page, and with it this query.
    queryKey: ['totals', target.name, filter],
    queryFn: ({ signal }) => provider.getTotals(target.name, { filter, signal }),
  }).data?.totals
}
