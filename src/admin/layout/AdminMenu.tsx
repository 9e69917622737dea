import type { SvgIconComponent } from '@mui/icons-material'
import HomeIcon from '@mui/icons-material/Home'
import { Box, Drawer, List, ListItemButton, ListItemIcon, ListItemText, ListSubheader, Toolbar } from '@mui/material'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { useCompanySession } from '../../browser/session/session'
import type { MenuInfo } from '../../contract/call-responses'
import type { Resource } from '../../schema/language/resource'
import { iconOf } from '../components/icon-of'
import { usePortal } from '../portal'

const menuWidth = 248

/** Renders the menu: at the side of wide screens, as a drawer on narrow screens. */
export const AdminMenu = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Box component="nav" aria-label="功能選單" sx={{ width: { md: menuWidth }, flexShrink: 0, displayPrint: 'none' }}>
    <Drawer
      variant="temporary"
      open={open}
      onClose={onClose}
      sx={{ display: { md: 'none' } }}
      slotProps={{ paper: { 'aria-label': '功能選單', sx: { width: menuWidth } } }}
    >
      <MenuGroups onSelect={onClose} />
    </Drawer>
    <Drawer variant="permanent" sx={{ display: { xs: 'none', md: 'block' } }} slotProps={{ paper: { sx: { width: menuWidth } } }}>
      <Toolbar />
      <MenuGroups onSelect={onClose} />
    </Drawer>
  </Box>
)

/** Renders the pages in the menu of the signed-in user, by group. */
const MenuGroups = ({ onSelect }: { onSelect: () => void }) => {
  const { groups } = useMenu()
  return (
    <List dense component="div" onClick={onSelect} sx={{ py: 1 }}>
      <MenuLink to="/admin" icon={<HomeIcon fontSize="small" />} text="首頁" end />
      {groups.map(({ group, pages }) => (
        <List key={group.MenuId} dense disablePadding subheader={<GroupTitle group={group} />} aria-label={group.MenuName}>
          {pages.map(({ entry, Icon, planned }) => (
            <Box component="li" key={entry.MenuId} sx={{ display: 'flex' }}>
              <MenuLink to={entry.Path} icon={<Icon fontSize="small" />} text={entry.MenuName} planned={planned} />
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

const MenuLink = ({ to, icon, text, end = false, planned = false }: { to: string; icon: ReactNode; text: string; end?: boolean; planned?: boolean }) => (
  <ListItemButton component={NavLink} to={to} end={end} sx={linkStyles}>
    <ListItemIcon sx={{ minWidth: 36, color: 'inherit', opacity: 0.8 }}>{icon}</ListItemIcon>
    <ListItemText primary={text} sx={planned ? { mr: 1 } : undefined} slotProps={{ primary: { sx: { fontSize: '0.875rem', fontWeight: 'inherit' } } }} />
    {planned && <PlannedBadge />}
  </ListItemButton>
)

const linkStyles = {
  mx: 1,
  minHeight: 40,
  width: 'auto',
  flexGrow: 1,
  borderRadius: 1,
  '&.active': { bgcolor: 'var(--primary-soft)', color: 'primary.main', fontWeight: 600 },
}

/** Renders the badge of a link to a planned page; screen readers read it with the link's name. */
export const PlannedBadge = () => (
  <Box component="span" sx={plannedStyles}>
    建置中
  </Box>
)

const plannedStyles = {
  flexShrink: 0,
  ml: 'auto',
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  color: 'text.secondary',
  fontSize: '0.75rem',
  lineHeight: 1.5,
}

/** A page in the menu. */
export interface MenuPage {
  readonly entry: MenuInfo
  readonly Icon: SvgIconComponent
  /** Whether the page is not available yet. */
  readonly planned: boolean
}

/** A group of the menu with its pages. */
interface MenuSection {
  readonly group: MenuInfo
  readonly pages: readonly MenuPage[]
}

/** Returns the groups of the signed-in user's menu, sorted, and the function that returns the group of a page. */
export const useMenu = (): { readonly groups: readonly MenuSection[]; readonly groupOf: (page: string) => MenuInfo | undefined } => {
  const { schemas } = usePortal()
  const entries = (useCompanySession()?.menu ?? []).toSorted((a, b) => a.Sort - b.Sort)
  const menuPages = entries.filter(({ MenuId }) => schemas.has(MenuId))
  // An entry without a path is a group.
  const groups = entries
    .filter(({ Path }) => Path === '')
    .map((group) => ({
      group,
      pages: menuPages.filter(({ ParentId }) => ParentId === group.MenuId).map((entry) => menuPageOf(entry, schemas.get(entry.MenuId))),
    }))
    .filter(({ pages }) => pages.length > 0)
  return { groups, groupOf: (page) => groups.find(({ pages }) => pages.some(({ entry }) => entry.MenuId === page))?.group }
}

const menuPageOf = (entry: MenuInfo, { menu, kind }: Resource): MenuPage => ({ entry, Icon: iconOf(menu?.icon), planned: kind === 'planned' })
