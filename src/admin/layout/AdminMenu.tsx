import HomeIcon from '@mui/icons-material/Home'
import { Box, Toolbar } from '@mui/material'
import { memo, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyComponent } from '../components/lazy-component'
import { scrollWithin } from '../components/scroll-within'
import { visuallyHidden } from '../components/visually-hidden'
import { useIsNarrow } from '../hooks/use-is-narrow'
import type { MenuDrawerProps } from './MenuDrawer'
import { MenuGroup, MenuLink, menuStyles, PinnedPages } from './MenuGroup'
import { handleMenuKey, keepOneTabStop } from './menu-keys'
import { unfoldGroup, useFoldedGroups, useNarrowMenu, usePins } from './menu-settings'
import { useMenu } from './use-menu'

const MenuDrawer = lazyComponent<MenuDrawerProps>(async () => (await import('./MenuDrawer')).MenuDrawer)

const menuWidth = 248
const narrowWidth = 64

/** The height in pixels of the bar, which covers the top of the menu, and a distance to it. */
const coveredHeight = 72

interface AdminMenuProps {
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * Renders the menu: at the side of wide screens, where it may be narrow, and as a drawer on narrow screens.
 * The menu is memoized, so it does not rerender with the page beside it.
 */
export const AdminMenu = memo(({ open, onClose }: AdminMenuProps) => {
  const { isNarrow } = useNarrowMenu()
  // At the side of a narrow screen the menu would be rendered without being visible.
  const isSide = !useIsNarrow()
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  const width = isNarrow ? narrowWidth : menuWidth
  return (
    <>
      {wasOpened && (
        <MenuDrawer open={open} onClose={onClose}>
          <nav aria-label="功能選單">
            <MenuGroups onSelect={onClose} />
          </nav>
        </MenuDrawer>
      )}
      {isSide && (
        <Box component="nav" aria-label="功能選單" sx={{ width, flexShrink: 0, displayPrint: 'none' }}>
          <Box className={isNarrow ? 'narrow-menu' : ''} sx={{ ...sideStyles, width }}>
            <Toolbar />
            <MenuGroups onSelect={onClose} isNarrow={isNarrow} />
          </Box>
        </Box>
      )}
    </>
  )
})

const sideStyles = {
  position: 'fixed',
  top: 0,
  left: 0,
  zIndex: 'drawer',
  display: { xs: 'none', md: 'block' },
  boxSizing: 'border-box',
  height: '100%',
  overflow: 'hidden auto',
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.primary',
}

interface MenuGroupsProps {
  readonly onSelect: () => void
  readonly isNarrow?: boolean
}

/**
 * Renders the pages in the menu of the signed-in user, by group, after those that the user has pinned.
 * The entries are plain HTML elements, because the menu has about 30 of them on every page, and MUI's list items are
 * slow to render.
 * The menu is one stop of the Tab key; the arrow keys move within it.
 */
const MenuGroups = ({ onSelect, isNarrow = false }: MenuGroupsProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const { groups, groupOf } = useMenu()
  const { pathname } = useLocation()
  const activeGroup = groupOf(pathname.split('/')[2] ?? '')?.MenuId
  useEffect(() => {
    if (activeGroup !== undefined) unfoldGroup(activeGroup)
  }, [activeGroup])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active entry changes with the page
  useEffect(() => {
    const menu = ref.current
    const active = menu?.querySelector('.menu-group .menu-link.active') ?? null
    scrollWithin(menu?.parentElement ?? null, active, coveredHeight)
  }, [pathname, activeGroup])
  // Folding and pinning add entries, which would be tab stops of their own.
  useFoldedGroups()
  usePins()
  // After each rendering, because also a change of page changes the active entry.
  useEffect(() => keepOneTabStop(ref.current))
  const closeAfterLink = (target: EventTarget) => {
    if (target instanceof Element && target.closest('a')) onSelect()
  }
  return (
    <Box
      ref={ref}
      onClick={({ target }) => closeAfterLink(target)}
      onKeyDown={(event) => handleMenuKey(event.nativeEvent, event.currentTarget)}
      onFocus={({ currentTarget, target }) => keepOneTabStop(currentTarget, target)}
      sx={menuStyles}
    >
      <Box component="p" sx={{ ...visuallyHidden, m: 0 }}>
        以上下方向鍵選擇功能，左右方向鍵收合、展開群組或移到釘選按鈕。
      </Box>
      <MenuLink to="/admin" Icon={HomeIcon} text="首頁" end />
      <PinnedPages groups={groups} />
      {groups.map((section) => (
        <MenuGroup key={section.group.MenuId} section={section} isNarrow={isNarrow} />
      ))}
    </Box>
  )
}
