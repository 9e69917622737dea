import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { type RaRecord, useCreatePath, useRedirect } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { ActionButton, ActionRun } from '../actions/ActionButtons'
import { actionsAllowedFor, useActions } from '../actions/use-actions'
import { iconOf } from '../components/icon-of'
import { useConditionContext } from '../hooks/condition-context'
import { useDeleteRecord } from '../hooks/use-delete-record'
import { useAbilities, useScreens } from '../portal'
import type { ShowMenuItem } from '../screens'
import { type MenuEntry, MoreMenu } from './MoreMenu'

/**
 * Renders the buttons of a detail page: at most two, among them 修改 and the hand-written one, and a menu with everything
 * else.
 */
export const ShowButtons = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const { ShowActions } = useScreens(resource.name)
  const can = useAbilities(resource)
  const createPath = useCreatePath()
  const context = useConditionContext()
  const actions = actionsAllowedFor(useActions(resource, 'row'), record, context)
  const canEdit = can('edit') && isAllowed(resource, 'update', record, context)
  const buttonCount = maxButtons - (canEdit ? 1 : 0) - (ShowActions ? 1 : 0)
  const asButtons = actions.filter(({ danger }) => !danger).slice(0, buttonCount)
  return (
    <>
      {asButtons.map((action) => (
        <ActionButton key={action.name} resource={resource} action={action} place="row" records={[record]} />
      ))}
      {ShowActions && <ShowActions />}
      {canEdit && (
        <Button
          variant="contained"
          startIcon={<EditIcon />}
          component={Link}
          to={createPath({ resource: resource.name, id: record.id, type: 'edit' })}
        >
          修改
        </Button>
      )}
      {/* The React key gives the hook of each page its own component. */}
      <RecordMenu
        key={resource.name}
        resource={resource}
        record={record}
        actions={actions.filter((action) => !asButtons.includes(action))}
        canDelete={can('delete') && isAllowed(resource, 'delete', record, context)}
      />
    </>
  )
}

const maxButtons = 2

interface RecordMenuProps {
  readonly resource: Resource
  readonly record: RaRecord
  readonly actions: readonly Action[]
  readonly canDelete: boolean
}

const RecordMenu = ({ resource, record, actions, canDelete }: RecordMenuProps) => {
  const { useShowMenuItems = noItems } = useScreens(resource.name)
  const redirect = useRedirect()
  const confirmAndDelete = useDeleteRecord(resource, () => redirect('list', resource.name))
  // The menu closes when an action is chosen, so the action runs outside of it.
  const [running, setRunning] = useState<Action>()
  const entries: MenuEntry[] = [
    ...useShowMenuItems(),
    ...actions.map((action) => ({
      label: action.label,
      Icon: iconOf(action.icon),
      danger: action.danger === true,
      onClick: () => setRunning(action),
    })),
    ...(canDelete
      ? [{ label: '刪除', Icon: DeleteIcon, danger: true, onClick: () => void confirmAndDelete(record) }]
      : []),
  ]
  return (
    <>
      {entries.length > 0 && <MoreMenu entries={entries} />}
      {running && (
        <ActionRun
          resource={resource}
          action={running}
          place="row"
          records={[record]}
          onEnd={() => setRunning(undefined)}
        />
      )}
    </>
  )
}

const noItems = (): readonly ShowMenuItem[] => []
