import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import { IconButton } from '@mui/material'
import { useState } from 'react'
import type { Resource } from '../../schema/language/resource'
import { lazyComponent } from '../components/lazy-component'

const PageHelp = lazyComponent(async () => (await import('./PageHelp')).PageHelp)

/** Renders the button that shows the help of a page, which is loaded when it is first opened. */
export const PageHelpButton = ({ resource }: { resource: Resource }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (button: HTMLElement) => {
    setAnchor(button)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        size="small"
        aria-label="本頁說明"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => open(event.currentTarget)}
        sx={buttonStyles}
      >
        <HelpIcon fontSize="small" />
      </IconButton>
      {anchor && <PageHelp resource={resource} anchor={anchor} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

// The button is higher than the line of the heading, which keeps its height.
const buttonStyles = {
  displayPrint: 'none',
  p: 0.5,
  my: -1,
  ml: 0.5,
  color: 'text.secondary',
  verticalAlign: 'middle',
  '@media (pointer: coarse)': { p: '12px' },
}
