import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { type ReactNode, useRef } from 'react'
import { type RaRecord, RecordContextProvider } from 'react-admin'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { recordTitle } from '../../schema/text/record-title'
import { iconOf } from '../components/icon-of'
import { useConditionContext } from '../hooks/condition-context'
import { useDeleteRecord } from '../hooks/use-delete-record'
import { commandsOf, type RowCommands } from './row-commands'

/** Props of the menu of a record. */
export interface RowMenuListProps {
  readonly resource: Resource
  readonly commands: RowCommands
  readonly record: RaRecord
  /** The button that opened the menu. */
  readonly button: HTMLElement
  readonly open: boolean
  readonly onClose: () => void
  readonly onRun: (action: Action) => void
}

/** Renders the menu of a record in a list; what destroys something is last. */
export const RowMenuList = ({ resource, commands, record, button, open, onClose, onRun }: RowMenuListProps) => {
  const context = useConditionContext()
  const deleteRecord = useDeleteRecord(resource)
  // The chosen item acts when the menu has closed, so that its dialog returns the focus to the button.
  const chosen = useRef<(() => void) | null>(null)
  const choose = (act: () => void) => {
    chosen.current = act
    onClose()
  }
  const actAfterClosing = () => {
    chosen.current?.()
    chosen.current = null
  }
  const { inMenu, canDelete } = commandsOf(resource, commands, record, context)
  const itemOf = (action: Action) => {
    const Icon = iconOf(action.icon)
    return (
      <CommandItem
        key={action.name}
        icon={<Icon fontSize="small" />}
        text={action.label}
        danger={action.danger}
        onClick={() => choose(() => onRun(action))}
      />
    )
  }
  return (
    <RecordContextProvider value={record}>
      <Menu
        open={open}
        anchorEl={button}
        // In the main landmark, as the rows are.
        container={() => document.getElementById('content')}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          list: { 'aria-label': `${recordTitle(resource, record)} 的操作` },
          transition: { onExited: actAfterClosing },
        }}
      >
        {inMenu.filter(({ danger }) => !danger).map(itemOf)}
        {inMenu.filter(({ danger }) => danger).map(itemOf)}
        {canDelete && (
          <CommandItem
            icon={<DeleteIcon fontSize="small" />}
            text="刪除"
            danger
            onClick={() => choose(() => void deleteRecord(record))}
          />
        )}
      </Menu>
    </RecordContextProvider>
  )
}

interface CommandItemProps {
  readonly icon: ReactNode
  readonly text: string
  readonly danger: boolean
  readonly onClick: () => void
}

/** Renders an item with its icon. MUI's menu passes the props that move its focus. */
const CommandItem = ({ icon, text, danger, onClick, ...focus }: CommandItemProps) => (
  <MenuItem {...focus} onClick={onClick} sx={danger ? { color: 'error.main' } : undefined}>
    <ListItemIcon sx={danger ? { color: 'inherit' } : undefined}>{icon}</ListItemIcon>
    <ListItemText primary={text} />
  </MenuItem>
)
