import { Box } from '@mui/material'
import type { MouseEvent } from 'react'
import { textSizes } from '../../browser/theme/type-scale'
import { StatusChip } from '../components/StatusChip'
import type { OptionGroup, SearchOption } from './use-options'

interface SearchResultsProps {
  readonly id: string
  readonly groups: readonly OptionGroup[]
  readonly activeId: string | undefined
  readonly idOf: (option: SearchOption) => string
  readonly onOpen: (option: SearchOption, event: MouseEvent) => void
}

/** Renders what the search has found, as the list of its combobox; the focus stays in the input. */
export const SearchResults = ({ id, groups, activeId, idOf, onOpen }: SearchResultsProps) => (
  <Box id={id} role="listbox" aria-label="搜尋結果" sx={listStyles} className={groups.length > 0 ? '' : 'empty'}>
    {groups.map(({ label, options }) => (
      // biome-ignore lint/a11y/useSemanticElements: a list of options contains no fieldset
      <div key={label} role="group" aria-label={label}>
        <div className="search-heading" aria-hidden="true">
          {label}
        </div>
        {options.map((option) => (
          // The keys belong to the input, which has the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.id}
            id={idOf(option)}
            role="option"
            aria-selected={idOf(option) === activeId}
            className={option.isAll ? 'search-option all' : 'search-option'}
            onClick={(event) => onOpen(option, event)}
          >
            <Found option={option} />
          </div>
        ))}
      </div>
    ))}
  </Box>
)

const Found = ({ option: { text, note, chip, amount } }: { option: SearchOption }) => (
  <>
    <span className="search-name">
      {text}
      {note && <small>{note}</small>}
    </span>
    {amount && <span className="search-amount">{amount}</span>}
    {chip && <StatusChip code={chip.Code} text={chip.Text} />}
  </>
)

const listStyles = {
  py: 1,
  '&.empty': { py: 0 },
  '& .search-heading': {
    px: 2.5,
    pt: 1.25,
    pb: 0.5,
    color: 'text.secondary',
    fontSize: textSizes.caption,
    fontWeight: 600,
  },
  '& .search-option': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minHeight: 44,
    mx: 1,
    px: 1.5,
    py: 0.5,
    borderRadius: 1,
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
    '&[aria-selected="true"]': { bgcolor: 'var(--primary-soft)', boxShadow: 'inset 3px 0 0 var(--primary)' },
  },
  '& .search-option.all': { color: 'primary.main', fontSize: textSizes.small, fontWeight: 500 },
  '& .search-name': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& .search-name small': {
    display: { xs: 'block', sm: 'inline' },
    ml: { sm: 1 },
    color: 'text.secondary',
    fontSize: textSizes.label,
  },
  '& .search-amount': { whiteSpace: 'nowrap', fontWeight: 500 },
}
