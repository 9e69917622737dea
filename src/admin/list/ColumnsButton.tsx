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
import { columnsOf } from './columns'
import { useHiddenColumns } from './use-hidden-columns'

/** Chooses the columns of a table. One stays, or there would be nothing to look at. */
export const ColumnsButton = ({ resource }: { resource: Resource }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { hidden, toggle } = useHiddenColumns(resource)
  const columns = columnsOf(resource)
  const isLast = (name: string) => !hidden.includes(name) && hidden.length === columns.length - 1
  return (
    <>
      <Button size="small" startIcon={<ColumnsIcon />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        欄位
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { dense: true, 'aria-label': '顯示的欄位' } }}>
        {columns.map(({ name, label }) => (
          <MenuItem key={name} role="menuitemcheckbox" aria-checked={!hidden.includes(name)} disabled={isLast(name)} onClick={() => toggle(name)}>
            <ListItemIcon>{hidden.includes(name) ? <UncheckedIcon fontSize="small" /> : <CheckedIcon fontSize="small" color="primary" />}</ListItemIcon>
            <ListItemText primary={label} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
