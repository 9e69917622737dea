import { Box, Link as MuiLink, Stack, Toolbar, Typography } from '@mui/material'
import { memo, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { DemoWarning, EmbeddedWarning, OfflineNotice } from '../../browser/dialogs/PageNotices'
import { onForbidden } from '../../browser/http/failures'
import { LandmarkLink, SkipLink } from '../../browser/Landmarks'
import { refreshSession } from '../../browser/session/sign-in'
import { useOverlay } from '../../browser/storage/system-store'
import { textSizes } from '../../browser/theme/type-scale'
import { useHelpLinks } from '../../browser/use-help-links'
import { productName } from '../../browser/use-page-title'
import { PageSkeleton } from '../components/PageSkeleton'
import { AdminBar } from './AdminBar'
import { AdminMenu } from './AdminMenu'
import { PageBoundary } from './StatusPages'

/**
 * Renders the layout of every admin page: bar, menu, content and footer.
 * React-admin rerenders the layout several times while the area opens; bar, menu and footer are memoized, so they do
 * not rerender with it.
 */
export const AdminLayout = ({ children }: { children: ReactNode }) => {
  const [menuOpen, setMenuOpen] = useState(false)
  const openMenu = useCallback(() => setMenuOpen(true), [])
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  const { pathname } = useLocation()
  useSessionRefresh()
  return (
    <Box sx={layoutStyles}>
      <SkipLink />
      <AdminBar onMenu={openMenu} />
      <AdminMenu open={menuOpen} onClose={closeMenu} />
      <Box
        sx={{
          flexGrow: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          '--bar-height': { xs: '56px', sm: '64px' },
        }}
      >
        <Toolbar sx={{ displayPrint: 'none' }} />
        <OfflineNotice />
        <EmbeddedWarning />
        <DemoWarning />
        <Box component="main" id="content" tabIndex={-1} sx={contentStyles}>
          <LandmarkLink accessKey="C" href="#content" title="中央內容區塊" />
          <PageBoundary key={pathname}>
            <Suspense fallback={<LoadingPage />}>{children}</Suspense>
          </PageBoundary>
        </Box>
        <AdminFooter />
      </Box>
    </Box>
  )
}

/** Renders a placeholder below the overlay while the code of a page is loaded. */
const LoadingPage = () => {
  useOverlay()
  return <PageSkeleton />
}

// A height on paper would add an empty sheet.
const layoutStyles = {
  display: 'flex',
  minHeight: '100vh',
  bgcolor: 'background.default',
  '@media print': { display: 'block', minHeight: 0, bgcolor: 'transparent' },
}

// A page is at most as wide as forms and detail pages are easy to read; lists and reports use the whole window.
const contentStyles = {
  position: 'relative',
  flexGrow: 1,
  width: '100%',
  maxWidth: 1200,
  mx: 'auto',
  p: { xs: 2, md: 3 },
  pt: 1.5,
  '@media print': { p: 0, maxWidth: 'none' },
  outline: 'none',
  scrollMarginTop: 64,
  '&:has(> .wide-page)': { maxWidth: 'none' },
}

/** Renders the footer of every page: links to the legal and help pages. */
const AdminFooter = memo(() => (
  <Box component="footer" sx={footerStyles}>
    <LandmarkLink accessKey="Z" title="下方資訊區塊" />
    <Stack
      component="ul"
      direction="row"
      sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, m: 0, p: 0, listStyle: 'none' }}
    >
      {useHelpLinks().map(([path, text]) => (
        <li key={path}>
          <MuiLink
            component={Link}
            to={path}
            color="inherit"
            underline="hover"
            sx={{ display: 'inline-block', py: 0.5, '@media (pointer: coarse)': { py: 1.5, minWidth: 44 } }}
          >
            {text}
          </MuiLink>
        </li>
      ))}
    </Stack>
    <Typography sx={{ fontSize: 'inherit' }}>{productName()}</Typography>
  </Box>
))

const footerStyles = {
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
  fontSize: textSizes.label,
}

/**
 * Reads the user's role and menu again when the admin area opens and after a forbidden call, because an administrator
 * may have changed them.
 */
const useSessionRefresh = (): void => {
  useEffect(() => {
    void refreshSession()
    return onForbidden(() => void refreshSession())
  }, [])
}
