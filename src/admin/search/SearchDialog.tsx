import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import { Box, Dialog, IconButton, InputBase } from '@mui/material'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import { searchLength } from '../../contract/search'
import { scrollWithin } from '../components/scroll-within'
import { visuallyHidden } from '../components/visually-hidden'
import { giveReason } from '../data-provider/confirm'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { SearchMessage } from './SearchMessage'
import { SearchResults } from './SearchResults'
import { type SearchOption, useOptions } from './use-options'
import { useSearch } from './use-search'

interface SearchDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Renders the search from everywhere as a dialog; its text is cleared when it closes. */
export const SearchDialog = ({ open, onClose }: SearchDialogProps) => {
  const isNarrow = useIsNarrow('sm')
  const [isAsking, setIsAsking] = useState(false)
  const titleId = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={isNarrow}
      // The question for the reason is a dialog of its own, which needs the focus.
      disableEnforceFocus={isAsking}
      aria-labelledby={titleId}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: { sx: isNarrow ? {} : { width: 680, maxWidth: 'calc(100% - 32px)', mt: '10vh', maxHeight: '76vh' } },
      }}
    >
      <Box component="h2" id={titleId} sx={{ ...visuallyHidden, m: 0 }}>
        搜尋
      </Box>
      <Search onClose={onClose} onAsk={setIsAsking} />
    </Dialog>
  )
}

interface SearchProps extends Pick<SearchDialogProps, 'onClose'> {
  /** Called before and after another dialog asks the user something. */
  readonly onAsk: (isAsking: boolean) => void
}

/** Renders the input and what it finds, as a combobox with a list (ARIA Authoring Practices Guide). */
const Search = ({ onClose, onAsk }: SearchProps) => {
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const listId = useId()
  const { keyword, state, result, retry } = useSearch(text)
  const groups = useOptions(keyword, result)
  const options = groups.flatMap((group) => group.options)
  const active = options[Math.min(place, options.length - 1)]
  const idOf = (option: SearchOption) => `${listId}-${option.id}`
  const activeId = active && idOf(active)
  const open = useOpen(onClose)
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId !== undefined) scrollWithin(results.current, document.getElementById(activeId))
  }, [activeId])
  const retryFromInput = () => {
    retry()
    input.current?.focus()
  }
  const askForReason = async () => {
    onAsk(true)
    const isGiven = await giveReason('依姓名搜尋會查看個人資料。事由會記入查詢紀錄，本次登入只需輸入一次。').catch(
      () => false,
    )
    onAsk(false)
    if (isGiven) retryFromInput()
  }
  const move = (step: number) => {
    const { length } = options
    if (length > 0) setPlace((Math.min(place, length - 1) + step + length) % length)
  }
  const handleKey = (event: KeyboardEvent) => {
    // The keys that choose a word of an input method do not move in the list.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active) open(active, event)
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Box sx={inputRow}>
        <SearchIcon color="disabled" />
        <InputBase
          autoFocus
          fullWidth
          inputRef={input}
          value={text}
          placeholder="頁面、帳單編號、虛擬帳號、姓名…"
          onChange={({ target }) => {
            setText(target.value)
            setPlace(0)
          }}
          onKeyDown={handleKey}
          inputProps={{
            role: 'combobox',
            'aria-label': '搜尋',
            'aria-expanded': options.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': activeId,
            autoComplete: 'off',
            spellCheck: false,
            maxLength: searchLength.max,
          }}
        />
        <IconButton aria-label="關閉搜尋" onClick={onClose} sx={{ width: 44, height: 44 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box ref={results} sx={{ overflowY: 'auto', flexGrow: 1 }}>
        <SearchResults
          id={listId}
          groups={groups}
          activeId={activeId}
          idOf={idOf}
          onOpen={(option, event) => open(option, event)}
        />
        <SearchMessage
          keyword={keyword}
          state={state}
          count={options.length}
          pagesWithoutNames={result?.NeedsReason ?? []}
          onRetry={retryFromInput}
          onGiveReason={() => void askForReason()}
        />
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {countMessage(keyword, state === 'loading', options.length)}
      </Box>
      <Box aria-hidden="true" sx={keyHints}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 選擇
        </span>
        <span>
          <kbd>Enter</kbd> 開啟
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> 新分頁
        </span>
        <span>
          <kbd>Esc</kbd> 關閉
        </span>
      </Box>
    </>
  )
}

const countMessage = (keyword: string, isLoading: boolean, count: number): string => {
  if (keyword === '') return ''
  if (isLoading) return '搜尋中'
  return count === 0 ? '沒有符合的結果' : `找到 ${countText(count)} 項`
}

/** Returns the function that opens what was found; with Ctrl or Cmd in a new tab, unless its link has a state. */
const useOpen = (onClose: () => void) => {
  const navigate = useNavigate()
  return ({ to, state }: SearchOption, { ctrlKey, metaKey }: KeyboardEvent | MouseEvent): void => {
    if ((ctrlKey || metaKey) && !hasFilters(state)) {
      window.open(to, '_blank', 'noopener')
      return
    }
    onClose()
    void navigate(to, { state })
  }
}

// A new tab gets no state, and the address contains no personal data.
const hasFilters = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'filters' in state && Object.keys(state.filters ?? {}).length > 0

const inputRow = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  flexShrink: 0,
  minHeight: 60,
  pl: 2.5,
  pr: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '& input': { fontSize: textSizes.title },
  '&:has(input:focus-visible)': { boxShadow: 'inset 0 -2px 0 var(--primary)' },
  '& input:focus-visible': { outline: 'none' },
}

const keyHints = {
  display: { xs: 'none', sm: 'flex' },
  flexShrink: 0,
  flexWrap: 'wrap',
  columnGap: 2.5,
  px: 2.5,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: textSizes.caption,
  '& kbd': { px: 0.5, border: 1, borderColor: 'divider', borderRadius: 0.5, font: 'inherit' },
}
