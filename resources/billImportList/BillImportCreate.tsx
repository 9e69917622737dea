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

/** The upload of a file of bills; the form is the schema's, sent as multipart with its file. */
export const BillImportCreate = () => {
  const resource = useSchema()
  const upload = useUpload()
  return (
    <SaveContextProvider value={upload}>
      <PageHeader resource={resource} step="上傳" />
      <RecordForm resource={resource} mode="create" cancelTo={`/admin/${resource.name}`} saveText="上傳" omit={['File', 'OriFileName']}>
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

/** Returns the fields of the specification by name; what is empty is not sent. */
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
  return Object.keys(error.errors).length > 0 ? error.errors : { root: { serverError: error.message } }
}

/** Where the file is dropped or chosen; its name becomes the original file name. */
const DropZone = () => {
  const { setValue, formState } = useFormContext()
  const file: unknown = useWatch({ name: 'File' })
  const problem = formState.errors.File?.message ?? formState.errors.OriFileName?.message
  const take = (chosen: File) => {
    const shouldValidate = { shouldDirty: true, shouldValidate: true }
    setValue('File', chosen, shouldValidate)
    setValue('OriFileName', chosen.name, shouldValidate)
  }
  return (
    <SectionCard title="選擇檔案" aside={<DownloadButton text="下載範例" onDownload={() => saveExcel(billTemplate(taipeiToday(new Date())))} />}>
      <FileDrop
        label="上傳檔案"
        file={file instanceof File ? file : null}
        onTake={take}
        accept=".xlsx,.csv,.txt"
        problem={problem === undefined ? undefined : String(problem)}
        help="可上傳 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 50 MB、100,000 筆。"
      />
    </SectionCard>
  )
}

/** Returns the file that people fill in: every column's title, required ones starred, and one example row. */
const billTemplate = (today: string) => ({
  name: '代收資料上傳範例',
  textOnly: true,
  header: templateColumns(3).map((column) => titleOf(column) + (required.includes(column) ? '*' : '')),
  rows: [templateColumns(3).map((column) => exampleOf(today)[column] ?? '')],
})

const required: readonly Column[] = ['PayerId', 'PayerName']

const exampleOf = (today: string): Partial<Record<Column, string>> => ({
  PayerId: 'A1-0501',
  PayerNo: '000123',
  PayerName: '王大明',
  Mobile: '0912345678',
  Email: 'wangdm@example.com',
  PaymentEndDate: `${Number(today.slice(0, 4)) + 1}/12/31`,
  ShouldPayAmount: '1,000',
})

/** An agreement's company as Common/GetApplyCode returns it; it is printed on the slips. */
interface AgreementCompany {
  readonly ApplyCode: string
  readonly CustomerName: string
  readonly CustomerPhone: string | null
  readonly CustomerFax: string | null
  readonly ZipCode: string | null
  readonly Address: string | null
}

const printed = ['CustomerName', 'CustomerPhone', 'CustomerFax', 'ZipCode', 'Address'] as const

/** Fills in the company behind the chosen agreement, as long as nobody has typed anything else. */
const useCompany = (): void => {
  const companies = useCompanies()
  const { getFieldState, setValue } = useFormContext()
  const code: unknown = useWatch({ name: 'ApplyCode' })
  const company = companies.find(({ ApplyCode }) => ApplyCode === code)
  useEffect(() => {
    if (!company) return
    for (const name of printed) if (!getFieldState(name).isDirty) setValue(name, company[name])
  }, [company, getFieldState, setValue])
}

const useCompanies = (): readonly AgreementCompany[] => {
  const [companies, setCompanies] = useState<readonly AgreementCompany[]>([])
  useEffect(() => {
    const given = new AbortController()
    // Without it users type the company.
    call<readonly AgreementCompany[]>('Common.GetApplyCode', { signal: given.signal }).then(setCompanies, () => {})
    return () => given.abort()
  }, [])
  return companies
}
