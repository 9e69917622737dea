import { Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { countText } from '../../browser/format'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { bulkPreviewId } from '../../schema/calls/endpoints'
import type { Action } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { interpolate } from '../../schema/text/interpolate'
import { recordTitle } from '../../schema/text/record-title'
import { FailurePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import { previewBulk, previewQuery } from '../data-provider/act'
import type { FailedRecord } from '../data-provider/errors'
import { recordId } from '../data-provider/record-id'
import { useConditionContext } from '../hooks/condition-context'
import { useScreens } from '../portal'
import type { QuerySelection } from '../screens'
import { BulkPreview, namedRecords, RefusedRecords } from './BulkPreview'
import { InputsDialog, questionOf, subjectOf } from './InputsDialog'
import { actionsAllowedFor } from './use-actions'
import { type ActionProps, namesOf, useRunAction } from './use-run-action'

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
      part={props.part}
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
  if (place !== 'bulk') return <QuestionDialog {...props} />
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
  const run = useRunAction(
    { ...actionProps, selection: { ...selection, version: data?.version } },
    { onEnd, setBusy, onFailure: () => void refetch() },
  )
  const accepted = data ? data.count - data.refused.length : 0
  const nameOf = namesOf(resource, records)
  const acceptedNames = records
    .filter((record) => !data?.refused.some(({ id }) => id === recordId(resource, record)))
    .map((record) => recordTitle(resource, record))
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
            {action.danger && accepted > 0 && (
              <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {namedRecords(acceptedNames, unit, accepted)}
              </Typography>
            )}
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
    name: recordTitle(resource, record),
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
            part={actionProps.part}
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
    void confirmAction(resource, action, records).then(async (confirmed) => {
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
const confirmAction = async (
  resource: Resource,
  action: Action,
  records: readonly RecordValues[],
): Promise<boolean> => {
  const question = questionOf(resource, action, records)
  if (question === undefined) return true
  const subject = subjectOf(resource, action, { records, title: question })
  const body = [subject, action.text].filter(Boolean).join('\n')
  return askConfirmation(question, { body, confirmText: action.label, danger: action.danger })
}
