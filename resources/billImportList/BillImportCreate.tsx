import { type ReactNode, useEffect, useState } from 'react'
import { SaveContextProvider } from 'react-admin'
import {
  DownloadButton,
  FileDrop,
  ImportSteps,
  PageHeader,
  PageSkeleton,
  RecordForm,
  SectionCard,
  saveExcel,
  templateSheet,
  useFormContext,
  useImport,
  useLinkedJob,
  useNotifyFailure,
  useSaveCallbacks,
  useSchema,
  useWatch,
} from '../../src/admin'
import { ApiError } from '../../src/browser/http/api-error'
import { useExtensionCalls } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import { billImportSpec } from '../../src/contract/bill-import'
import { type ExampleSource, exampleRow, templateColumns, titleOf, type UploadColumn } from '../../src/domain/bills/bill-upload'
import { taipeiToday } from '../../src/domain/dates/dates'
import { PreviewFileButton, PreviewKeptFileButton } from './PreviewSlips'
import { fieldsOf, textsOf, toForm, type Values } from './upload-form'

/** Renders the page that uploads a file of bills, in steps if the backend can check a file before the upload. */
export const BillImportCreate = () => {
  const job = useLinkedJob()
  const calls = useExtensionCalls()
  // Waits until it is known which form is needed, because switching to the other one would lose the input.
  if (!calls) return <PageSkeleton />
  return calls.includes('BillImportList.CheckImport') ? <UploadInSteps key={job} jobId={job} /> : <UploadInOneStep />
}

/** Renders the upload in steps: the form with the file, the mapping of columns, the result of the check, and the import. */
const UploadInSteps = ({ jobId }: { jobId: number | null }) => {
  const resource = useSchema()
  const openUploadPage = useOpenUploadPage()
  const wizard = useImport(resource, jobId, async (fields) => {
    openUploadPage(await call<Created>('BillImportList.create', { form: toForm(fields) }))
    return null
  })
  const save = async ({ File: file, ...values }: Values) => (file instanceof File ? wizard.selectFileWithForm(file, textsOf(values)) : undefined)
  return (
    <SaveContextProvider value={{ save, saving: wizard.busy, mutationMode: 'pessimistic' }}>
      <PageHeader resource={resource} task="上傳" />
      <ImportSteps
        resource={resource}
        spec={billImportSpec({ hasTerm: Boolean(wizard.form.BillTermId) })}
        wizard={wizard}
        actions={<PreviewKeptFileButton wizard={wizard} />}
        keepsFirstStep
      >
        <UploadForm saveText="下一步" omit={['ImportMode']} />
      </ImportSteps>
    </SaveContextProvider>
  )
}

/** Renders the upload in one step, for a backend without the check. */
const UploadInOneStep = () => {
  const resource = useSchema()
  return (
    <SaveContextProvider value={useUpload()}>
      <PageHeader resource={resource} task="上傳" />
      <UploadForm saveText="上傳" actions={<PreviewFileButton />} />
    </SaveContextProvider>
  )
}

/** Renders the form of an upload, generated from the schema. */
const UploadForm = ({ saveText, omit = [], actions }: { saveText: string; omit?: readonly string[]; actions?: ReactNode }) => {
  const resource = useSchema()
  const companies = useCompanies()
  return (
    <RecordForm
      resource={resource}
      mode="create"
      cancelTo={`/admin/${resource.name}`}
      saveText={saveText}
      actions={actions}
      omit={['File', 'OriFileName', ...omit]}
    >
      <CompanyPrefill companies={companies} />
      <DropZone companies={companies} />
    </RecordForm>
  )
}

type Created = { readonly SerialId: number }

/** Returns the function that opens the page of a new upload. */
const useOpenUploadPage = () => {
  const { onSuccess } = useSaveCallbacks(useSchema(), '上傳成功，處理結果會顯示在這一頁。')
  return (created: Created) => onSuccess({ ...created, id: String(created.SerialId) })
}

