import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useRedirect, useRefresh } from 'react-admin'
import { confirm } from '../../browser/dialogs'
import type { Action, ActionPlace } from '../../schema/action-types'
import type { Resource, Row } from '../../schema/types'
import type { PortalDataProvider } from '../data-provider'
import type { ActionOutcome } from '../data-provider/act'
import { errorBody } from '../data-provider/errors'
import { ActionDialog } from './ActionDialog'
import { questionOf } from './action-texts'
import { useTellOutcome } from './use-tell-outcome'

/** An action that somebody wants to be done. */
export interface Deed {
  readonly resource: Resource
  readonly action: Action
  readonly place: ActionPlace
  readonly rows: readonly Row[]
  /** Called with what became of it. */
  readonly onDone?: (outcome: ActionOutcome) => void
}

/** Asks what is to be asked, does the action, tells how it went, and ends. Drawn only while that lasts: a list has hundreds of buttons. */
export const ActionRun = ({ onEnd, ...deed }: Deed & { readonly onEnd: () => void }) => {
  const { resource, action, rows } = deed
  const [busy, setBusy] = useState(false)
  const run = useRun(deed, onEnd, setBusy)
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

const agreed = async (action: Action, rows: readonly Row[]): Promise<boolean> => {
  const question = questionOf(action, rows)
  return question === undefined || confirm(question, { body: action.text ?? '', confirmText: action.label })
}

/** Does it; answers the sentences for inputs that the server refused, for which the dialog stays open. */
const useRun = ({ resource, action, place, rows, onDone }: Deed, onEnd: () => void, setBusy: (busy: boolean) => void) => {
  const provider = useDataProvider<PortalDataProvider>()
  const tell = useTellOutcome(resource, action, place)
  const goOn = useGoOn(resource, action)
  return async (inputs: Row): Promise<Readonly<Record<string, unknown>> | undefined> => {
    setBusy(true)
    try {
      const outcome = await provider.act(resource.name, { action, place, rows, inputs })
      tell.done(rows, inputs, outcome)
      onDone?.(outcome)
      goOn(outcome.failed.length === 0)
    } catch (error) {
      const errors = action.inputs.length > 0 ? errorBody(error)?.errors : undefined
      if (errors) {
        setBusy(false)
        return errors
      }
      tell.failed(rows, error)
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
    // What was refused is often no longer as it looked.
    if (afterwards !== 'download' || !done) refresh()
  }
}
