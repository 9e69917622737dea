import { Button, type ButtonProps } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useIsServed } from '../../browser/http/capabilities'
import type { Action } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { displayOf } from '../../schema/text/interpolate'
import { useOpenDialog } from '../components/DialogHost'
import { iconOf } from '../components/icon-of'
import { lazyComponent } from '../components/lazy-component'
import { useConditionContext } from '../hooks/condition-context'
import { useColumns } from '../list/columns'
import { RowButton } from '../list/RowControls'
import type { QuerySelection } from '../screens'
import { actionsAllowedFor, useActions, usePermittedActions } from './use-actions'
import type { ActionProps } from './use-run-action'

// The code of actions is loaded when a button is pressed, so that lists load sooner.
const ActionRun = lazyComponent(async () => (await import('./ActionRun')).ActionRun)

/** Renders the actions that a record allows, as icon buttons in its table row, within a `DialogHost`. */
export const RowActionButtons = ({
  resource,
  actions,
  record,
}: {
  resource: Resource
  actions: readonly Action[]
  record: RecordValues
}) =>
  actionsAllowedFor(actions, record, useConditionContext()).map((action) => (
    <RowActionButton key={action.name} resource={resource} action={action} record={record} />
  ))

/**
 * Renders the actions that a record allows, as buttons of its detail page.
 * Actions with the place `row` are offered on each record: in the list and on its detail page.
 */
export const ShowActionButtons = ({ resource, record }: { resource: Resource; record: RecordValues }) =>
  actionsAllowedFor(useActions(resource, 'row'), record, useConditionContext()).map((action) => (
    <ActionButton key={action.name} resource={resource} action={action} place="row" records={[record]} />
  ))

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
const ActionButton = ({ disabled = false, isHidden = false, ...actionProps }: ActionButtonProps) => {
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
 * For all records of a query, renders only the actions that can be applied to a query.
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
  const { onSelect, onUnselectItems } = useListContext()
  const openDialog = useOpenDialog()
  const selectFailed: ActionProps['onDone'] = ({ failed }) =>
    failed.length > 0 ? onSelect(failed.map(({ id }) => id)) : onUnselectItems()
  const start = (action: Action) =>
    openDialog((close) => (
      <ActionRun {...{ resource, action, records, selection }} place="bulk" onDone={selectFailed} onEnd={close} />
    ))
  const actions = useActions(resource, 'bulk').filter(({ overQuery }) => !selection || overQuery)
  return actions.map((action) => (
    <LabelledButton key={action.name} action={action} size="small" disabled={disabled} onClick={() => start(action)} />
  ))
}

const RowActionButton = ({
  resource,
  action,
  record,
}: {
  resource: Resource
  action: Action
  record: RecordValues
}) => {
  const openDialog = useOpenDialog()
  return (
    <RowButton
      text={action.label}
      name={displayOf(resource, record)}
      Icon={iconOf(action.icon)}
      onClick={() =>
        openDialog((close) => <ActionRun {...{ resource, action }} place="row" records={[record]} onEnd={close} />)
      }
    />
  )
}
