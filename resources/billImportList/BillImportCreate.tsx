import { type ReactNode, useEffect, useState } from 'react'
import { SaveContextProvider } from 'react-admin'
import {
  asHttpError,
  confirmingSender,
  DownloadButton,
  FileDrop,
  formErrorsOf,
  ImportSteps,
  PageHeader,
  PageSkeleton,
  RecordForm,
  SectionCard,
  saveExcel,
  templateSheet,
  useFormContext,
  useImport,
  useJobIdFromUrl,
  useNotifyFailure,
  useSaveCallbacks,
  useSchema,
  useWatch,
} from '../../src/admin'
import { useExtensionCalls } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import { requestIdFor } from '../../src/browser/http/request-id'
import { billImportSpec } from '../../src/contract/bill-import'
import { requestId } from '../../src/contract/request-id'
import { billTemplate } from '../../src/domain/bills/bill-upload'
import { taipeiToday } from '../../src/domain/dates/dates'
import { PreviewFileButton, PreviewUploadedFileButton } from './PreviewSlips'
import { type FormValues, requestFieldsOf, textsOf, toFormData } from './upload-form'

/** Renders the page that uploads a file of bills, in steps if the backend can check a file before the upload. */
export const BillImportCreate = () => {
  const jobId = useJobIdFromUrl()
  const calls = useExtensionCalls()
  // No form is shown until it is clear whether the backend has the call, because changing to the other form would lose
  // the input.
  if (!calls) return <PageSkeleton />
  return calls.includes('BillImportList.CheckImport') ? (
    <UploadInSteps key={jobId} jobId={jobId} />
  ) : (
    <UploadInOneStep />
  )
}

/**
 * Renders the upload in steps: the form with the file, the mapping of columns, the result of the check, and the import.
 */
const UploadInSteps = ({ jobId }: { jobId: number | null }) => {
  const resource = useSchema()
  const openUploadPage = useOpenUploadPage()
  /** Creates the upload and opens its page. Returns null instead of a result, because that page shows the result. */
  const writeUpload = async (fields: Parameters<typeof toFormData>[0]) => {
    openUploadPage(await call<CreatedUpload>('BillImportList.create', { form: toFormData(fields) }))
    return null
  }
  const wizard = useImport(resource, jobId, writeUpload)
  // The steps have a RequestId of their own, and only their last call takes one.
  const save = async ({ File: file, [requestId]: _, ...values }: FormValues) =>
    file instanceof File ? wizard.selectFileWithForm(file, textsOf(values)) : undefined
  return (
    <SaveContextProvider value={{ save, saving: wizard.busy, mutationMode: 'pessimistic' }}>
      <PageHeader resource={resource} task="上傳" />
      <ImportSteps
        resource={resource}
        spec={billImportSpec({ hasTerm: Boolean(wizard.form.BillTermId) })}
        wizard={wizard}
        actions={<PreviewUploadedFileButton wizard={wizard} />}
        keepsFirstStepMounted
      >
        {/* The button pressed after the check determines the import mode. */}
        <UploadForm saveText="下一步" omit={['ImportMode']} />
      </ImportSteps>
    </SaveContextProvider>
  )
}

/** Renders the upload in one step, for a backend without the check. */
const UploadInOneStep = () => {
  const resource = useSchema()
  return (
    <SaveContextProvider value={useUploadContext()}>
      <PageHeader resource={resource} task="上傳" />
      <UploadForm saveText="上傳" actions={<PreviewFileButton />} />
    </SaveContextProvider>
  )
}

/** Renders the form of an upload, generated from the schema. */
const UploadForm = ({
  saveText,
  omit = [],
  actions,
}: {
  saveText: string
  omit?: readonly string[]
  actions?: ReactNode
}) => {
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

type CreatedUpload = { readonly SerialId: string }

/** Returns the function that opens the page of a new upload. */
const useOpenUploadPage = () => {
  const { onSuccess } = useSaveCallbacks(useSchema(), '上傳成功，處理結果會顯示在這一頁。')
  return (created: CreatedUpload) => onSuccess({ ...created, id: created.SerialId })
}

/** Returns react-admin's save context; its `save` uploads the file and resolves to the errors that the form shows. */
const useUploadContext = () => {
  const resource = useSchema()
  const [saving, setSaving] = useState(false)
  const openUploadPage = useOpenUploadPage()
  const notifyFailure = useNotifyFailure()
  const save = async ({ [requestId]: creationId, ...values }: FormValues) => {
    setSaving(true)
    try {
      const fields = { ...requestFieldsOf(values), ...(await requestIdFor('BillImportList.create', creationId)) }
      const send = (confirmation: FormValues) =>
        call<CreatedUpload>('BillImportList.create', { form: toFormData({ ...fields, ...textsOf(confirmation) }) })
      openUploadPage(await confirmingSender()(send))
      return undefined
    } catch (error) {
      const errors = formErrorsOf(asHttpError(resource, error))
      if (!errors) notifyFailure(error)
      return errors
    } finally {
      setSaving(false)
    }
  }
  return { save, saving, mutationMode: 'pessimistic' as const }
}

/**
 * Renders the area where the file is dropped or selected.
 * The name of the file becomes the value of the field OriFileName.
 */
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
    const source = {
      today: taipeiToday(new Date()),
      payerNoLength,
      termId: typeof termId === 'string' ? termId : undefined,
    }
    return saveExcel(templateSheet(billTemplate(source)))
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

// The company's data, which are printed on its bills.
const companyFields = ['CustomerName', 'CustomerPhone', 'CustomerFax', 'ZipCode', 'Address'] as const

/**
 * Fills in the data of the company that has the selected agreement, except for fields that the user has changed.
 * Renders nothing.
 */
const CompanyPrefill = ({ companies }: { companies: readonly AgreementCompany[] }) => {
  const { getFieldState, setValue } = useFormContext()
  const applyCode: unknown = useWatch({ name: 'ApplyCode' })
  const company = companies.find(({ ApplyCode }) => ApplyCode === applyCode)
  useEffect(() => {
    if (!company) return
    for (const name of companyFields) if (!getFieldState(name).isDirty) setValue(name, company[name])
  }, [company, getFieldState, setValue])
  return null
}

/**
 * Reads the companies when the form is opened.
 * Companies from a cache would be filled in before the form sets its default values, which would remove them again.
 */
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
