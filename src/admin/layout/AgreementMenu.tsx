import CheckIcon from '@mui/icons-material/Check'
import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'

/** Props of the menu of agreements. The code of all agreements is null. */
export interface AgreementMenuProps {
  readonly anchor: HTMLElement | null
  readonly codes: readonly string[]
  readonly selected: string | null
  readonly nameOf: (code: string | null) => string
  readonly onSelect: (code: string | null) => void
  readonly onClose: () => void
}

/** Renders the menu of the agreement picker. */
export const AgreementMenu = ({ anchor, codes, selected, nameOf, onSelect, onClose }: AgreementMenuProps) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': '作業中的委託單位' }, paper: { sx: { maxWidth: 'min(420px, 92vw)' } } }}
  >
    {[null, ...codes].map((code) => (
      <MenuItem
        key={code ?? ''}
        role="menuitemradio"
        aria-checked={code === selected}
        selected={code === selected}
        onClick={() => onSelect(code)}
      >
        <ListItemIcon>{code === selected && <CheckIcon fontSize="small" />}</ListItemIcon>
        <ListItemText primary={nameOf(code)} slotProps={{ primary: { noWrap: true } }} />
      </MenuItem>
    ))}
  </Menu>
)
