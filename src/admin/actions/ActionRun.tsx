import { Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDataProvider, useRedirect, useRefresh } from 'react-admin'
import { askConfirmation, showWarning } from '../../browser/dialogs/dialogs'
import { countText } from '../../browser/format'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { bulkPreviewId } from '../../schema/calls/endpoints'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { displayOf, interpolate } from '../../schema/text/interpolate'
import { FailurePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import type { PortalDataProvider } from '../data-provider'
import { type ActionOutcome, previewBulk, previewQuery } from '../data-provider/act'
import { errorBody, type FailedRecord } from '../data-provider/errors'
import type { ListReadParams } from '../data-provider/read'
import { recordId } from '../data-provider/record-id'
import { useConditionContext } from '../hooks/condition-context'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import { useScreens } from '../portal'
import type { QuerySelection } from '../screens'
import { BulkPreview, groupedByReason, namesText, RefusedRecords } from './BulkPreview'
import { InputsDialog, questionOf } from './InputsDialog'
import { actionsAllowedFor } from './use-actions'

/** An action, the place where the user runs it, and its records. */
export interface ActionProps {
  readonly resource: Resource
  readonly action: Action
  readonly place: ActionPlace
  readonly records: readonly RecordValues[]
  /** The query of the list, for an action on its result. */
  readonly query?: ListReadParams
  /** Set for a bulk action on all records that a query finds; `records` are then those of the page. */
  readonly selection?: QuerySelection | undefined
  /** Called with the outcome unless the whole action failed. */
  readonly onDone?: (outcome: ActionOutcome) => void
}

/**
 * Runs an action in its hand-written dialog, or in the generated one.
 * Must be mounted only while the action runs, because a list has hundreds of action buttons.
 */
export const ActionRun = (props: ActionProps & { readonly onEnd: () => void }) => {
  const Dialog = useScreens(props.resource.name).ActionDialogs?.[props.action.name]
  const generatedDialog = <GeneratedDialog {...props} />
  if (!Dialog) return generatedDialog
  const records = props.records.map((record) => ({ ...record, id: recordId(props.resource, record) }))
  return (
    <Dialog
      records={records}
      selection={props.selection}
      onDone={(failed) => props.onDone?.({ response: {}, failed })}
      onClose={props.onEnd}
      generatedDialog={generatedDialog}
    />
  )
}

/** Shows what the action will do, or asks for confirmation or inputs; runs the action and shows its result. */
const GeneratedDialog = (props: ActionProps & { readonly onEnd: () => void }) =>
  props.selection ? <QueryDialog {...props} selection={props.selection} /> : <RecordsDialog {...props} />

const RecordsDialog = (props: ActionProps & { readonly onEnd: () => void }) => {
  const { resource, action, place, records } = props
  const isPreviewServed = useExtensionCalls()?.includes(bulkPreviewId(resource, action)) ?? false
  const notAllowed = useNotAllowed(resource, action, records)
  const hasPreview = place === 'bulk' && (isPreviewServed || notAllowed.length > 0)
  if (!hasPreview) return <QuestionDialog {...props} />
  return (
    <PreviewedDialog
      {...props}
      readRefused={
        isPreviewServed ? (signal) => previewBulk(resource, action, records, signal) : async () => notAllowed
      }
    />
  )
}

/** Shows to how many of the records that a query finds a bulk action applies, and runs it for all of them. */
const QueryDialog = ({
  onEnd,
  selection,
  ...actionProps
}: ActionProps & { readonly onEnd: () => void; readonly selection: QuerySelection }) => {
  const { resource, action, records } = actionProps
  const { label } = action
  const { unit, noun } = resource
  const [busy, setBusy] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['bulk-preview', resource.name, action.name, selection.query],
    queryFn: ({ signal }) => previewQuery(resource, action, selection, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const run = useRunAction({ ...actionProps, selection }, { onEnd, setBusy, onFailure: () => void refetch() })
  const accepted = data ? data.count - data.refused.length : 0
  const nameOf = namesOf(resource, records)
  return (
    <InputsDialog
      resource={resource}
      action={data && accepted === 0 ? { ...action, inputs: [] } : action}
      records={records}
      title={label}
      busy={busy}
      submitText={accepted > 0 ? `${label} ${countText(accepted)} ${unit}` : label}
      isSubmitDisabled={isFetching || accepted === 0}
      onClose={onEnd}
      onSubmit={run}
      preview={
        data ? (
          <Stack spacing={2}>
            <Typography>
              查詢結果共 {countText(data.count)} {unit}
              {noun}，可以{label}的有 {countText(accepted)} {unit}。
            </Typography>
            <RefusedRecords
              title={(count) => `不能${label}的 ${count} ${unit}：`}
              label={`不能${label}的${noun}`}
              unit={unit}
              records={data.refused.map(({ id, message }) => ({ name: nameOf(id), reason: message }))}
            />
          </Stack>
        ) : error ? (
          <FailurePanel error={error} onRetry={refetch} />
        ) : (
          <PageSkeleton />
        )
      }
    />
  )
}

/**
 * Returns the records that do not meet the condition of the action by the values of the list, for a backend without
 * previews.
 */
const useNotAllowed = (
  resource: Resource,
  action: Action,
  records: readonly RecordValues[],
): readonly FailedRecord[] => {
  const context = useConditionContext()
  const message = notAllowedByCondition(`這${resource.unit}${resource.noun}`, action.label)
  return records
    .filter((record) => actionsAllowedFor([action], record, context).length === 0)
    .map((record) => ({ id: recordId(resource, record), message }))
}

type ReadRefused = (signal: AbortSignal) => Promise<readonly FailedRecord[]>

/** Shows to which of the records a bulk action applies and why not to the others, and runs it for the former. */
const PreviewedDialog = ({
  onEnd,
  readRefused,
  ...actionProps
}: ActionProps & { readonly onEnd: () => void; readonly readRefused: ReadRefused }) => {
  const { resource, action, records, onDone } = actionProps
  const [busy, setBusy] = useState(false)
  const { data: refused, error, isFetching, refetch } = usePreview(actionProps, readRefused)
  const refusalOf = (id: string) => refused?.find((refusal) => refusal.id === id)?.message ?? null
  const previewed = records.map((record) => ({
    id: recordId(resource, record),
    name: displayOf(resource, record),
    record,
  }))
  const accepted = refused ? previewed.filter(({ id }) => refusalOf(id) === null) : []
  const run = useRunAction(
    {
      ...actionProps,
      records: accepted.map(({ record }) => record),
      // The records that were refused at once stay selected as well.
      onDone: ({ response, failed }) => onDone?.({ response, failed: [...(refused ?? []), ...failed] }),
    },
    { onEnd, setBusy, onFailure: () => void refetch() },
  )
  const { label, confirm } = action
  const { unit, noun } = resource
  const count = countText(accepted.length)
  return (
    <InputsDialog
      resource={resource}
      action={refused && accepted.length === 0 ? { ...action, inputs: [] } : action}
      records={records}
      title={label}
      busy={busy}
      submitText={accepted.length > 0 ? `${label} ${count} ${unit}` : label}
      isSubmitDisabled={isFetching || accepted.length === 0}
      onClose={onEnd}
      onSubmit={run}
      preview={
        refused ? (
          <BulkPreview
            records={previewed.map(({ id, name }) => ({ id, name, refusal: refusalOf(id) }))}
            unit={unit}
            question={(number) =>
              confirm ? interpolate(confirm.many, { count: number }) : `可以${label}的有 ${number} ${unit}${noun}：`
            }
            verb={label}
            acceptedLabel={`要${label}的${noun}`}
            refusedLabel={`不能${label}的${noun}`}
          />
        ) : error ? (
          <FailurePanel error={error} onRetry={refetch} />
        ) : (
          <PageSkeleton />
        )
      }
    />
  )
}

const usePreview = ({ resource, action, records }: ActionProps, readRefused: ReadRefused) =>
  useQuery({
    queryKey: ['bulk-preview', resource.name, action.name, ...records.map((record) => recordId(resource, record))],
    queryFn: ({ signal }) => readRefused(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Asks for confirmation or inputs, runs the action and shows its result. */
const QuestionDialog = ({ onEnd, ...actionProps }: ActionProps & { readonly onEnd: () => void }) => {
  const { resource, action, records } = actionProps
  const [busy, setBusy] = useState(false)
  const run = useRunAction(actionProps, { onEnd, setBusy })
  const needsInputs = action.inputs.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is asked once
  useEffect(() => {
    if (needsInputs) return
    void confirmAction(action, records).then(async (confirmed) => {
      if (confirmed) await run({})
      else onEnd()
    })
  }, [])
  return (
    needsInputs && (
      <InputsDialog resource={resource} action={action} records={records} busy={busy} onClose={onEnd} onSubmit={run} />
    )
  )
}

/** Asks the action's question, if it has one; resolves to whether to run the action. */
const confirmAction = async (action: Action, records: readonly RecordValues[]): Promise<boolean> => {
  const question = questionOf(action, records)
  return (
    question === undefined ||
    askConfirmation(question, { body: action.text ?? '', confirmText: action.label, danger: action.danger })
  )
}

interface RunCallbacks {
  /** Called when the action has ended, but not if the dialog stays open for corrections. */
  readonly onEnd: () => void
  readonly setBusy: (busy: boolean) => void
  /** Called when the whole action has failed. With this function, the dialog stays open and shows the error. */
  readonly onFailure?: () => void
}

/**
 * Returns the function that runs the action with the inputs of the dialog.
 * If the server rejects inputs, the function resolves to their error messages and the dialog stays open; otherwise it
 * resolves to undefined.
 */
const useRunAction = (
  { resource, action, place, records, query, selection, onDone }: ActionProps,
  { onEnd, setBusy, onFailure }: RunCallbacks,
) => {
  const provider = useDataProvider<PortalDataProvider>()
  const { showOutcome, showFailure } = useResultMessages(resource, action, place)
  const goToNextStep = useNextStep(resource, action)
  return async (inputs: RecordValues): Promise<Readonly<Record<string, unknown>> | undefined> => {
    setBusy(true)
    try {
      const outcome = await provider.act(resource.name, { action, place, records, inputs, query, selection })
      showOutcome(records, inputs, outcome)
      onDone?.(outcome)
      goToNextStep(outcome.failed.length === 0)
    } catch (error) {
      const errors = action.inputs.length > 0 ? errorBody(error)?.errors : undefined
      if (errors) {
        setBusy(false)
        return errors
      }
      if (onFailure) {
        setBusy(false)
        onFailure()
        return { root: { serverError: error instanceof Error ? error.message : String(error) } }
      }
      showFailure(records, error)
      goToNextStep(false)
    }
    onEnd()
    return undefined
  }
}

/**
 * Returns the function that performs the step that the action declares in `afterwards`: it refreshes the page or opens
 * another page.
 */
const useNextStep = (resource: Resource, { afterwards }: Action) => {
  const refresh = useRefresh()
  const redirect = useRedirect()
  return (succeeded: boolean) => {
    if (succeeded && afterwards === 'list') redirect('list', resource.name)
    if (succeeded && typeof afterwards === 'object') redirect('list', afterwards.page)
    // A download changes no record.
    // After any failure the page is refreshed, because the record has often changed since it was read.
    if (afterwards !== 'download' || !succeeded) refresh()
  }
}

/** Maximum number of reasons that the dialog lists. */
const maxListedReasons = 10

/**
 * Returns the functions that show the result of an action: a toast if it succeeded for all records, the failed records
 * with their reasons, or the error of the whole action.
 */
const useResultMessages = (resource: Resource, action: Action, place: ActionPlace) => {
  const toast = useToast()
  const notifyFailure = useNotifyFailure()
  const { success, failure } = action
  return {
    showOutcome: (
      records: readonly RecordValues[],
      inputs: RecordValues,
      { response, failed, count = records.length }: ActionOutcome,
    ): void => {
      const counts = { count, done: count - failed.length, failed: failed.length }
      if (failed.length > 0)
        return void showWarning(
          interpolate(failure.many, { ...inputs, ...counts }),
          reasonsOf(resource, records, failed),
        )
      const [record] = records
      const message =
        place === 'bulk'
          ? interpolate(success.many, { ...inputs, ...counts })
          : interpolate(success.one, { ...record, ...inputs, ...response })
      if (message) toast(message)
    },
    showFailure: (records: readonly RecordValues[], error: unknown): void => {
      const [record] = records
      const prefix = place === 'bulk' || !failure.one ? '' : interpolate(failure.one, record ?? {})
      // The message of the error is replaced, not the error object, because the object records whether a dialog has
      // already shown the error.
      notifyFailure(
        prefix && error instanceof Error ? Object.assign(error, { message: prefix + error.message }) : error,
      )
    },
  }
}

const reasonsOf = (resource: Resource, records: readonly RecordValues[], failed: readonly FailedRecord[]): string => {
  const nameOf = namesOf(resource, records)
  const groups = groupedByReason(failed.map(({ id, message }) => ({ name: nameOf(id), reason: message })))
  const reasons = groups
    .slice(0, maxListedReasons)
    .map(({ reason, names }) => `${namesText(names, resource.unit)}：${reason}`)
  const remainder = groups.slice(maxListedReasons).flatMap(({ names }) => names)
  return [...reasons, ...(remainder.length > 0 ? [`另有 ${remainder.length} ${resource.unit}。`] : [])].join('\n')
}

/** Returns the function that names a record; a record that is not on the page is named by its id. */
const namesOf =
  (resource: Resource, records: readonly RecordValues[]) =>
  (id: string): string => {
    const record = records.find((candidate) => recordId(resource, candidate) === id)
    return record ? displayOf(resource, record) : id
  }
