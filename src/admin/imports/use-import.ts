import { useState } from 'react'
import { useDataProvider, useRefresh } from 'react-admin'
import { call } from '../../browser/http/client'
import type { ImportMapping, ImportMode, ImportPreview, ImportResult } from '../../contract/imports'
import type { JobInfo } from '../../contract/session'
import type { ImportCall } from '../../schema/calls/endpoints'
import type { ImportSpec } from '../../schema/language/import'
import type { Resource } from '../../schema/language/resource'
import type { PortalDataProvider } from '../data-provider'
import { errorBody } from '../data-provider/errors'

/** The steps of an import with their titles. */
export const importSteps = { file: '選擇檔案', mapping: '對應欄位', check: '檢查資料', done: '完成' } as const
export type ImportStep = keyof typeof importSteps

/** Props of the steps. */
export interface StepProps {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly wizard: ReturnType<typeof useImport>
}

interface State {
  readonly step: ImportStep
  readonly file: File | null
  readonly preview: ImportPreview | null
  readonly mapping: ImportMapping
  readonly result: ImportResult | null
  /** Why the last call was refused. */
  readonly problem: string | undefined
  /** The job that processes a large file, and its import mode; null = a check, or a job that was started on another page. */
  readonly running: { readonly jobId: number; readonly mode: ImportMode | null } | null
}

const initialState: State = { step: 'file', file: null, preview: null, mapping: {}, result: null, problem: undefined, running: null }

/** Returns the state of an import and the functions of its steps; `jobId` shows the job that is running or has ended. */
export const useImport = (resource: Resource, jobId: number | null) => {
  const [state, setState] = useState<State>({ ...initialState, running: jobId === null ? null : { jobId, mode: null } })
  const { busy, send } = useImportCalls(resource)
  const refresh = useRefresh()
  const update = (change: Partial<State>) => setState((last) => ({ ...last, problem: undefined, ...change }))
  const run = async (step: () => Promise<Partial<State>>) => update(await step().catch(failedState))
  const nextState = (result: ImportResult, mode: ImportMode | null): Partial<State> => {
    if (result.JobId !== null) return { running: { jobId: result.JobId, mode } }
    if (!result.Written) return { step: 'check', result, running: null, ...(mode === null ? {} : { problem: changedText }) }
    refresh()
    return { step: 'done', result, running: null }
  }

  return {
    ...state,
    busy,
    chooseFile: (file: File) =>
      run(async () => {
        update({ ...initialState, file })
        const preview = await send<ImportPreview>('PreviewImport', { File: file })
        return { step: 'mapping', preview, mapping: proposedMapping(preview) }
      }),
    mapField: (field: string, place: number | null) => update({ mapping: withMapping(state.mapping, field, place) }),
    check: () => run(async () => nextState(await send<ImportResult>('CheckImport', formFields(state)), null)),
    write: (mode: ImportMode) => run(async () => nextState(await send<ImportResult>('Import', { ...formFields(state), ImportMode: mode }), mode)),
    showJobResult: ({ JobId, State: jobState, Error: reason }: Pick<JobInfo, 'JobId' | 'State' | 'Error'>) =>
      run(async () => {
        if (jobState !== 'done') return { running: null, problem: reason ?? '作業沒有完成，請再試一次。' }
        return nextState(await call<ImportResult>('Ext.GetImportResult', { params: { JobId } }), state.running?.mode ?? null)
      }),
    goTo: (step: ImportStep) => update(step === 'file' ? initialState : { step }),
  }
}

const changedText = '檢查之後資料有變動，因此沒有寫入任何資料；請依下表修正後再匯入。'

type Form = Readonly<Record<string, string | File>>

const useImportCalls = ({ name: resource }: Resource) => {
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider<PortalDataProvider>()
  const send = async <T>(name: ImportCall, fields: Form): Promise<T> => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    setBusy(true)
    try {
      return (await provider.sendImport(resource, name, form)) as T
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}

const formFields = ({ file, mapping }: State): Form => ({ Mapping: JSON.stringify(mapping), ...(file ? { File: file } : {}) })

// Failures other than refusals have shown a dialog.
const failedState = (error: unknown): Partial<State> => ({
  running: null,
  problem: error instanceof Error && !errorBody(error)?.shown ? error.message : '沒有完成，請再試一次。',
})

const proposedMapping = ({ Columns }: ImportPreview): ImportMapping =>
  Object.fromEntries(Columns.flatMap(({ Field, Place }) => (Field === null ? [] : [[Field, Place]])))

/** Maps a field to a column of the file, or to none; a column fills one field only. */
const withMapping = (mapping: ImportMapping, field: string, place: number | null): ImportMapping =>
  Object.fromEntries([
    ...Object.entries(mapping).filter(([name, usedPlace]) => name !== field && usedPlace !== place),
    ...(place === null ? [] : [[field, place] as const]),
  ])
