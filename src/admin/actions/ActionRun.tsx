import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useRedirect, useRefresh } from 'react-admin'
import { confirm, warn } from '../../browser/dialogs/dialogs'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { displayOf, interpolate } from '../../schema/text/interpolate'
import type { PortalDataProvider } from '../data-provider'
import type { ActionOutcome } from '../data-provider/act'
import { errorBody, type Failure } from '../data-provider/errors'
import { recordId } from '../data-provider/record-id'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import { ActionDialog, questionOf } from './ActionDialog'

/** An action that somebody wants to be done. */
export interface RequestedAction {
  readonly resource: Resource
  readonly action: Action
  readonly place: ActionPlace
  readonly rows: readonly RecordValues[]
  /** Called with what became of it. */
  readonly onDone?: (outcome: ActionOutcome) => void
}

/** Asks for confirmation or inputs, runs the action and shows its result. Mounted only while that lasts: a list has hundreds of buttons. */
export const ActionRun = ({ onEnd, ...requested }: RequestedAction & { readonly onEnd: () => void }) => {
  const { resource, action, rows } = requested
  const [busy, setBusy] = useState(false)
  const run = useRun(requested, onEnd, setBusy)
  const begun = useRef(false)
  const asks = action.inputs.length > 0
  useEffect(() => {
    if (asks || begun.current) return
    begun.current = true
    void agreed(action, rows).then(async (yes) => {
      if (yes) await run({})
      else onEnd()
    })
  })
  return asks && <ActionDialog resource={resource} action={action} rows={rows} busy={busy} onClose={onEnd} onSubmit={run} />
}

const agreed = async (action: Action, rows: readonly RecordValues[]): Promise<boolean> => {
  const question = questionOf(action, rows)
  return question === undefined || confirm(question, { body: action.text ?? '', confirmText: action.label })
}

/** Returns the function that runs the action; it resolves to the messages for inputs that the server refused, for which the dialog stays open. */
const useRun = ({ resource, action, place, rows, onDone }: RequestedAction, onEnd: () => void, setBusy: (busy: boolean) => void) => {
  const provider = useDataProvider<PortalDataProvider>()
  const notifyOutcome = useNotifyOutcome(resource, action, place)
  const goOn = useGoOn(resource, action)
  return async (inputs: RecordValues): Promise<Readonly<Record<string, unknown>> | undefined> => {
    setBusy(true)
    try {
      const outcome = await provider.act(resource.name, { action, place, rows, inputs })
      notifyOutcome.done(rows, inputs, outcome)
      onDone?.(outcome)
      goOn(outcome.failed.length === 0)
    } catch (error) {
      const errors = action.inputs.length > 0 ? errorBody(error)?.errors : undefined
      if (errors) {
        setBusy(false)
        return errors
      }
      notifyOutcome.failed(rows, error)
      goOn(false)
    }
    onEnd()
    return undefined
  }
}

const useGoOn = (resource: Resource, { afterwards }: Action) => {
  const refresh = useRefresh()
  const redirect = useRedirect()
  return (done: boolean) => {
    if (done && afterwards === 'list') redirect('list', resource.name)
    if (done && typeof afterwards === 'object') redirect('list', afterwards.page)
    // A refused record has often changed since it was read.
    if (afterwards !== 'download' || !done) refresh()
  }
}

/** Most reasons that the dialog shows. */
const reasonsShown = 10

/** Shows the result of an action: a toast where all of it was done, else each record that failed with its reason. */
const useNotifyOutcome = (resource: Resource, action: Action, place: ActionPlace) => {
  const toast = useToast()
  const notifyFailure = useNotifyFailure()
  const { success, failure } = action
  return {
    done: (rows: readonly RecordValues[], inputs: RecordValues, { answer, failed }: ActionOutcome): void => {
      const counts = { count: rows.length, done: rows.length - failed.length, failed: failed.length }
      if (failed.length > 0) return void warn(interpolate(failure.many, { ...inputs, ...counts }), reasonsOf(resource, rows, failed))
      const [only] = rows
      const sentence = place === 'bulk' ? interpolate(success.many, { ...inputs, ...counts }) : interpolate(success.one, { ...only, ...inputs, ...answer })
      if (sentence) toast(sentence)
    },
    failed: (rows: readonly RecordValues[], error: unknown): void => {
      const [only] = rows
      const before = place === 'bulk' || !failure.one ? '' : interpolate(failure.one, only ?? {})
      notifyFailure(before && error instanceof Error ? Object.assign(error, { message: before + error.message }) : error)
    },
  }
}

const reasonsOf = (resource: Resource, rows: readonly RecordValues[], failed: readonly Failure[]): string => {
  const nameOf = (id: string) => {
    const row = rows.find((one) => recordId(resource, one) === id)
    return row ? displayOf(resource, row) : id
  }
  const reasons = failed.slice(0, reasonsShown).map(({ id, message }) => `${nameOf(id)}：${message}`)
  const more = failed.length > reasonsShown ? [`另有 ${failed.length - reasonsShown} 筆。`] : []
  return [...reasons, ...more].join('\n')
}
