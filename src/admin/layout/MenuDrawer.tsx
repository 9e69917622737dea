import { Drawer } from '@mui/material'
import type { ReactNode } from 'react'

/** Props of the drawer of the menu. */
export interface MenuDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Renders the menu of narrow screens as a drawer. */
export const MenuDrawer = ({ open, onClose, children }: MenuDrawerProps) => (
  <Drawer
    variant="temporary"
    open={open}
    onClose={onClose}
    sx={{ display: { md: 'none' } }}
    slotProps={{ paper: { 'aria-label': '功能選單', sx: { width: 'min(304px, 88vw)' } } }}
  >
    {children}
  </Drawer>
)
