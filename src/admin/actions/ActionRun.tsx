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

/** An action to run, and on which records. */
export interface RequestedAction {
  readonly resource: Resource
  readonly action: Action
  readonly place: ActionPlace
  readonly records: readonly RecordValues[]
  /** Called with the outcome. */
  readonly onDone?: (outcome: ActionOutcome) => void
}

/** Asks for confirmation or inputs, runs the action and shows its result. Mounted only while the action runs, because a list has hundreds of buttons. */
export const ActionRun = ({ onEnd, ...requested }: RequestedAction & { readonly onEnd: () => void }) => {
  const { resource, action, records } = requested
  const [busy, setBusy] = useState(false)
  const run = useRun(requested, onEnd, setBusy)
  const started = useRef(false)
  const needsInputs = action.inputs.length > 0
  useEffect(() => {
    if (needsInputs || started.current) return
    started.current = true
    void isConfirmed(action, records).then(async (yes) => {
      if (yes) await run({})
      else onEnd()
    })
  })
  return needsInputs && <ActionDialog resource={resource} action={action} records={records} busy={busy} onClose={onEnd} onSubmit={run} />
}

const isConfirmed = async (action: Action, records: readonly RecordValues[]): Promise<boolean> => {
  const question = questionOf(action, records)
  return question === undefined || confirm(question, { body: action.text ?? '', confirmText: action.label })
}

/** Returns the function that runs the action. It resolves to the messages for inputs that the server refused; the dialog then stays open. */
const useRun = ({ resource, action, place, records, onDone }: RequestedAction, onEnd: () => void, setBusy: (busy: boolean) => void) => {
  const provider = useDataProvider<PortalDataProvider>()
  const notifyOutcome = useNotifyOutcome(resource, action, place)
  const finish = useFinish(resource, action)
  return async (inputs: RecordValues): Promise<Readonly<Record<string, unknown>> | undefined> => {
    setBusy(true)
    try {
      const outcome = await provider.act(resource.name, { action, place, records, inputs })
      notifyOutcome.done(records, inputs, outcome)
      onDone?.(outcome)
      finish(outcome.failed.length === 0)
    } catch (error) {
      const errors = action.inputs.length > 0 ? errorBody(error)?.errors : undefined
      if (errors) {
        setBusy(false)
        return errors
      }
      notifyOutcome.failed(records, error)
      finish(false)
    }
    onEnd()
    return undefined
  }
}

const useFinish = (resource: Resource, { afterwards }: Action) => {
  const refresh = useRefresh()
  const redirect = useRedirect()
  return (succeeded: boolean) => {
    if (succeeded && afterwards === 'list') redirect('list', resource.name)
    if (succeeded && typeof afterwards === 'object') redirect('list', afterwards.page)
    // A record whose action is refused has often changed since it was read.
    if (afterwards !== 'download' || !succeeded) refresh()
  }
}

/** Highest number of reasons in the dialog. */
const maxReasons = 10

/** Shows the result of an action: a toast if it succeeded for all records, else the failed records with their reasons. */
const useNotifyOutcome = (resource: Resource, action: Action, place: ActionPlace) => {
  const toast = useToast()
  const notifyFailure = useNotifyFailure()
  const { success, failure } = action
  return {
    done: (records: readonly RecordValues[], inputs: RecordValues, { answer, failed }: ActionOutcome): void => {
      const counts = { count: records.length, done: records.length - failed.length, failed: failed.length }
      if (failed.length > 0) return void warn(interpolate(failure.many, { ...inputs, ...counts }), reasonsOf(resource, records, failed))
      const [record] = records
      const message = place === 'bulk' ? interpolate(success.many, { ...inputs, ...counts }) : interpolate(success.one, { ...record, ...inputs, ...answer })
      if (message) toast(message)
    },
    failed: (records: readonly RecordValues[], error: unknown): void => {
      const [record] = records
      const prefix = place === 'bulk' || !failure.one ? '' : interpolate(failure.one, record ?? {})
      notifyFailure(prefix && error instanceof Error ? Object.assign(error, { message: prefix + error.message }) : error)
    },
  }
}

const reasonsOf = (resource: Resource, records: readonly RecordValues[], failed: readonly Failure[]): string => {
  const nameOf = (id: string) => {
    const record = records.find((candidate) => recordId(resource, candidate) === id)
    return record ? displayOf(resource, record) : id
  }
  const reasons = failed.slice(0, maxReasons).map(({ id, message }) => `${nameOf(id)}：${message}`)
  const more = failed.length > maxReasons ? [`另有 ${failed.length - maxReasons} 筆。`] : []
  return [...reasons, ...more].join('\n')
}
