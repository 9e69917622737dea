import { type ReactNode, useState } from 'react'
import { useDataProvider, useRefresh } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { dateTimeText } from '../../browser/format'
import { call } from '../../browser/http/client'
import { newRequestId, requestIdFor } from '../../browser/http/request-id'
import type { JobInfo } from '../../contract/call-responses'
import { confirmRepeat, includeEqual } from '../../contract/confirmations'
import type { ImportMapping, ImportMode, ImportPreview, ImportResult } from '../../contract/imports'
import { callIdOf, type ImportCall, importCallId } from '../../schema/calls/endpoints'
import type { ImportSpec } from '../../schema/language/import'
import type { Resource } from '../../schema/language/resource'
import type { PortalDataProvider } from '../data-provider'
import { asHttpError, errorBody, formErrorsOf } from '../data-provider/errors'

/** The steps of an import with their titles. */
export const importSteps = { file: '選擇檔案', mapping: '對應欄位', check: '檢查結果', done: '匯入' } as const
export type ImportStep = keyof typeof importSteps

/** The values of the upload form that are sent with the file, such as the name of a batch of bills. */
export type ImportForm = Readonly<Record<string, string>>

/** Makes the call that writes the checked rows. Resolves to the result, or to null if another page shows the result. */
type WriteImport = (fields: ImportForm) => Promise<ImportResult | null>

/** Props of the components of the steps. `spec` contains the fields that a file can fill. */
export interface ImportStepProps {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly wizard: ImportWizard
  /** Additional buttons of the steps that map and check the file. */
  readonly actions?: ReactNode
}

export type ImportWizard = ReturnType<typeof useImport>

interface ImportState {
  readonly step: ImportStep
  readonly file: File | null
  readonly form: ImportForm
  readonly preview: ImportPreview | null
  readonly fieldByColumn: FieldByColumn
  /** Whether the user has confirmed that a file is imported although its content was imported before. */
  readonly isRepeatConfirmed: boolean
  /** Whether rows that equal recorded data are imported. */
  readonly includesEqual: boolean
  readonly result: ImportResult | null
  /** The message of the last call if it failed. */
  readonly problem: string | undefined
  /**
   * The job that processes a large file.
   * The mode is null for a check, and for a job that was not started by this component.
   */
  readonly runningJob: { readonly jobId: number; readonly mode: ImportMode | null } | null
}

/** The field that each column of a file fills, by the column's position. */
export type FieldByColumn = Readonly<Record<number, string>>

const initialState: ImportState = {
  step: 'file',
  file: null,
  form: {},
  preview: null,
  fieldByColumn: {},
  isRepeatConfirmed: false,
  includesEqual: false,
  result: null,
  problem: undefined,
  runningJob: null,
}

/**
 * Returns the id of the job whose result the page shows, which a notification adds to the URL; null if the URL has
 * none.
 */
export const useJobIdFromUrl = (): number | null => {
  const [search] = useSearchParams()
  const jobId = search.get('job')
  return jobId === null ? null : Number(jobId)
}

/**
 * Returns the state of an import and the functions of its steps.
 * With a `jobId`, the import begins in the state of that job, which is running or has ended.
 * `write` replaces the call that writes the rows.
 */
