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

/** The actions that a record allows, as icons in its row. */
export const RowActionButtons = ({ resource, actions, row }: { resource: Resource; actions: readonly Action[]; row: RecordValues }) =>
  allowedFor(actions, row, useConditionContext()).map((action) => <RowActionButton key={action.name} resource={resource} action={action} row={row} />)

/** The same on its detail page. */
export const ShowActionButtons = ({ resource, row }: { resource: Resource; row: RecordValues }) =>
  allowedFor(useActions(resource, 'row'), row, useConditionContext()).map((action) => (
    <ActionButton key={action.name} resource={resource} action={action} place="row" rows={[row]} variant="outlined" />
  ))

/** The actions of the list as a whole. */
export const PageActionButtons = ({ resource }: { resource: Resource }) =>
  useActions(resource, 'page').map((action) => <ActionButton key={action.name} resource={resource} action={action} place="page" rows={[]} variant="outlined" />)

/** The button of an action, in words. */
export const ActionButton = ({ size, variant, ...requested }: RequestedAction & Pick<ButtonProps, 'size' | 'variant'>) => {
  const [asked, setAsked] = useState(false)
  const { action } = requested
  const Icon = action.icon ? iconOf(action.icon) : undefined
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        {...(variant ? { variant } : {})}
        color={action.danger ? 'error' : 'primary'}
        startIcon={Icon && <Icon />}
        onClick={() => setAsked(true)}
      >
        {action.label}
      </Button>
      <Suspense>{asked && <ActionRun {...requested} onEnd={() => setAsked(false)} />}</Suspense>
    </>
  )
}

const RowActionButton = ({ resource, action, row }: { resource: Resource; action: Action; row: RecordValues }) => {
  const [asked, setAsked] = useState(false)
  const Icon = iconOf(action.icon)
  return (
    <>
      <IconButton size="small" title={action.label} aria-label={`${action.label} ${displayOf(resource, row)}`} onClick={() => setAsked(true)}>
        <Icon fontSize="small" />
      </IconButton>
      <Suspense>{asked && <ActionRun resource={resource} action={action} place="row" rows={[row]} onEnd={() => setAsked(false)} />}</Suspense>
    </>
  )
}
