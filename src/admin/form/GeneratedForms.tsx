import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateBase, EditBase, useCreatePath, useEditContext, useGetRecordId } from 'react-admin'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import { displayOf } from '../../schema/text/interpolate'
import { initialValuesOfLink } from '../hooks/link-state'
import { NoRecord, PageHeader } from '../layout/PageHeader'
import { useAbilities, useSchema } from '../portal'
import { RecordForm } from './RecordForm'
import { detailMeta, useSaveCallbacks } from './use-save-callbacks'

/** The edit page of a record, as its schema describes it. */
export const GeneratedEdit = () => {
  const resource = useSchema()
  const queryClient = useQueryClient()
  const reload = () => void queryClient.refetchQueries({ queryKey: [resource.name, 'getOne'], type: 'active' })
  const callbacks = useSaveCallbacks(resource, '儲存成功', reload)
  return (
    <EditBase mutationMode="pessimistic" queryOptions={{ meta: detailMeta, onError: () => {}, gcTime: 0 }} mutationOptions={{ meta: detailMeta, ...callbacks }}>
      <EditContent resource={resource} />
    </EditBase>
  )
}

const EditContent = ({ resource }: { resource: Resource }) => {
  const { record, error, refetch } = useEditContext()
  const id = useGetRecordId()
  const may = useAbilities(resource)
  const createPath = useCreatePath()
  if (record) {
    return (
      <>
        <PageHeader resource={resource} step="修改" record={displayOf(resource, record)} />
        <RecordForm
          resource={resource}
          mode="update"
          record={record}
          cancelTo={createPath({ resource: resource.name, id, type: may('show') ? 'show' : 'list' })}
        />
      </>
    )
  }
  return <NoRecord resource={resource} step="修改" error={error} onRetry={refetch} />
}

/** The page that creates a record, as its schema describes it. */
export const GeneratedCreate = () => {
  const resource = useSchema()
  const callbacks = useSaveCallbacks(resource, '新增成功')
  const { state } = useLocation()
  // Read once: the form keeps its input when it is rendered again.
  const [initialValues] = useState(() => initialValuesOfLink(resource, state))
  return (
    <CreateBase mutationOptions={{ meta: detailMeta, ...callbacks }}>
      <PageHeader resource={resource} step="新增" />
      <RecordForm resource={resource} mode="create" initialValues={initialValues} cancelTo={`/admin/${resource.name}`} />
    </CreateBase>
  )
}
