import HomeIcon from '@mui/icons-material/Home'
import { Box, Drawer, List, ListItemButton, ListItemIcon, ListItemText, ListSubheader, Link as MuiLink, Stack, Toolbar, Typography } from '@mui/material'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { DemoWarning, OfflineNotice } from '../../browser/dialogs/PageNotices'
import { siteConfig } from '../../browser/http/config'
import { onForbidden } from '../../browser/http/failures'
import { helpLinks } from '../../browser/navigation'
import { freshenSession } from '../../browser/session/sign-in'
import type { MenuInfo } from '../../contract/session'
import { PageSkeleton } from '../components/PageSkeleton'
import { iconOf } from '../icons'
import { AdminBar } from './AdminBar'
import { Mark } from './Mark'
import { PlannedMark } from './PlannedMark'
import { PageBoundary } from './StatusPages'
import { type MenuPage, useMenu } from './use-menu'

const menuWidth = 248

/** The frame of every admin page: bar, menu, content. */
export const AdminLayout = ({ children }: { children: ReactNode }) => {
  const [menuOpen, setMenuOpen] = useState(false)
  const { pathname } = useLocation()
  useFreshSession()
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', bgcolor: 'background.default' }}>
      <SkipLink />
      <AdminBar onMenu={() => setMenuOpen(true)} />
      <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
      <Box sx={{ flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', '--bar-height': { xs: '56px', sm: '64px' } }}>
        <Toolbar sx={{ displayPrint: 'none' }} />
        <OfflineNotice />
        <EmbeddedWarning />
        <DemoWarning />
        <Box component="main" id="content" tabIndex={-1} sx={{ position: 'relative', flexGrow: 1, p: { xs: 2, md: 3 }, outline: 'none', scrollMarginTop: 64 }}>
          <Mark name="C" href="#content" title="中央內容區塊" />
          <PageBoundary key={pathname}>
            <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
          </PageBoundary>
        </Box>
        <AdminFooter />
      </Box>
    </Box>
  )
}

const SideMenu = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Box component="nav" aria-label="功能選單" sx={{ width: { md: menuWidth }, flexShrink: 0, displayPrint: 'none' }}>
    <Drawer
      variant="temporary"
      open={open}
      onClose={onClose}
      sx={{ display: { md: 'none' } }}
      slotProps={{ paper: { 'aria-label': '功能選單', sx: { width: menuWidth } } }}
    >
      <AdminMenu onChoose={onClose} />
    </Drawer>
    <Drawer variant="permanent" sx={{ display: { xs: 'none', md: 'block' } }} slotProps={{ paper: { sx: { width: menuWidth } } }}>
      <Toolbar />
      <AdminMenu onChoose={onClose} />
    </Drawer>
  </Box>
)

const SkipLink = () => (
  <Box
    component="a"
    href="#content"
    sx={{
      position: 'fixed',
      displayPrint: 'none',
      left: 8,
      top: -64,
      zIndex: 2000,
      p: 1,
      borderRadius: 1,
      bgcolor: 'background.paper',
      color: 'primary.main',
      '&:focus': { top: 8 },
    }}
  >
    跳到主要內容區塊
  </Box>
)

/** Says on every page that a real portal works on the embedded database, which is for trials: one machine, one process, its disk the only copy. */
const EmbeddedWarning = () =>
  siteConfig().embeddedInProduction ? (
    <Box component="aside" aria-label="資料庫提醒" sx={look}>
      系統目前使用內嵌資料庫，僅適合試用或小量作業；正式營運請改用 PostgreSQL，並確認備份存放在另一台機器。
    </Box>
  ) : null

const look = { px: { xs: 2, md: 3 }, py: 1, color: 'var(--warning)', bgcolor: 'var(--warning-soft)', fontSize: '0.875rem', displayPrint: 'none' }

/** The pages of the signed-in user by group, as the server listed them at sign-in. */
const AdminMenu = ({ onChoose }: { onChoose: () => void }) => {
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

/** Below every page: what the law and the bank owe the reader. */
const AdminFooter = () => (
  <Box component="footer" sx={footerLook}>
    <Mark name="Z" title="下方資訊區塊" />
    <Stack component="ul" direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
      {Object.entries(helpLinks).map(([path, text]) => (
        <li key={path}>
          <MuiLink component={Link} to={path} color="inherit" underline="hover" sx={{ display: 'inline-block', py: 0.5 }}>
            {text}
          </MuiLink>
        </li>
      ))}
    </Stack>
    <Typography sx={{ fontSize: 'inherit' }}>代收繳費服務網</Typography>
  </Box>
)

const footerLook = {
  displayPrint: 'none',
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 1,
  px: { xs: 2, md: 3 },
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.8125rem',
}

/** Roles decide the menu, and an administrator may change them: they are asked for on entering the area, and again after a call that was forbidden. */
const useFreshSession = (): void => {
  useEffect(() => {
    void freshenSession()
    return onForbidden(() => void freshenSession())
  }, [])
}
