import { type ReactNode, useState } from 'react'
import { useDataProvider, useRefresh } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { dateTimeText } from '../../browser/format'
import { call } from '../../browser/http/client'
import type { JobInfo } from '../../contract/call-responses'
import type { ImportMapping, ImportMode, ImportPreview, ImportResult } from '../../contract/imports'
import type { ImportCall } from '../../schema/calls/endpoints'
import type { ImportSpec } from '../../schema/language/import'
import type { Resource } from '../../schema/language/resource'
import type { PortalDataProvider } from '../data-provider'
import { asHttpError, errorBody } from '../data-provider/errors'

/** The steps of an import with their titles. */
export const importSteps = { file: '選擇檔案', mapping: '對應欄位', check: '檢查結果', done: '匯入' } as const
export type ImportStep = keyof typeof importSteps

/** The fields of the upload form that are sent with the file, such as the batch of a bill upload. */
export type ImportForm = Readonly<Record<string, string>>

/** Writes the checked rows; resolves to the result, or to null if it opens the page of the import instead. */
type WriteImport = (fields: ImportForm) => Promise<ImportResult | null>

/** Props of the components of the steps; `spec` has the columns that a file can fill. */
export interface ImportStepProps {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly wizard: ImportWizard
  /** Further buttons of the steps in which the file is mapped and checked. */
  readonly actions?: ReactNode
}

export type ImportWizard = ReturnType<typeof useImport>

interface ImportState {
  readonly step: ImportStep
  readonly file: File | null
  readonly form: ImportForm
  readonly preview: ImportPreview | null
  /** The field that each column of the file fills, by the column's position. */
  readonly fields: FileFields
  readonly result: ImportResult | null
  /** The message of the last call if it failed. */
  readonly problem: string | undefined
  /** The job that processes a large file, and its import mode; null = a check, or a job that was started on another page. */
  readonly running: { readonly jobId: number; readonly mode: ImportMode | null } | null
}

/** The field that each column of a file fills, by the column's position. */
export type FileFields = Readonly<Record<number, string>>

const initialState: ImportState = { step: 'file', file: null, form: {}, preview: null, fields: {}, result: null, problem: undefined, running: null }

/** Returns the job whose result the URL names, as the links of notifications do; null if it names none. */
export const useLinkedJob = (): number | null => {
  const [search] = useSearchParams()
  const job = search.get('job')
  return job === null ? null : Number(job)
}

