import LogoutIcon from '@mui/icons-material/Logout'
import MenuIcon from '@mui/icons-material/Menu'
import { AppBar, Box, Button, IconButton, Toolbar, Typography } from '@mui/material'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { LandmarkLink } from '../../browser/Landmarks'
import { navigation } from '../../browser/navigation'
import { useCompanySession } from '../../browser/session/session'
import { signOut } from '../../browser/session/sign-in'
import { productName } from '../../browser/use-page-title'
import type { CompanyData } from '../../contract/call-responses'
import { confirmLeaving } from '../form/unsaved'
import { JobBell } from '../jobs/JobBell'
import { AgreementPicker } from './AgreementPicker'

/**
 * Renders the bar above every page, with the name of the portal, the agreement picker, the jobs, the user and the
 * logout button.
 */
export const AdminBar = memo(({ onMenu }: { onMenu: () => void }) => {
  const session = useCompanySession()
  return (
    <AppBar position="fixed" elevation={0} sx={styles}>
      <LandmarkLink accessKey="U" title="上方選單區塊" />
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1.5 } }}>
        <IconButton
          onClick={onMenu}
          aria-label="開啟選單"
          color="inherit"
          edge="start"
          sx={{ display: { md: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <Typography
          component={Link}
          to="/admin"
          noWrap
          sx={{
            color: 'inherit',
            textDecoration: 'none',
            fontWeight: 700,
            fontSize: { xs: '1rem', sm: '1.125rem' },
            flexShrink: 0,
          }}
        >
          {productName}
        </Typography>
        <Box sx={{ flexGrow: 1, minWidth: 0 }} />
        <AgreementPicker />
        <JobBell />
        {session && <CurrentUser user={session.data} />}
        <LogoutButton />
      </Toolbar>
    </AppBar>
  )
})

const CurrentUser = ({ user }: { user: CompanyData }) => (
  <Box sx={{ minWidth: 0, textAlign: 'right', lineHeight: 1.3, display: { xs: 'none', md: 'block' } }}>
    <Typography noWrap sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
      {user.CustomerName}
    </Typography>
    <Typography noWrap sx={{ fontSize: '0.75rem', opacity: 0.85 }}>
      {user.UserName}
      {user.RoleName && `（${user.RoleName}）`}
    </Typography>
  </Box>
)

// The root path is outside of the admin area, so the area is unmounted and its caches are cleared.
const logOut = async () => {
  if (!(await confirmLeaving())) return
  await signOut()
  navigation.toRoot()
}

const LogoutButton = () => (
  <Button color="inherit" aria-label="登出" onClick={() => void logOut()} sx={{ flexShrink: 0, minWidth: 40, gap: 1 }}>
    <LogoutIcon fontSize="small" />
    <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
      登出
    </Box>
  </Button>
)

// The z-index places the bar above the menu of wide screens and below the drawer of narrow ones.
// Both have MUI's z-index for drawers, 1200.
const styles = {
  displayPrint: 'none',
  zIndex: 'drawer',
  bgcolor: 'var(--brand)',
  color: 'var(--on-brand)',
  '@media (min-width: 900px)': { zIndex: 1201 },
  '& :focus-visible': { outlineColor: 'var(--focus-on-brand)' },
}
