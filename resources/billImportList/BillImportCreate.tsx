import { useEffect, useMemo, useState } from 'react'
import { SaveContextProvider } from 'react-admin'
import {
  DownloadButton,
  FileDrop,
  PageHeader,
  RecordForm,
  SectionCard,
  saveExcel,
  useFormContext,
  useNotifyFailure,
  useSaveCallbacks,
  useSchema,
  useWatch,
} from '../../src/admin'
import { ApiError } from '../../src/browser/http/api-error'
import { call } from '../../src/browser/http/client'
import { type Column, templateColumns, titleOf } from '../../src/domain/bills/bill-upload'
import { taipeiToday } from '../../src/domain/dates/dates'

/** The upload of a file of bills. The form is generated from the schema and sent as multipart. */
export const BillImportCreate = () => {
  const resource = useSchema()
  const upload = useUpload()
  return (
    <SaveContextProvider value={upload}>
      <PageHeader resource={resource} step="上傳" />
      <RecordForm resource={resource} mode="create" cancelTo={`/admin/${resource.name}`} saveText="上傳" omit={['File', 'OriFileName']}>
        <CompanyValues />
        <DropZone />
      </RecordForm>
    </SaveContextProvider>
  )
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
        return formErrors(error) ?? notifyFailure(error)
      } finally {
        setSaving(false)
      }
    }
    return { save, saving, mutationMode: 'pessimistic' as const }
  }, [saving, onSuccess, notifyFailure])
}

/** Returns the values as multipart form data without empty ones. */
const toForm = (values: Values): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) form.append(name, value, value.name)
    else if (value !== null && value !== undefined && value !== '') form.append(name, String(value))
  }
  return form
}

/** Returns the errors for the form: those of fields, else the message of the refusal; undefined where a dialog has been shown. */
const formErrors = (error: unknown): Values | undefined => {
  if (!(error instanceof ApiError) || error.shown) return undefined
  return Object.keys(error.errors).length > 0 ? error.errors : { root: { serverError: error.message } }
}

/** The area where the file is dropped or selected; its name becomes the original file name. */
const DropZone = () => {
  const { setValue, formState } = useFormContext()
  const file: unknown = useWatch({ name: 'File' })
  const error = formState.errors.File?.message ?? formState.errors.OriFileName?.message
  const setFile = (chosen: File) => {
    const shouldValidate = { shouldDirty: true, shouldValidate: true }
    setValue('File', chosen, shouldValidate)
    setValue('OriFileName', chosen.name, shouldValidate)
  }
  return (
    <SectionCard title="選擇檔案" aside={<DownloadButton text="下載範例" onDownload={() => saveExcel(billTemplate(taipeiToday(new Date())))} />}>
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

/** Returns the template: the titles of all columns, required ones with an asterisk, and one example row. */
const billTemplate = (today: string) => ({
  name: '代收資料上傳範例',
  textOnly: true,
  header: templateColumns(3).map((column) => titleOf(column) + (required.includes(column) ? '*' : '')),
  rows: [templateColumns(3).map((column) => exampleValues(today)[column] ?? '')],
})

const required: readonly Column[] = ['PayerId', 'PayerName']

const exampleValues = (today: string): Partial<Record<Column, string>> => ({
  PayerId: 'A1-0501',
  PayerNo: '000123',
  PayerName: '王大明',
  Mobile: '0912345678',
  Email: 'wangdm@example.com',
  PaymentEndDate: `${Number(today.slice(0, 4)) + 1}/12/31`,
  ShouldPayAmount: '1,000',
})

/** The company of an agreement, as Common/GetApplyCode returns it. */
interface AgreementCompany {
  readonly ApplyCode: string
  readonly CustomerName: string
  readonly CustomerPhone: string | null
  readonly CustomerFax: string | null
  readonly ZipCode: string | null
  readonly Address: string | null
}

const printedFields = ['CustomerName', 'CustomerPhone', 'CustomerFax', 'ZipCode', 'Address'] as const

/** Renders nothing; fills in the company of the chosen agreement in fields that the user has not changed. */
const CompanyValues = () => {
  const companies = useCompanies()
  const { getFieldState, setValue } = useFormContext()
  const code: unknown = useWatch({ name: 'ApplyCode' })
  const company = companies.find(({ ApplyCode }) => ApplyCode === code)
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
    // If the call fails, users type the company's data.
    call<readonly AgreementCompany[]>('Common.GetApplyCode', { signal: controller.signal }).then(setCompanies, () => {})
    return () => controller.abort()
  }, [])
  return companies
}
