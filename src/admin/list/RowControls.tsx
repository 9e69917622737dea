import type { Theme } from '@mui/material'
import { alpha } from '@mui/material/styles'

interface RowCommandProps {
  readonly text: string
  /** The name for screen readers, which contains the text. */
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** Renders a button with a short text in the row of a record. */
export const RowCommand = ({ text, label, disabled = false, onClick }: RowCommandProps) => (
  <button
    type="button"
    className="row-command"
    data-tip={label}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    {text}
  </button>
)

interface PlainCheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly indeterminate?: boolean
  readonly onChange: () => void
}

/** Renders a plain HTML checkbox that looks like MUI's but renders faster: a list has hundreds of checkboxes. */
export const PlainCheckbox = ({ label, checked, indeterminate = false, onChange }: PlainCheckboxProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks on the checkbox from opening the record
  // biome-ignore lint/a11y/useKeyWithClickEvents: the same
  <span
    className={checked || indeterminate ? 'checkbox checked' : 'checkbox'}
    onClick={(event) => event.stopPropagation()}
  >
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(input) => showIndeterminate(input, indeterminate)}
      onChange={onChange}
    />
    <svg aria-hidden="true" viewBox="0 0 24 24">
      <path d={indeterminate ? indeterminatePath : checked ? checkedPath : uncheckedPath} />
    </svg>
  </span>
)

// HTML has no attribute for the indeterminate state, only a property.
const showIndeterminate = (input: HTMLInputElement | null, indeterminate: boolean): void => {
  if (input) input.indeterminate = indeterminate
}

const uncheckedPath = 'M19 5v14H5V5h14m0-2H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2z'
const checkedPath =
  'M19 3H5c-1.11 0-2 .9-2 2v14c0 1.1.89 2 2 2h14c1.11 0 2-.9 2-2V5c0-1.1-.89-2-2-2zm-9 14l-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8l-9 9z'
const indeterminatePath =
  'M19 3H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2zm-2 10H7v-2h10v2z'

/** The styles of these controls. The table or the cards that contain them apply the styles. */
export const rowControlStyles = {
  '& .icon-button, & .checkbox': {
    position: 'relative',
    display: 'inline-flex',
    flexShrink: 0,
    borderRadius: '50%',
    transition: 'background-color 150ms',
  },
  '& .row-command': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 32,
    px: 1,
    border: 0,
    borderRadius: 1,
    font: 'inherit',
    color: 'primary.main',
    background: 'none',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
  },
  // The menu has its place in every row, whatever the record allows.
  '& .menu-place': { display: 'inline-flex', justifyContent: 'flex-end', width: 34 },
  '& .icon-button': { p: '7px', border: 0, color: 'action.active', background: 'none', cursor: 'pointer' },
  '& .icon-button:hover': { bgcolor: 'action.hover' },
  '& .checkbox': { p: 0.5, color: 'text.secondary', verticalAlign: 'middle' },
  '& .checkbox:hover': { bgcolor: ({ palette }: Theme) => alpha(palette.primary.main, palette.action.hoverOpacity) },
  '& .checkbox:has(:focus-visible)': { outline: '3px solid var(--focus)' },
  '& .checked': { color: 'primary.main' },
  '& .checkbox input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    m: 0,
    opacity: 0,
    cursor: 'inherit',
  },
  '& .checkbox svg': { width: 20, height: 20, fill: 'currentColor' },
  '@media (pointer: coarse)': {
    '& .row-command': { minHeight: 44, minWidth: 44 },
    '& .icon-button': { p: '12px' },
    '& .checkbox': { p: '12px' },
    '& .menu-place': { width: 44 },
    '& .record-link, & .reference-link': { display: 'inline-flex', alignItems: 'center', minHeight: 44, minWidth: 44 },
  },
}
