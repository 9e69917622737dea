import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined'
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Resource } from '../../schema/types'
import { useColumns } from './use-columns'

/** Chooses the columns of a table. One stays, or there would be nothing to look at. */
export const ColumnsButton = ({ resource }: { resource: Resource }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { all, shown, toggle } = useColumns(resource)
  return (
    <>
      <Button size="small" startIcon={<ColumnsIcon />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        欄位
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { dense: true, 'aria-label': '顯示的欄位' } }}>
        {all.map((column) => {
          const isShown = shown.includes(column)
          return (
            <MenuItem
              key={column.name}
              role="menuitemcheckbox"
              aria-checked={isShown}
              disabled={isShown && shown.length === 1}
              onClick={() => toggle(column)}
              // Where the columns end that the file names.
              divider={column.name === resource.list.columns.at(-1) && resource.list.more.length > 0}
            >
              <ListItemIcon>{isShown ? <CheckedIcon fontSize="small" color="primary" /> : <UncheckedIcon fontSize="small" />}</ListItemIcon>
              <ListItemText primary={column.label} />
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
