import { Button, type ButtonProps } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { type RaRecord, useDataProvider, useListContext } from 'react-admin'
import { useIsServed } from '../../browser/http/capabilities'
import { maxBulkRecords } from '../../contract/envelope'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { useOpenDialog } from '../components/DialogHost'
import { iconOf } from '../components/icon-of'
import { lazyComponent } from '../components/lazy-component'
import { useConditionContext } from '../hooks/condition-context'
import { useTask } from '../hooks/use-task'
import { useColumns } from '../list/columns/columns'
import type { QuerySelection } from '../screens'
import { useActions, usePermittedActions } from './use-actions'
import type { ActionProps } from './use-run-action'

// The code of actions is loaded when a button is pressed, so that lists load sooner.
/** Runs an action. The code is loaded when it is first rendered. */
export const ActionRun = lazyComponent(async () => (await import('./ActionRun')).ActionRun)

/** Renders the actions that need no record, as buttons above the list. */
export const PageActionButtons = ({ resource }: { resource: Resource }) =>
  useActions(resource, 'page').map((action) => (
    <ActionButton key={action.name} resource={resource} action={action} place="page" records={[]} />
  ))

/**
 * Renders the actions on the result of the list's query.
 * Renders `fallback` if the user may run none of them.
 * Until it is known whether the backend serves them, their space is reserved, so that other buttons do not move.
 */
export const ListActionButtons = ({ resource, fallback }: { resource: Resource; fallback: ReactNode }) => {
  const permitted = usePermittedActions(resource, 'list')
  const served = useActions(resource, 'list')
  const isKnown = useIsServed() !== undefined
  const { filterValues: filter, sort, total = 0 } = useListContext()
  const { needsAllFields: allFields } = useColumns(resource)
  const actions = isKnown ? served : permitted
  if (actions.length === 0) return fallback
  return actions.map((action) => (
    <ActionButton
      key={action.name}
      resource={resource}
      action={action}
      place="list"
      records={[]}
      query={{ filter, sort, meta: { allFields } }}
      disabled={total === 0}
      isHidden={!isKnown}
    />
  ))
}

interface ActionButtonProps extends ActionProps {
  readonly disabled?: boolean
  /** Whether the button is invisible and only reserves its space. */
  readonly isHidden?: boolean
}

/** Renders the button of an action, and runs the action when it is pressed. */
export const ActionButton = ({ disabled = false, isHidden = false, ...actionProps }: ActionButtonProps) => {
  const { run, start } = useActionRun(actionProps)
  return (
    <>
      <LabelledButton
        action={actionProps.action}
        variant="outlined"
        disabled={disabled}
        onClick={start}
        sx={isHidden ? { visibility: 'hidden' } : {}}
      />
      {run}
    </>
  )
}

/** Returns the function that starts an action, and the element that runs it. */
const useActionRun = (props: ActionProps) => {
  const [isRunning, setRunning] = useState(false)
  return { start: () => setRunning(true), run: isRunning && <ActionRun {...props} onEnd={() => setRunning(false)} /> }
}

/** Renders a button with the label and the icon of an action. */
const LabelledButton = ({ action, ...buttonProps }: Omit<ButtonProps, 'action'> & { action: Action }) => {
  const Icon = action.icon ? iconOf(action.icon) : undefined
  return (
    <Button color={action.danger ? 'error' : 'primary'} startIcon={Icon && <Icon />} {...buttonProps}>
      {action.label}
    </Button>
  )
}

/**
 * Renders the buttons of the bulk actions, within a `DialogHost`: a run keeps its records and its dialog while the list
 * is loaded again, even if the records or the whole result disappear.
 * The records for which the action failed stay selected.
 * For all records of a query, an action that cannot be applied to a query gets the records, up to the maximum of a call;
 * the dialog says whether some are left.
 */
export const BulkActionButtons = ({
  resource,
  records,
  selection,
  disabled,
}: {
  resource: Resource
  records: readonly RaRecord[]
  selection: QuerySelection | undefined
  disabled: boolean
}) => {
  const { onSelect, onUnselectItems, filterValues: filter, sort } = useListContext()
  const provider = useDataProvider()
  const openDialog = useOpenDialog()
  const { busy, run } = useTask()
  const selectFailed: ActionProps['onDone'] = ({ failed }) =>
    failed.length > 0 ? onSelect(failed.map(({ id }) => id)) : onUnselectItems()
  const context = useConditionContext()
  const readPage = async (page: number) =>
    (await provider.getList(resource.name, { pagination: { page, perPage: maxBulkRecords }, sort, filter })).data
  const start = (action: Action) =>
    run(async () => {
      const isRead = selection !== undefined && !action.overQuery
      const { chosen, part } = isRead
        ? await (await import('./records-for-call')).recordsForCall(action, {
            count: selection.count,
            readPage,
            context,
          })
        : { chosen: records }
      openDialog((close) => (
        <ActionRun
          {...{ resource, action, records: chosen, selection: isRead ? undefined : selection }}
          part={part}
          place="bulk"
          onDone={selectFailed}
          onEnd={close}
        />
      ))
    })
  return useActions(resource, 'bulk').map((action) => (
    <LabelledButton
      key={action.name}
      action={action}
      size="small"
      disabled={disabled || busy}
      onClick={() => void start(action)}
    />
  ))
}
