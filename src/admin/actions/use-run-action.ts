import { useDataProvider, useRedirect, useRefresh } from 'react-admin'
import { showWarning } from '../../browser/dialogs/dialogs'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { interpolate } from '../../schema/text/interpolate'
import { recordTitle, shownValues } from '../../schema/text/record-title'
import type { PortalDataProvider } from '../data-provider'
import type { ActionOutcome } from '../data-provider/act'
import { errorBody, type FailedRecord } from '../data-provider/errors'
import type { ListReadParams } from '../data-provider/read'
import { recordId } from '../data-provider/record-id'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import type { PartOfQuery, QuerySelection } from '../screens'
import { groupedByReason, namesText } from './BulkPreview'

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
  /** Set if the action is for all records that a query finds but gets only some of them. */
  readonly part?: PartOfQuery | undefined
  /** Called with the outcome unless the whole action failed. */
  readonly onDone?: (outcome: ActionOutcome) => void
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
export const useRunAction = (
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
          : interpolate(success.one, { ...(record && shownValues(resource, record)), ...inputs, ...response })
      if (message) toast(message)
    },
    showFailure: (records: readonly RecordValues[], error: unknown): void => {
      const [record] = records
      const prefix =
        place === 'bulk' || !failure.one ? '' : interpolate(failure.one, record ? shownValues(resource, record) : {})
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
export const namesOf =
  (resource: Resource, records: readonly RecordValues[]) =>
  (id: string): string => {
    const record = records.find((candidate) => recordId(resource, candidate) === id)
    return record ? recordTitle(resource, record) : id
  }