/** Returns the state of an import and the functions of its steps. With a `jobId`, it shows the import of a job that is running or has ended. `write` replaces the generic call that writes the rows. */
export const useImport = (resource: Resource, jobId: number | null, write?: WriteImport) => {
  const [state, setState] = useState<ImportState>({ ...initialState, running: jobId === null ? null : { jobId, mode: null } })
  const { busy, send, whileBusy } = useImportCalls(resource)
  const refresh = useRefresh()
  const update = (change: Partial<ImportState>) => setState((previous) => ({ ...previous, problem: undefined, ...change }))
  const run = async (operation: () => Promise<Partial<ImportState>>) => update(await operation().catch(failedState))
  const nextState = (result: ImportResult, mode: ImportMode | null): Partial<ImportState> => {
    if (result.JobId !== null) return { running: { jobId: result.JobId, mode } }
    if (!result.Written) return { step: 'check', result, running: null, ...(mode === null ? {} : { problem: changedText }) }
    refresh()
    return { step: 'done', result, running: null }
  }
  /** Reads the titles of a file. A file that the server has kept is not sent again. */
  const readTitles = async (file: File, form: ImportForm): Promise<Partial<ImportState>> => {
    const knownPreview = state.file === file ? state.preview : null
    const preview = await send<ImportPreview>('PreviewImport', { ...form, ...(knownPreview ? { FileId: knownPreview.FileId } : { File: file }) })
    if (!knownPreview && preview.EarlierImport && !(await confirmRepeat(preview.EarlierImport))) return { form }
    return { step: 'mapping', file, form, preview, fields: knownPreview ? state.fields : proposedFields(preview), result: null }
  }
  const writeRows = (mode: ImportMode): Promise<ImportResult | null> => {
    const fields = { ...formFields(state), ImportMode: mode }
    if (!write) return send<ImportResult>('Import', fields)
    return whileBusy(() =>
      write(fields).catch((error: unknown) => {
        throw asHttpError(resource, error)
      }),
    )
  }

  return {
    ...state,
    busy,
    /** What the calls of the import send: the form, the kept file and the mapping. */
    sentFields: formFields(state),
    clearProblem: () => update({}),
    showProblem: (error: unknown) => update(failedState(asHttpError(resource, error))),
    selectFile: (file: File) => run(() => readTitles(file, {})),
    /** Selects a file together with the fields of its form; resolves to the errors of the form. */
    selectFileWithForm: async (file: File, form: ImportForm): Promise<unknown> => {
      try {
        update(await readTitles(file, form))
        return undefined
      } catch (error) {
        const body = errorBody(error)
        if (!(error instanceof Error) || !body || body.shown) return undefined
        return body.errors ?? { root: { serverError: error.message } }
      }
    },
    mapColumn: (place: number, field: string) => update({ fields: withField(state.fields, place, field) }),
    check: () => run(async () => nextState(await send<ImportResult>('CheckImport', formFields(state)), null)),
    write: (mode: ImportMode) =>
      run(async () => {
        const result = await writeRows(mode)
        return result ? nextState(result, mode) : {}
      }),
    showJobResult: ({ JobId, State: jobState, Error: reason }: Pick<JobInfo, 'JobId' | 'State' | 'Error'>) =>
      run(async () => {
        if (jobState !== 'done') return { running: null, problem: reason ?? '作業沒有完成，請再試一次。' }
        return nextState(await call<ImportResult>('Ext.GetImportResult', { params: { JobId } }), state.running?.mode ?? null)
      }),
    goTo: (step: ImportStep) => update({ step }),
  }
}

const changedText = '檢查之後資料有變動，因此沒有寫入任何資料；請依下表修正後再匯入。'

const confirmRepeat = ({ Time, BatchNo }: NonNullable<ImportPreview['EarlierImport']>): Promise<boolean> =>
  askConfirmation(`這個檔案已於 ${dateTimeText(Time)} 匯入（批號 ${BatchNo}），是否再次匯入？`, {
    body: '內容完全相同的檔案再次匯入時，已有帳單的資料會列為重複。',
    confirmText: '再次匯入',
    cancelText: '重新選擇檔案',
  })

type UploadFields = Readonly<Record<string, string | File>>

const useImportCalls = ({ name: resource }: Resource) => {
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider<PortalDataProvider>()
  const whileBusy = async <T>(operation: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await operation()
    } finally {
      setBusy(false)
    }
  }
  const send = <T>(name: ImportCall, fields: UploadFields): Promise<T> => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    return whileBusy(async () => (await provider.sendImport(resource, name, form)) as T)
  }
  return { busy, send, whileBusy }
}

const formFields = ({ form, fields, preview }: ImportState): ImportForm => ({
  ...form,
  FileId: preview?.FileId ?? '',
  Mapping: JSON.stringify(mappingOf(fields)),
})

// Failures other than refusals have shown a dialog.
const failedState = (error: unknown): Partial<ImportState> => ({ running: null, problem: problemOf(error) })

const problemOf = (error: unknown): string => {
  const body = errorBody(error)
  if (!(error instanceof Error) || body?.shown) return '沒有完成，請再試一次。'
  const messages = Object.values(body?.errors ?? {}).filter((message) => typeof message === 'string')
  return messages.join('\n') || error.message
}

const proposedFields = ({ Columns }: ImportPreview): FileFields =>
  Object.fromEntries(Columns.flatMap(({ Field, Place }) => (Field === null ? [] : [[Place, Field]])))

const withField = (fields: FileFields, place: number, field: string): FileFields =>
  Object.fromEntries(Object.entries({ ...fields, [place]: field }).filter(([, name]) => name !== ''))

/** Returns the position of the column for each field. */
const mappingOf = (fields: FileFields): ImportMapping => Object.fromEntries(Object.entries(fields).map(([place, field]) => [field, Number(place)]))
