import type { SvgIconComponent } from '@mui/icons-material'
import HomeIcon from '@mui/icons-material/Home'
import { Box, Drawer, Toolbar } from '@mui/material'
import { memo } from 'react'
import { NavLink } from 'react-router-dom'
import { useCompanySession } from '../../browser/session/session'
import type { MenuInfo } from '../../contract/call-responses'
import { menuGroups, type Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { iconOf } from '../components/icon-of'
import { usePortal } from '../portal'

const menuWidth = 248

interface AdminMenuProps {
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * Renders the menu: at the side of wide screens, as a drawer on narrow screens.
 * The menu is memoized, so it does not rerender with the page beside it.
 */
export const AdminMenu = memo(({ open, onClose }: AdminMenuProps) => (
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
    <Drawer
      variant="permanent"
      sx={{ display: { xs: 'none', md: 'block' } }}
      slotProps={{ paper: { sx: { width: menuWidth } } }}
    >
      <Toolbar />
      <MenuGroups onSelect={onClose} />
    </Drawer>
  </Box>
))

/**
 * Renders the pages in the menu of the signed-in user, by group.
 * The entries are plain HTML elements, because the menu has about 30 of them on every page, and MUI's list items are
 * slow to render.
 */
const MenuGroups = ({ onSelect }: { onSelect: () => void }) => {
  const { groups } = useMenu()
  return (
    <Box onClick={onSelect} sx={menuStyles}>
      <MenuLink to="/admin" Icon={HomeIcon} text="首頁" end />
      {groups.map(({ group, pages }) => (
        <ul key={group.MenuId} aria-label={group.MenuName}>
          <li className="menu-title">{group.MenuName}</li>
          {pages.map(({ entry, Icon, planned }) => (
            <li key={entry.MenuId}>
              <MenuLink to={entry.Path} Icon={Icon} text={entry.MenuName} planned={planned} />
            </li>
          ))}
        </ul>
      ))}
    </Box>
  )
}

interface MenuLinkProps {
  readonly to: string
  readonly Icon: SvgIconComponent
  readonly text: string
  /** Whether the link is active on its own page only, not on the pages below it. */
  readonly end?: boolean
  readonly planned?: boolean
}

const MenuLink = ({ to, Icon, text, end = false, planned = false }: MenuLinkProps) => (
  <NavLink className={menuLinkClass} to={to} end={end}>
    <Icon fontSize="small" />
    <span>{text}</span>
    {planned && <PlannedBadge />}
  </NavLink>
)

const menuLinkClass = ({ isActive }: { isActive: boolean }) => (isActive ? 'menu-link active' : 'menu-link')

const menuStyles = {
  py: 1,
  '& ul': { m: 0, p: 0, listStyle: 'none' },
  '& .menu-title': { mt: 1, px: 2, color: 'text.secondary', fontSize: '0.75rem', fontWeight: 600, lineHeight: '32px' },
  '& .menu-link': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 40,
    mx: 1,
    px: 2,
    py: 0.5,
    borderRadius: 1,
    color: 'inherit',
    textDecoration: 'none',
    fontSize: '0.875rem',
    lineHeight: 1.43,
    transition: 'background-color 150ms cubic-bezier(0.4, 0, 0.2, 1)',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { bgcolor: 'action.focus' },
  },
  '& .menu-link > svg': { flexShrink: 0, mr: 2, opacity: 0.8 },
  '& .menu-link > svg + span': { flexGrow: 1, minWidth: 0, my: 0.5 },
  '& .menu-link > span + span': { ml: 1 },
  '& .menu-link.active': { bgcolor: 'var(--primary-soft)', color: 'primary.main', fontWeight: 600 },
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
export const useMenu = (): {
  readonly groups: readonly MenuSection[]
  readonly groupOf: (page: string) => MenuInfo | undefined
} => {
  const { schemas } = usePortal()
  const entries = withSchemaMenu(useCompanySession()?.menu ?? [], schemas).toSorted((a, b) => a.Sort - b.Sort)
  const pageEntries = entries.filter(({ MenuId }) => schemas.has(MenuId))
  // An entry without a path is a group.
  const groups = entries
    .filter(({ Path }) => Path === '')
    .map((group) => ({
      group,
      pages: pageEntries
        .filter(({ ParentId }) => ParentId === group.MenuId)
        .map((entry) => menuPageOf(entry, schemas.get(entry.MenuId))),
    }))
    .filter(({ pages }) => pages.length > 0)
  return {
    groups,
    groupOf: (page) => groups.find(({ pages }) => pages.some(({ entry }) => entry.MenuId === page))?.group,
  }
}

/**
 * Returns the menu with the names and groups of the schemas where the backend names none.
 * A page belongs to the group of its schema if the menu does not have its group.
 */
const withSchemaMenu = (menu: readonly MenuInfo[], schemas: SchemaSet): readonly MenuInfo[] => {
  const groupIds = new Set(menu.filter(({ Path }) => Path === '').map(({ MenuId }) => MenuId))
  const entries = menu.map((entry) => {
    const schema = schemas.has(entry.MenuId) ? schemas.get(entry.MenuId) : undefined
    const ParentId = groupIds.has(entry.ParentId) ? entry.ParentId : (schema?.menu?.group ?? '')
    return { ...entry, MenuName: entry.MenuName || (schema?.label ?? ''), ParentId }
  })
  const missingGroups = Object.entries(menuGroups).filter(
    ([group]) => !groupIds.has(group) && entries.some(({ ParentId }) => ParentId === group),
  )
  return [...entries, ...missingGroups.map(([MenuId, MenuName]) => groupEntry(MenuId, MenuName))]
}

const groupEntry = (MenuId: string, MenuName: string): MenuInfo => ({
  MenuId,
  MenuName,
  Path: '',
  ParentId: '',
  Sort: Object.keys(menuGroups).indexOf(MenuId),
  Rights: [],
})

const menuPageOf = (entry: MenuInfo, { menu, kind }: Resource): MenuPage => ({
  entry,
  Icon: iconOf(menu?.icon),
  planned: kind === 'planned',
})
