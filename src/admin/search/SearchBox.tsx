import SearchIcon from '@mui/icons-material/Search'
import { Box, Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { companySession, onSessionChange } from '../../browser/session/session'
import { tabStorage } from '../../browser/storage/browser-storage'
import { textSizes } from '../../browser/theme/type-scale'
import { lazyComponent } from '../components/lazy-component'
import { recentRecordsKey } from './recent-key'
import type { SearchDialog as Dialog } from './SearchDialog'

const SearchDialog = lazyComponent<Parameters<typeof Dialog>[0]>(
  async () => (await import('./SearchDialog')).SearchDialog,
)

const label = '搜尋頁面、單號、姓名'
const keyName = 'Ctrl K'

/**
 * Renders the box in the app bar that opens the search from everywhere, a small button on narrow screens.
 * Ctrl+K, and `/` outside of inputs, open it too. The search itself is loaded when it is first opened.
 */
export const SearchBox = () => {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  useEffect(forgetRecordsWithSession, [])
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      setWasOpened(true)
      setIsOpen(true)
    }
    // The window comes last, so that a page can use the key first.
    window.addEventListener('keydown', openByKey)
    return () => window.removeEventListener('keydown', openByKey)
  }, [])
  return (
    <Box sx={placeStyles}>
      <Button
        color="inherit"
        // The name contains what is visible, as users of voice control say it.
        aria-label={`${label} ${keyName}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+K /"
        onClick={open}
        sx={boxStyles}
      >
        <SearchIcon />
        <Box component="span" className="search-text">
          {label}
        </Box>
        <kbd className="search-text">{keyName}</kbd>
      </Button>
      {wasOpened && <SearchDialog open={isOpen} onClose={() => setIsOpen(false)} />}
    </Box>
  )
}

/** Removes the opened records when the session ends; returns the function that ends the watch. */
const forgetRecordsWithSession = () =>
  onSessionChange(() => {
    if (companySession() === null) tabStorage().removeItem(recentRecordsKey)
  })

/** Returns whether a key opens the search: Ctrl+K or Cmd+K, or a slash while nobody types or answers a dialog. */
const opensSearch = ({ key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented }: KeyboardEvent): boolean => {
  if (defaultPrevented || altKey) return false
  if ((ctrlKey || metaKey) && !shiftKey) return key.toLowerCase() === 'k'
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="combobox"], [role="textbox"]') !== null)
  return key === '/' && !ctrlKey && !metaKey && !isTyping && document.querySelector('[aria-modal="true"]') === null
}

const placeStyles = {
  flexGrow: 1,
  minWidth: 0,
  display: 'flex',
  justifyContent: { xs: 'flex-end', md: 'flex-start' },
  ml: { md: 3 },
}

const boxStyles = {
  justifyContent: 'flex-start',
  gap: 1,
  minWidth: 44,
  minHeight: 44,
  px: { xs: 1, md: 1.5 },
  width: { md: 360 },
  flexShrink: { xs: 0, md: 1 },
  fontWeight: 400,
  border: { md: '1px solid color-mix(in srgb, currentcolor 40%, transparent)' },
  bgcolor: { md: 'color-mix(in srgb, currentcolor 10%, transparent)' },
  '& .search-text': { display: { xs: 'none', md: 'inline' }, whiteSpace: 'nowrap', overflow: 'hidden' },
  '& span.search-text': { flexGrow: 1, textAlign: 'left' },
  '& kbd': {
    px: 0.75,
    borderRadius: 1,
    border: '1px solid color-mix(in srgb, currentcolor 40%, transparent)',
    font: 'inherit',
    fontSize: textSizes.caption,
  },
} as const
