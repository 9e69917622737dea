import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useRedirect, useRefresh } from 'react-admin'
import { askConfirmation, showWarning } from '../../browser/dialogs/dialogs'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { displayOf, interpolate } from '../../schema/text/interpolate'
import type { PortalDataProvider } from '../data-provider'
import type { ActionOutcome } from '../data-provider/act'
import { errorBody, type FailedRecord } from '../data-provider/errors'
import type { ListReadParams } from '../data-provider/read'
import { recordId } from '../data-provider/record-id'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import { useScreens } from '../portal'
import { InputsDialog, questionOf } from './InputsDialog'

/** An action, the place where the user runs it, and its records. */
export interface ActionProps {
  readonly resource: Resource
  readonly action: Action
  readonly place: ActionPlace
  readonly records: readonly RecordValues[]
  /** The query of the list, for an action on its result. */
  readonly query?: ListReadParams
  /** Called with the outcome unless the whole action failed. */
  readonly onDone?: (outcome: ActionOutcome) => void
}

/** Runs an action in its hand-written dialog, or in the generated one. Must be mounted only while the action runs, because a list has hundreds of action buttons. */
export const ActionRun = (props: ActionProps & { readonly onEnd: () => void }) => {
  const Dialog = useScreens(props.resource.name).ActionDialogs?.[props.action.name]
  const generatedDialog = <GeneratedDialog {...props} />
  if (!Dialog) return generatedDialog
  const records = props.records.map((record) => ({ ...record, id: recordId(props.resource, record) }))
  return <Dialog records={records} onDone={(failed) => props.onDone?.({ response: {}, failed })} onClose={props.onEnd} generatedDialog={generatedDialog} />
}

/** Asks for confirmation or inputs, runs the action and shows its result. */
const GeneratedDialog = ({ onEnd, ...actionProps }: ActionProps & { readonly onEnd: () => void }) => {
  const { resource, action, records } = actionProps
  const [busy, setBusy] = useState(false)
  const run = useRunAction(actionProps, { onEnd, setBusy })
  const isStarted = useRef(false)
  const needsInputs = action.inputs.length > 0
  // The effect runs after every render, but the action only once.
  useEffect(() => {
    if (needsInputs || isStarted.current) return
    isStarted.current = true
    void confirmAction(action, records).then(async (confirmed) => {
      if (confirmed) await run({})
      else onEnd()
    })
  })
  return needsInputs && <InputsDialog resource={resource} action={action} records={records} busy={busy} onClose={onEnd} onSubmit={run} />
}

/** Asks the action's question, if it has one; resolves to whether to run the action. */
const confirmAction = async (action: Action, records: readonly RecordValues[]): Promise<boolean> => {
  const question = questionOf(action, records)
  return question === undefined || askConfirmation(question, { body: action.text ?? '', confirmText: action.label, danger: action.danger })
}

interface RunCallbacks {
  /** Called when the action has ended, but not if the dialog stays open for corrections. */
  readonly onEnd: () => void
  readonly setBusy: (busy: boolean) => void
}

/** Returns the function that runs the action with the inputs of the dialog. If the server rejects inputs, the function resolves to their error messages and the dialog stays open; otherwise it resolves to undefined. */
const useRunAction = ({ resource, action, place, records, query, onDone }: ActionProps, { onEnd, setBusy }: RunCallbacks) => {
  const provider = useDataProvider<PortalDataProvider>()
  const { showOutcome, showFailure } = useResultMessages(resource, action, place)
  const goToNextStep = useNextStep(resource, action)
  return async (inputs: RecordValues): Promise<Readonly<Record<string, unknown>> | undefined> => {
    setBusy(true)
    try {
      const outcome = await provider.act(resource.name, { action, place, records, inputs, query })
      showOutcome(records, inputs, outcome)
      onDone?.(outcome)
      goToNextStep(outcome.failed.length === 0)
    } catch (error) {
      const errors = action.inputs.length > 0 ? errorBody(error)?.errors : undefined
      if (errors) {
        setBusy(false)
        return errors
      }
      showFailure(records, error)
      goToNextStep(false)
    }
    onEnd()
    return undefined
  }
}

/** Returns the function that performs the step that the action declares in `afterwards`: it refreshes the page or opens another page. */
const useNextStep = (resource: Resource, { afterwards }: Action) => {
  const refresh = useRefresh()
  const redirect = useRedirect()
  return (succeeded: boolean) => {
    if (succeeded && afterwards === 'list') redirect('list', resource.name)
    if (succeeded && typeof afterwards === 'object') redirect('list', afterwards.page)
    // A download changes no record. After any failure the page is refreshed, because the record has often changed since it was read.
    if (afterwards !== 'download' || !succeeded) refresh()
  }
}

/** Maximum number of failed records that the dialog lists. */
const maxListedFailures = 10

/** Returns the functions that show the result of an action: a toast if it succeeded for all records, the failed records with their reasons, or the error of the whole action. */
const useResultMessages = (resource: Resource, action: Action, place: ActionPlace) => {
  const toast = useToast()
  const notifyFailure = useNotifyFailure()
  const { success, failure } = action
  return {
    showOutcome: (records: readonly RecordValues[], inputs: RecordValues, { response, failed }: ActionOutcome): void => {
      const counts = { count: records.length, done: records.length - failed.length, failed: failed.length }
      if (failed.length > 0) return void showWarning(interpolate(failure.many, { ...inputs, ...counts }), reasonsOf(resource, records, failed))
      const [record] = records
      const message = place === 'bulk' ? interpolate(success.many, { ...inputs, ...counts }) : interpolate(success.one, { ...record, ...inputs, ...response })
      if (message) toast(message)
    },
    showFailure: (records: readonly RecordValues[], error: unknown): void => {
      const [record] = records
      const prefix = place === 'bulk' || !failure.one ? '' : interpolate(failure.one, record ?? {})
      // The message of the error is replaced, not the error object, because the object records whether a dialog has already shown the error.
      notifyFailure(prefix && error instanceof Error ? Object.assign(error, { message: prefix + error.message }) : error)
    },
  }
}

const reasonsOf = (resource: Resource, records: readonly RecordValues[], failed: readonly FailedRecord[]): string => {
  const nameOf = (id: string) => {
    const record = records.find((candidate) => recordId(resource, candidate) === id)
    return record ? displayOf(resource, record) : id
  }
  const reasons = failed.slice(0, maxListedFailures).map(({ id, message }) => `${nameOf(id)}：${message}`)
  const remainder = failed.length > maxListedFailures ? [`另有 ${failed.length - maxListedFailures} 筆。`] : []
  return [...reasons, ...remainder].join('\n')
}