const useUpload = () => {
  const [saving, setSaving] = useState(false)
  const openUploadPage = useOpenUploadPage()
  const notifyFailure = useNotifyFailure()
  const save = async (values: Values) => {
    setSaving(true)
    try {
      openUploadPage(await call<Created>('BillImportList.create', { form: toForm(fieldsOf(values)) }))
    } catch (error) {
      return formErrors(error) ?? notifyFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return { save, saving, mutationMode: 'pessimistic' as const }
}

/** Returns the errors for the form: the errors by field if there are any, otherwise the message of the refusal; undefined if a dialog has already shown the error. */
const formErrors = (error: unknown): Values | undefined => {
  if (!(error instanceof ApiError) || error.shown) return undefined
  return Object.keys(error.errors).length > 0 ? error.errors : { root: { serverError: error.message } }
}

/** Renders the area where the file is dropped or selected; the name of the file becomes the original file name of the upload. */
const DropZone = ({ companies }: { companies: readonly AgreementCompany[] }) => {
  const { setValue, formState } = useFormContext()
  const [file, applyCode, termId]: readonly unknown[] = useWatch({ name: ['File', 'ApplyCode', 'BillTermId'] })
  const error = formState.errors.File?.message ?? formState.errors.OriFileName?.message
  const setFile = (selected: File) => {
    const asUserInput = { shouldDirty: true, shouldValidate: true }
    setValue('File', selected, asUserInput)
    setValue('OriFileName', selected.name, asUserInput)
  }
  const saveTemplate = () => {
    const payerNoLength = companies.find(({ ApplyCode }) => ApplyCode === applyCode)?.PayerNoLen ?? 0
    return saveExcel(billTemplate({ today: taipeiToday(new Date()), payerNoLength, termId: typeof termId === 'string' ? termId : undefined }))
  }
  return (
    <SectionCard title="選擇檔案" aside={<DownloadButton text="下載範例" onDownload={saveTemplate} />}>
      <FileDrop
        label="上傳檔案"
        file={file instanceof File ? file : null}
        onFile={setFile}
        accept=".xlsx,.csv,.txt"
        error={error === undefined ? undefined : String(error)}
        help="可上傳 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 50 MB、100,000 筆。"
      />
    </SectionCard>
  )
}

/** Returns the template: the titles of all columns, required ones with an asterisk, and the example row, which the server skips when it is uploaded. */
const billTemplate = (source: ExampleSource) =>
  templateSheet(
    '代收資料上傳範例',
    templateColumns(3).map((column) => titleOf(column) + (requiredColumns.includes(column) ? '*' : '')),
    templateColumns(3).map((column) => exampleRow(source)[column] ?? ''),
  )

const requiredColumns: readonly UploadColumn[] = ['PayerId', 'PayerName']

/** The company of an agreement, as Common/GetApplyCode returns it. */
interface AgreementCompany {
  readonly ApplyCode: string
  readonly CustomerName: string
  readonly CustomerPhone: string | null
  readonly CustomerFax: string | null
  readonly ZipCode: string | null
  readonly Address: string | null
  readonly PayerNoLen: number
}

// The data of the company that are printed on its bills.
const printedFields = ['CustomerName', 'CustomerPhone', 'CustomerFax', 'ZipCode', 'Address'] as const

/** Fills in the company of the selected agreement, except where the user has changed a field; renders nothing. */
const CompanyPrefill = ({ companies }: { companies: readonly AgreementCompany[] }) => {
  const { getFieldState, setValue } = useFormContext()
  const applyCode: unknown = useWatch({ name: 'ApplyCode' })
  const company = companies.find(({ ApplyCode }) => ApplyCode === applyCode)
  useEffect(() => {
    if (!company) return
    for (const name of printedFields) if (!getFieldState(name).isDirty) setValue(name, company[name])
  }, [company, getFieldState, setValue])
  return null
}

const useCompanies = (): readonly AgreementCompany[] => {
  const [companies, setCompanies] = useState<readonly AgreementCompany[]>([])
  useEffect(() => {
    const controller = new AbortController()
    // If the call fails, users type the company's data themselves.
    call<readonly AgreementCompany[]>('Common.GetApplyCode', { signal: controller.signal }).then(setCompanies, () => {})
    return () => controller.abort()
  }, [])
  return companies
}
