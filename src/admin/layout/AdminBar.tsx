import MenuIcon from '@mui/icons-material/Menu'
import { AppBar, IconButton, Toolbar, Typography } from '@mui/material'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { BrandLogo } from '../../browser/BrandLogo'
import { LandmarkLink } from '../../browser/Landmarks'
import { textSizes } from '../../browser/theme/type-scale'
import { productName } from '../../browser/use-page-title'
import { JobBell } from '../jobs/JobBell'
import { SearchBox } from '../search/SearchBox'
import { AgreementPicker } from './AgreementPicker'
import { useNarrowMenu } from './menu-settings'
import { UserMenu } from './UserMenu'

/**
 * Renders the bar above every page, with the buttons of the menu, the name of the portal, the search, the agreement
 * picker, the jobs and the user menu.
 */
export const AdminBar = memo(({ onMenu }: { onMenu: () => void }) => {
  const { isNarrow, toggle } = useNarrowMenu()
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
        <IconButton
          onClick={toggle}
          aria-label="縮小選單"
          aria-pressed={isNarrow}
          data-tip={isNarrow ? '展開選單' : '縮小選單'}
          color="inherit"
          edge="start"
          sx={{ display: { xs: 'none', md: 'inline-flex' } }}
        >
          <MenuIcon />
        </IconButton>
        <Typography
          component={Link}
          to="/admin"
          noWrap
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            color: 'inherit',
            textDecoration: 'none',
            fontWeight: 700,
            fontSize: { xs: textSizes.body, sm: textSizes.title },
            flexShrink: 0,
            '@media (pointer: coarse)': { py: 1.5 },
          }}
        >
          <BrandLogo />
          {productName()}
        </Typography>
        <SearchBox />
        <AgreementPicker />
        <JobBell />
        <UserMenu />
      </Toolbar>
    </AppBar>
  )
})

// The z-index places the bar above the menu of wide screens and below the drawer of narrow ones.
// Both have MUI's z-index for drawers, 1200.
const styles = {
  displayPrint: 'none',
  zIndex: 'drawer',
  bgcolor: 'var(--brand)',
  color: 'var(--on-brand)',
  '@media (min-width: 900px)': { zIndex: 1201 },
  '& :focus-visible': { outlineColor: 'var(--focus-on-brand)' },
  '@media (pointer: coarse)': { '& .MuiButtonBase-root': { minWidth: 44, minHeight: 44 } },
}
