import HomeIcon from '@mui/icons-material/Home'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import type { MenuInfo } from '../../contract/session'
import { iconOf } from '../icons'
import { PlannedMark } from './PlannedMark'
import { type MenuPage, useMenu } from './use-menu'

/** The pages of the signed-in user by group, as the server listed them at sign-in. */
export const AdminMenu = ({ onChoose }: { onChoose: () => void }) => {
  const { groups } = useMenu()
  return (
    <List dense component="div" onClick={onChoose} sx={{ py: 1 }}>
      <MenuLink to="/admin" icon={<HomeIcon fontSize="small" />} text="首頁" end />
      {groups.map(({ group, pages }) => (
        <List key={group.MenuId} dense disablePadding subheader={<GroupTitle group={group} />} aria-label={group.MenuName}>
          {pages.map((page) => (
            <Box component="li" key={page.entry.MenuId} sx={{ display: 'flex' }}>
              <PageLink page={page} />
            </Box>
          ))}
        </List>
      ))}
    </List>
  )
}

const GroupTitle = ({ group }: { group: MenuInfo }) => (
  <ListSubheader disableSticky sx={{ bgcolor: 'transparent', lineHeight: '32px', mt: 1, fontSize: '0.75rem', fontWeight: 600 }}>
    {group.MenuName}
  </ListSubheader>
)

const PageLink = ({ page: { entry, icon, planned } }: { page: MenuPage }) => {
  const Icon = iconOf(icon)
  return <MenuLink to={entry.Path} icon={<Icon fontSize="small" />} text={entry.MenuName} planned={planned} />
}

interface MenuLinkProps {
  readonly to: string
  readonly icon: ReactNode
  readonly text: string
  readonly end?: boolean
  readonly planned?: boolean
}

const MenuLink = ({ to, icon, text, end = false, planned = false }: MenuLinkProps) => (
  <ListItemButton component={NavLink} to={to} end={end} sx={linkLook}>
    <ListItemIcon sx={{ minWidth: 36, color: 'inherit', opacity: 0.8 }}>{icon}</ListItemIcon>
    <ListItemText primary={text} sx={planned ? { mr: 1 } : undefined} slotProps={{ primary: { sx: { fontSize: '0.875rem', fontWeight: 'inherit' } } }} />
    {planned && <PlannedMark />}
  </ListItemButton>
)

const linkLook = {
  mx: 1,
  minHeight: 40,
  width: 'auto',
  flexGrow: 1,
  borderRadius: 1,
  '&.active': { bgcolor: 'var(--primary-soft)', color: 'primary.main', fontWeight: 600 },
}
