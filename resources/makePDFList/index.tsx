import { CreateBase } from 'react-admin'
import { defineScreens, detailMeta, PageHeader, RecordForm, useSaveCallbacks, useSchema } from '../../src/admin'
import { BatchResult } from './BatchResult'

/** Renders the page that requests a batch of slips: the generated form, which after saving opens the page with the progress of the batch. */
const BatchCreate = () => {
  const resource = useSchema()
  const callbacks = useSaveCallbacks(resource, '已排入產製，進度會顯示在這一頁。')
  return (
    <CreateBase mutationOptions={{ meta: detailMeta, ...callbacks }}>
      <PageHeader resource={resource} task="新增" />
      <RecordForm resource={resource} mode="create" cancelTo={`/admin/${resource.name}`} saveText="產製" />
    </CreateBase>
  )
}

export default defineScreens({ Create: BatchCreate, ShowSummary: BatchResult })
