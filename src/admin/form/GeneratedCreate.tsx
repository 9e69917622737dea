import { CreateBase } from 'react-admin'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { RecordForm } from './RecordForm'
import { detail, useSaveCallbacks } from './use-save-callbacks'

/** The form of a new record, as its schema describes it. */
export const GeneratedCreate = () => {
  const resource = useSchema()
  const callbacks = useSaveCallbacks(resource, '新增成功')
  return (
    <CreateBase mutationOptions={{ meta: detail, ...callbacks }}>
      <PageHeader resource={resource} step="新增" />
      <RecordForm resource={resource} mode="create" cancelTo={`/admin/${resource.name}`} />
    </CreateBase>
  )
}
