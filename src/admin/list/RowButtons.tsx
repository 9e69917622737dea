import MoreIcon from '@mui/icons-material/MoreVert'
import { type RaRecord, useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import { recordTitle } from '../../schema/text/record-title'
import { useConditionContext } from '../hooks/condition-context'
import { useScreens } from '../portal'
import { useOpenRowMenu, useRunRowAction } from './RowMenu'
import { commandsOf, type RowCommands } from './row-commands'

interface RowButtonsProps {
  readonly resource: Resource
  readonly record: RaRecord
  /** What the user may do with the records of the list. */
  readonly commands: RowCommands
}

/**
 * Renders the controls of one record in a list: 修改, or the first actions where the page has no form, and a menu with
 * everything else.
 * These are plain HTML elements, because a list has hundreds of them.
 */
export const RowButtons = ({ resource, record, commands }: RowButtonsProps) => {
  const { RowActions } = useScreens(resource.name)
  const createPath = useCreatePath()
  const context = useConditionContext()
  const openMenu = useOpenRowMenu()
  const runAction = useRunRowAction()
  const { canEdit, leading, hasMenu } = commandsOf(resource, commands, record, context)
  const name = recordTitle(resource, record)
  return (
    <>
      {canEdit && (
        <Link
          className="row-command"
          to={createPath({ resource: resource.name, id: record.id, type: 'edit' })}
          aria-label={`修改 ${name}`}
        >
          修改
        </Link>
      )}
      {RowActions && <RowActions />}
      {leading.map((action) => (
        <button
          key={action.name}
          type="button"
          className="row-command"
          aria-label={`${action.label} ${name}`}
          onClick={() => runAction(action, record)}
        >
          {action.label}
        </button>
      ))}
      <span className="menu-place">
        {hasMenu && (
          <button
            type="button"
            className="icon-button"
            // A tooltip would cover the same button of the next row.
            data-tip=""
            aria-label={`更多操作 ${name}`}
            aria-haspopup="menu"
            onClick={(event) => openMenu(record, event.currentTarget)}
          >
            <MoreIcon fontSize="small" />
          </button>
        )}
      </span>
    </>
  )
}
