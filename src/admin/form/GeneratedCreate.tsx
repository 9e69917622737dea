import { useState } from 'react'
import { CreateBase } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { PageHeader } from '../layout/PageHeader'
import { firstOfLink } from '../parts/asked-by-link'
import { useSchema } from '../portal'
import { RecordForm } from './RecordForm'
import { detail, useSaveCallbacks } from './use-save-callbacks'

/** The form of a new record, as its schema describes it. */
export const GeneratedCreate = () => {
  const resource = useSchema()
  const callbacks = useSaveCallbacks(resource, '新增成功')
  const { state } = useLocation()
  // A form begins once: what is typed into it stays when it is drawn again.
  const [first] = useState(() => firstOfLink(resource, state))
  return (
    <CreateBase mutationOptions={{ meta: detail, ...callbacks }}>
      <PageHeader resource={resource} step="新增" />
      <RecordForm resource={resource} mode="create" first={first} cancelTo={`/admin/${resource.name}`} />
    </CreateBase>
  )
}
