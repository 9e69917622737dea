import type { ReactNode } from 'react'
import { useCreatePath } from 'react-admin'
import { Navigate, useParams } from 'react-router-dom'
import { NoRecord } from '../layout/PageHeader'
import { useAbilities, useSchema } from '../portal'
import { useRecordId } from './use-record-id'

/** Renders the detail page of a record, after the address was replaced if a reference led to it. */
export const ReferencedPage = ({ children }: { children: ReactNode }) => {
  const resource = useSchema()
  const can = useAbilities(resource)
  const createPath = useCreatePath()
  const { id: linkedId = '' } = useParams()
  const { id, error, refetch } = useRecordId(resource.name, linkedId)
  // The page itself tells users that they may not open it.
  if (id === linkedId || !can('show')) return children
  if (id === undefined) return <NoRecord resource={resource} task="檢視" error={error} onRetry={refetch} />
  return <Navigate replace to={createPath({ resource: resource.name, id, type: 'show' })} />
}
