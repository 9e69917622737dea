import CheckIcon from '@mui/icons-material/Check'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import DenseIcon from '@mui/icons-material/DensitySmall'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import HistoryIcon from '@mui/icons-material/History'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import PasswordIcon from '@mui/icons-material/LockResetOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined'
import { Divider, ListItemIcon, ListItemText, ListSubheader, Menu, MenuItem, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCapability } from '../../browser/http/capabilities'
import { navigation } from '../../browser/navigation'
import { signOut } from '../../browser/session/sign-in'
import {
  type ColourScheme,
  chooseColourScheme,
  colourSchemes,
  useColourScheme,
} from '../../browser/theme/colour-scheme'
import type { CompanyData } from '../../contract/call-responses'
import { confirmLeaving } from '../form/unsaved'
import { useDensity } from '../list/columns/columns'
import { mimaPath } from '../sign-ins/mima-path'
import { userText } from './user-text'

interface UserMenuItemsProps {
  readonly anchor: HTMLElement | null
  readonly user: CompanyData
  readonly onClose: () => void
}

/** Renders the user menu: the user's own pages, the look of the pages on this device, help and sign-out. */
export const UserMenuItems = ({ anchor, user, onClose }: UserMenuItemsProps) => {
  const navigate = useNavigate()
  const hasSignIns = useCapability('EnterpriseArea.GetSessions')
  const { isDense, toggle } = useDensity()
  const chosen = useColourScheme()
  const leaveTo = (path: string) => {
    onClose()
    void navigate(path)
  }
  const item = (text: string, icon: ReactNode, onClick: () => void) => (
    <MenuItem onClick={onClick}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
    </MenuItem>
  )
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-label': '使用者選單' },
        paper: { role: 'navigation', 'aria-label': '使用者選單', sx: { width: 260 } },
      }}
    >
      <ListSubheader role="none" sx={{ pb: 1, lineHeight: 1.6, color: 'text.secondary' }}>
        <Typography color="textPrimary" sx={{ fontWeight: 600 }}>
          {user.CustomerName}
        </Typography>
        {userText(user)}
      </ListSubheader>
      <Divider sx={{ mb: 1 }} />
      {item('變更密碼', <PasswordIcon fontSize="small" />, () => leaveTo(mimaPath))}
      {hasSignIns && item('登入紀錄', <HistoryIcon fontSize="small" />, () => leaveTo('/admin/sign-ins'))}
      <Divider />
      {colourSchemes.map((scheme) => (
        <MenuItem
          key={scheme}
          role="menuitemradio"
          aria-checked={scheme === chosen}
          onClick={() => chooseColourScheme(scheme)}
        >
          <ListItemIcon>{schemes[scheme].icon}</ListItemIcon>
          <ListItemText>{schemes[scheme].text}</ListItemText>
          {scheme === chosen && <CheckIcon fontSize="small" color="primary" />}
        </MenuItem>
      ))}
      <Divider />
      <MenuItem role="menuitemcheckbox" aria-checked={isDense} onClick={toggle}>
        <ListItemIcon>
          <DenseIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText>緊密表格</ListItemText>
        {isDense && <CheckIcon fontSize="small" color="primary" />}
      </MenuItem>
      {item('說明', <HelpIcon fontSize="small" />, () => leaveTo('/site-map'))}
      <Divider />
      {item('登出', <LogoutIcon fontSize="small" />, () => {
        onClose()
        void logOut()
      })}
    </Menu>
  )
}

const schemes: Readonly<Record<ColourScheme, { readonly text: string; readonly icon: ReactNode }>> = {
  system: { text: '跟隨系統', icon: <SystemIcon fontSize="small" /> },
  light: { text: '淺色', icon: <LightIcon fontSize="small" /> },
  dark: { text: '深色', icon: <DarkIcon fontSize="small" /> },
}

// The root path is outside of the admin area, so the area is unmounted and its caches are cleared.
const logOut = async () => {
  if (!(await confirmLeaving())) return
  await signOut()
  navigation.toRoot()
}