export const useImport = (resource: Resource, jobId: number | null, write?: WriteImport) => {
  const [state, setState] = useState<ImportState>({
    ...initialState,
    runningJob: jobId === null ? null : { jobId, mode: null },
  })
  // Stays the same until the server has answered, so that an import whose response was lost is not repeated.
  const [creationId, setCreationId] = useState(newRequestId)
  const { busy, send, whileBusy } = useImportCalls(resource)
  const refresh = useRefresh()
  const update = (change: Partial<ImportState>) =>
    setState((previous) => ({ ...previous, problem: undefined, ...change }))
  const run = async (operation: () => Promise<Partial<ImportState>>) => update(await operation().catch(failedState))
  const nextState = (result: ImportResult, mode: ImportMode | null): Partial<ImportState> => {
    if (result.JobId !== null) return { runningJob: { jobId: result.JobId, mode } }
    // A call that should have written rows, but did not, has found new errors.
    if (!result.Written)
      return { step: 'check', result, runningJob: null, ...(mode === null ? {} : { problem: newErrorsText }) }
    refresh()
    return { step: 'done', result, runningJob: null }
  }
  /**
   * Sends a file and reads the titles of its columns.
   * If the server has already stored the file, only its id is sent.
   */
  const readTitles = async (file: File, form: ImportForm): Promise<Partial<ImportState>> => {
    const storedPreview = state.file === file ? state.preview : null
    const preview = await send<ImportPreview>('PreviewImport', {
      ...form,
      ...(storedPreview ? { FileId: storedPreview.FileId } : { File: file }),
    })
    // Users who do not want to import the same file again remain on the first step.
    if (!storedPreview && preview.EarlierImport && !(await askAboutRepeat(preview.EarlierImport))) return { form }
    const choices = storedPreview
      ? {}
      : {
          fieldByColumn: proposedMapping(preview),
          isRepeatConfirmed: preview.EarlierImport !== null,
          includesEqual: false,
        }
    return { step: 'mapping', file, form, preview, ...choices, result: null }
  }
  const writeRows = async (mode: ImportMode): Promise<ImportResult | null> => {
    const callId = write ? callIdOf(resource, 'create') : importCallId(resource, 'Import')
    const fields = { ...requestFieldsOf(state), ImportMode: mode, ...(await requestIdFor(callId, creationId)) }
    const result = await (write
      ? writeWith(write, fields)
      : send<ImportResult>('Import', { ...fields, ...confirmationOf(state) }))
    // The next file is an import of its own.
    setCreationId(newRequestId())
    return result
  }
  const writeWith = (writeImport: WriteImport, fields: ImportForm): Promise<ImportResult | null> =>
    whileBusy(() =>
      writeImport(fields).catch((error: unknown) => {
        throw asHttpError(resource, error)
      }),
    )

  return {
    ...state,
    busy,
    /**
     * The fields that the calls of the import send: the values of the form, the id of the stored file, and the mapping.
     */
    requestFields: requestFieldsOf(state),
    clearProblem: () => update({}),
    showProblem: (error: unknown) => update(failedState(asHttpError(resource, error))),
    selectFile: (file: File) => run(() => readTitles(file, {})),
    /** Selects a file and the values of its form; resolves to the errors of the form. */
    selectFileWithForm: async (file: File, form: ImportForm): Promise<unknown> => {
      try {
        update(await readTitles(file, form))
        return undefined
      } catch (error) {
        return formErrorsOf(error)
      }
    },
    mapColumn: (place: number, field: string) =>
      update({ fieldByColumn: withField(state.fieldByColumn, place, field) }),
    /** Checks the rows of the file. `includesEqual` is the user's choice for rows that equal recorded data. */
    check: (includesEqual = state.includesEqual) =>
      run(async () => ({
        includesEqual,
        ...nextState(await send<ImportResult>('CheckImport', requestFieldsOf({ ...state, includesEqual })), null),
      })),
    write: (mode: ImportMode) =>
      run(async () => {
        const result = await writeRows(mode)
        return result ? nextState(result, mode) : {}
      }),
    showJobResult: ({ JobId, State: jobState, Error: reason }: Pick<JobInfo, 'JobId' | 'State' | 'Error'>) =>
      run(async () => {
        if (jobState !== 'done') return { runningJob: null, problem: reason ?? '作業沒有完成，請再試一次。' }
        return nextState(
          await call<ImportResult>('Ext.GetImportResult', { params: { JobId } }),
          state.runningJob?.mode ?? null,
        )
      }),
    goTo: (step: ImportStep) => update({ step }),
  }
}

const confirmationOf = ({ isRepeatConfirmed }: ImportState): UploadFields =>
  isRepeatConfirmed ? { [confirmRepeat]: 'true' } : {}

const newErrorsText = '檢查之後資料有變動，因此沒有寫入任何資料；請依下表修正或確認後再匯入。'

const askAboutRepeat = ({ Time, BatchNo }: NonNullable<ImportPreview['EarlierImport']>): Promise<boolean> =>
  askConfirmation(
    `這個檔案已於 ${dateTimeText(Time)} 匯入${BatchNo === null ? '' : `（批號 ${BatchNo}）`}，是否再次匯入？`,
    {
      body:
        BatchNo === null
          ? '檔案的內容完全相同；若再次匯入，請在檢查結果確認沒有重複的資料。'
          : '內容完全相同的檔案再次匯入時，已有帳單的資料會列為重複。',
      confirmText: '再次匯入',
      cancelText: '重新選擇檔案',
    },
  )

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
    const formData = new FormData()
    for (const [field, value] of Object.entries(fields)) formData.append(field, value)
    return whileBusy(async () => (await provider.sendImport(resource, name, formData)) as T)
  }
  return { busy, send, whileBusy }
}

const requestFieldsOf = ({ form, fieldByColumn, preview, includesEqual }: ImportState): ImportForm => ({
  ...form,
  ...(includesEqual ? { [includeEqual]: 'true' } : {}),
  FileId: preview?.FileId ?? '',
  Mapping: JSON.stringify(mappingOf(fieldByColumn)),
})

const failedState = (error: unknown): Partial<ImportState> => ({ runningJob: null, problem: problemOf(error) })

// The message of an error that a dialog has shown is not repeated.
const problemOf = (error: unknown): string => {
  const body = errorBody(error)
  if (!(error instanceof Error) || body?.hasDialog) return '沒有完成，請再試一次。'
  const messages = Object.values(body?.errors ?? {}).filter((message) => typeof message === 'string')
  return messages.join('\n') || error.message
}

const proposedMapping = ({ Columns }: ImportPreview): FieldByColumn =>
  Object.fromEntries(Columns.flatMap(({ Field, Place }) => (Field === null ? [] : [[Place, Field]])))

// An empty field means that the column is not imported.
const withField = (fieldByColumn: FieldByColumn, place: number, field: string): FieldByColumn =>
  Object.fromEntries(Object.entries({ ...fieldByColumn, [place]: field }).filter(([, name]) => name !== ''))

/** Returns the position of the column for each field. */
const mappingOf = (fieldByColumn: FieldByColumn): ImportMapping =>
  Object.fromEntries(Object.entries(fieldByColumn).map(([place, field]) => [field, Number(place)]))
