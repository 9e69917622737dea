import { useMemo, useState } from 'react'
import { SaveContextProvider } from 'react-admin'
import { PageHeader, RecordForm, useNotifyFailure, useSaveCallbacks, useSchema } from '../../src/admin'
import { ApiError, call } from '../../src/browser/http'
import { DropZone } from './DropZone'
import { useCompany } from './use-company'

/** The upload of a file of bills; the form is the schema's, sent as multipart with its file. */
export const BillImportCreate = () => {
  const resource = useSchema()
  const upload = useUpload()
  return (
    <SaveContextProvider value={upload}>
      <PageHeader resource={resource} step="上傳" />
      <RecordForm resource={resource} mode="create" cancelTo={`/admin/${resource.name}`} saveText="上傳" without={['File', 'OriFileName']}>
        <Company />
        <DropZone />
      </RecordForm>
    </SaveContextProvider>
  )
}

const Company = () => {
  useCompany()
  return null
}

type Values = Readonly<Record<string, unknown>>

const useUpload = () => {
  const [saving, setSaving] = useState(false)
  const { onSuccess } = useSaveCallbacks(useSchema(), '上傳成功，系統正在處理資料')
  const notifyFailure = useNotifyFailure()
  return useMemo(() => {
    const save = async (values: Values) => {
      setSaving(true)
      try {
        const answer = await call<{ SerialId: number }>('BillImportList.create', { form: toForm(values) })
        onSuccess({ ...answer, id: String(answer.SerialId) })
      } catch (error) {
        return refusal(error) ?? notifyFailure(error)
      } finally {
        setSaving(false)
      }
    }
    return { save, saving, mutationMode: 'pessimistic' as const }
  }, [saving, onSuccess, notifyFailure])
}

/** The fields of the specification by name; what is empty is not sent. */
const toForm = (values: Values): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) form.append(name, value, value.name)
    else if (value !== null && value !== undefined && value !== '') form.append(name, String(value))
  }
  return form
}

/** Sentences for the form: of fields at their fields, else the refusal as a whole; nothing where a dialog has been shown. */
const refusal = (error: unknown): Values | undefined => {
  if (!(error instanceof ApiError) || error.shown) return undefined
  const errors = fieldErrors(error.data)
  return Object.keys(errors).length > 0 ? errors : { root: { serverError: error.message } }
}

const fieldErrors = (data: unknown): Values => {
  const errors: unknown = typeof data === 'object' && data !== null && 'Errors' in data ? data.Errors : {}
  return typeof errors === 'object' && errors !== null ? { ...errors } : {}
}
