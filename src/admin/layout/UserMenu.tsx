import ExpandIcon from '@mui/icons-material/ExpandMore'
import UserIcon from '@mui/icons-material/Person'
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCompanySession } from '../../browser/session/session'
import { textSizes } from '../../browser/theme/type-scale'
import type { CompanyData } from '../../contract/call-responses'
import { lazyComponent } from '../components/lazy-component'
import type { UserMenuItems as Items } from './UserMenuItems'
import { userText } from './user-text'

const UserMenuItems = lazyComponent<Parameters<typeof Items>[0]>(
  async () => (await import('./UserMenuItems')).UserMenuItems,
)

/** Renders the button with the user's name, which opens the user menu. The menu is loaded when it is first opened. */
export const UserMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const session = useCompanySession()
  if (!session) return null
  const open = (button: HTMLElement) => {
    setWasOpened(true)
    setAnchor(button)
  }
  return (
    <>
      <Button
        color="inherit"
        aria-label={`使用者選單，${nameOf(session.data)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => open(event.currentTarget)}
        sx={{ flexShrink: 1, minWidth: 44, minHeight: 44, maxWidth: { md: 260 }, gap: 1, textTransform: 'none' }}
      >
        <UserIcon />
        <CurrentUser user={session.data} />
        <ExpandIcon fontSize="small" sx={{ display: { xs: 'none', md: 'block' } }} />
      </Button>
      {wasOpened && <UserMenuItems anchor={anchor} user={session.data} onClose={() => setAnchor(null)} />}
    </>
  )
}

const nameOf = (user: CompanyData): string => `${user.CustomerName} ${userText(user)}`

const CurrentUser = ({ user }: { user: CompanyData }) => (
  <Box sx={{ minWidth: 0, textAlign: 'left', lineHeight: 1.3, display: { xs: 'none', md: 'block' } }}>
    <Typography noWrap sx={{ fontSize: textSizes.small, fontWeight: 600, lineHeight: 1.3 }}>
      {user.CustomerName}
    </Typography>
    <Typography noWrap sx={{ fontSize: textSizes.caption, opacity: 0.85, lineHeight: 1.4 }}>
      {userText(user)}
    </Typography>
  </Box>
)
