import CheckIcon from '@mui/icons-material/Check'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useAgreementNames } from './use-agreement-names'
import { usePickedAgreement } from './working-agreement'

/** Picks the agreement to work with: lists then begin with its records, and new records belong to it. There only for users who have several. */
export const AgreementPicker = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { codes, picked, pick } = usePickedAgreement()
  const names = useAgreementNames(codes.length > 1)
  if (codes.length < 2) return null
  const nameOf = (code: string | null) => (code === null ? '全部委託單位' : (names.get(code) ?? code))
  const choose = (code: string | null) => {
    pick(code)
    setAnchor(null)
  }
  return (
    <>
      <Button
        color="inherit"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`作業中的委託單位：${nameOf(picked)}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={look}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'block' }, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {nameOf(picked)}
        </Box>
        <Box component="span" sx={{ display: { md: 'none' } }}>
          {picked ?? '全部'}
        </Box>
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': '作業中的委託單位' }, paper: { sx: { maxWidth: 'min(420px, 92vw)' } } }}
      >
        {[null, ...codes].map((code) => (
          <MenuItem key={code ?? ''} role="menuitemradio" aria-checked={code === picked} selected={code === picked} onClick={() => choose(code)}>
            <ListItemIcon>{code === picked && <CheckIcon fontSize="small" />}</ListItemIcon>
            <ListItemText primary={nameOf(code)} slotProps={{ primary: { noWrap: true } }} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

const look = {
  minWidth: 0,
  maxWidth: { md: 280 },
  minHeight: 40,
  px: { xs: 1, md: 1.5 },
  whiteSpace: 'nowrap',
  border: 1,
  borderColor: 'color-mix(in srgb, currentColor 40%, transparent)',
  '& .MuiButton-endIcon': { ml: 0.25 },
}
