import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Toolbar from '@mui/material/Toolbar'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useFreshSession } from '../auth-provider/use-fresh-session'
import { PageSkeleton } from '../parts/PageSkeleton'
import { AdminBar } from './AdminBar'
import { AdminFooter } from './AdminFooter'
import { AdminMenu } from './AdminMenu'
import { EmbeddedWarning } from './EmbeddedWarning'
import { Mark } from './Mark'
import { PageBoundary } from './PageBoundary'

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
      <Box sx={{ flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Toolbar sx={{ displayPrint: 'none' }} />
        <EmbeddedWarning />
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
