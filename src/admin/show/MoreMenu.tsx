import MoreIcon from '@mui/icons-material/MoreHoriz'
import { Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useId, useState } from 'react'
import type { ShowMenuItem } from '../screens'

/** An entry of the menu. */
export interface MenuEntry extends ShowMenuItem {
  readonly danger?: boolean
}

/** Renders a button with a menu. Entries that destroy something come last. */
export const MoreMenu = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const buttonId = useId()
  const menuId = useId()
  const harmless = entries.filter(({ danger }) => !danger)
  const dangerous = entries.filter(({ danger }) => danger)
  const itemOf = ({ label, Icon, onClick, danger }: MenuEntry) => (
    <MenuItem
      key={label}
      sx={danger ? { color: 'error.main', '& .MuiListItemIcon-root': { color: 'inherit' } } : {}}
      onClick={() => {
        setAnchor(null)
        onClick()
      }}
    >
      <ListItemIcon>
        <Icon />
      </ListItemIcon>
      <ListItemText>{label}</ListItemText>
    </MenuItem>
  )
  return (
    <>
      <Button
        id={buttonId}
        variant="outlined"
        startIcon={<MoreIcon />}
        aria-haspopup="menu"
        aria-controls={anchor ? menuId : undefined}
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        更多
      </Button>
      <Menu
        id={menuId}
        anchorEl={anchor}
        // Within the landmark of the page, as the button.
        disablePortal
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': buttonId } }}
      >
        {harmless.map(itemOf)}
        {harmless.length > 0 && dangerous.length > 0 && <Divider component="li" role="separator" />}
        {dangerous.map(itemOf)}
      </Menu>
    </>
  )
}
