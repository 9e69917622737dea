import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PortalDataProvider } from '../data-provider'
import { valuesOfReferenceId } from '../data-provider/record-id'

/**
 * Returns the id of a record from an id in an address, which may be one of `referenceId`: then the record is searched,
 * and the id is undefined until it is found.
 */
export const useRecordId = (resource: string, id: string) => {
  const provider = useDataProvider<PortalDataProvider>()
  const values = valuesOfReferenceId(id)
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'id', id],
    queryFn: ({ signal }) => provider.findId(resource, { values: values ?? {}, signal }),
    enabled: values !== undefined,
  })
  return { id: values ? data : id, error, refetch }
}
