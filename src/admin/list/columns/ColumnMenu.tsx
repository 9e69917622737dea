import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined'
import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import type { Resource } from '../../../schema/language/resource'
import { lazyComponent } from '../../components/lazy-component'
import type { ColumnDialogProps } from './ColumnDialog'
import { useColumns, withToggled } from './columns'

/** Props of a menu of the list's tools. */
export interface ListMenuProps {
  readonly resource: Resource
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
}

const ColumnDialog = lazyComponent<ColumnDialogProps>(async () => (await import('./ColumnDialog')).ColumnDialog)

/**
 * Renders the menu that shows and hides columns of a table, and opens the dialog for their order and widths.
 * At least one column stays visible.
 */
export const ColumnMenu = ({ resource, anchor, onClose }: ListMenuProps) => {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const listColumns = useColumns(resource)
  const { columns, shownColumns, set } = listColumns
  return (
    <>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{ list: { dense: true, 'aria-label': '顯示的欄位' } }}
      >
        {columns.map((column) => {
          const isShown = shownColumns.includes(column)
          return (
            <MenuItem
              key={column.name}
              role="menuitemcheckbox"
              aria-checked={isShown}
              disabled={isShown && shownColumns.length === 1}
              onClick={() => set(withToggled(resource, listColumns, column))}
              // A line separates the default columns from the optional columns.
              divider={column.name === resource.list.columns.at(-1) && resource.list.optionalColumns.length > 0}
            >
              <ListItemIcon>
                {isShown ? <CheckedIcon fontSize="small" color="primary" /> : <UncheckedIcon fontSize="small" />}
              </ListItemIcon>
              <ListItemText primary={column.label} />
            </MenuItem>
          )
        })}
        <MenuItem
          sx={{ borderTop: 1, borderColor: 'divider' }}
          onClick={() => {
            onClose()
            setIsDialogOpen(true)
          }}
        >
          調整順序與寬度…
        </MenuItem>
      </Menu>
      {isDialogOpen && (
        <ColumnDialog resource={resource} listColumns={listColumns} onClose={() => setIsDialogOpen(false)} />
      )}
    </>
  )
}
