import { Button, type ButtonProps, IconButton } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import type { Action } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { displayOf } from '../../schema/text/interpolate'
import { iconOf } from '../components/icon-of'
import { useConditionContext } from '../hooks/condition-context'
import type { RequestedAction } from './ActionRun'
import { allowedFor, useActions } from './use-actions'

// Loaded when a button is pressed, so that lists load sooner.
const ActionRun = lazy(() => import('./ActionRun').then((module) => ({ default: module.ActionRun })))

/** The actions that a record allows, as icon buttons in its table row. */
export const RowActionButtons = ({ resource, actions, record }: { resource: Resource; actions: readonly Action[]; record: RecordValues }) =>
  allowedFor(actions, record, useConditionContext()).map((action) => <RowActionButton key={action.name} resource={resource} action={action} record={record} />)

/** The actions that a record allows, as buttons of its detail page. */
export const ShowActionButtons = ({ resource, record }: { resource: Resource; record: RecordValues }) =>
  allowedFor(useActions(resource, 'row'), record, useConditionContext()).map((action) => (
    <ActionButton key={action.name} resource={resource} action={action} place="row" records={[record]} variant="outlined" />
  ))

/** The actions of the list as a whole. */
export const PageActionButtons = ({ resource }: { resource: Resource }) =>
  useActions(resource, 'page').map((action) => (
    <ActionButton key={action.name} resource={resource} action={action} place="page" records={[]} variant="outlined" />
  ))

/** The button of an action with its label. */
export const ActionButton = ({ size, variant, ...requested }: RequestedAction & Pick<ButtonProps, 'size' | 'variant'>) => {
  const [isRunning, setRunning] = useState(false)
  const { action } = requested
  const Icon = action.icon ? iconOf(action.icon) : undefined
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        {...(variant ? { variant } : {})}
        color={action.danger ? 'error' : 'primary'}
        startIcon={Icon && <Icon />}
        onClick={() => setRunning(true)}
      >
        {action.label}
      </Button>
      <Suspense>{isRunning && <ActionRun {...requested} onEnd={() => setRunning(false)} />}</Suspense>
    </>
  )
}

const RowActionButton = ({ resource, action, record }: { resource: Resource; action: Action; record: RecordValues }) => {
  const [isRunning, setRunning] = useState(false)
  const Icon = iconOf(action.icon)
  return (
    <>
      <IconButton size="small" title={action.label} aria-label={`${action.label} ${displayOf(resource, record)}`} onClick={() => setRunning(true)}>
        <Icon fontSize="small" />
      </IconButton>
      <Suspense>{isRunning && <ActionRun resource={resource} action={action} place="row" records={[record]} onEnd={() => setRunning(false)} />}</Suspense>
    </>
  )
}
