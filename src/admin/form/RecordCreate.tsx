import type { ReactNode } from 'react'
import { CreateBase } from 'react-admin'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { RecordForm } from './RecordForm'
import { detailMeta, useSaveCallbacks } from './use-save-callbacks'

interface RecordCreateProps {
  /** The task of the page, such as 上傳. */
  readonly task: string
  readonly saveText: string
  /** The message after saving. */
  readonly savedText: string
  /** Buttons in the header of the page. */
  readonly actions?: ReactNode
}

/**
 * Renders a page with the generated form of a new record, in other words than those of the generated page.
 * After saving it opens the detail page of the record.
 */
export const RecordCreate = ({ task, saveText, savedText, actions }: RecordCreateProps) => {
  const resource = useSchema()
  const callbacks = useSaveCallbacks(resource, savedText)
  return (
    <CreateBase mutationOptions={{ meta: detailMeta, ...callbacks }}>
      <PageHeader resource={resource} task={task} actions={actions} />
      <RecordForm resource={resource} mode="create" cancelTo={`/admin/${resource.name}`} saveText={saveText} />
    </CreateBase>
  )
}
