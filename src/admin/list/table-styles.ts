import { cornerRadius } from '../../browser/theme/tokens'
import { textSizes } from '../../browser/theme/type-scale'
import { cellPadding, checkboxColumnWidth } from '../../schema/text/column-width'
import { rowLine } from '../components/row-line'
import { columnEdge, dropTarget } from './columns/column-grips'
import { rowControlStyles } from './RowControls'

// The class names of cells with buttons, which stay visible while the table scrolls, and of cells with checkboxes.
export const actionCell = 'action-cell'
export const checkboxCell = 'checkbox-cell'
/** The class name of the cells of the first column of data, which also stays visible. */
export const firstCell = 'first-cell'

const edgeShadow = {
  content: '""',
  position: 'absolute',
  inset: '0 100% 0 auto',
  width: 16,
  pointerEvents: 'none',
  background: 'linear-gradient(to left, rgb(0 0 0 / 0.16), transparent)',
}

const bodyCell = { py: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
// Opaque, because the cells that stay visible cover others.
const rowHover = 'color-mix(in srgb, var(--text) 4%, var(--surface))'
const headCell = { py: '5px', bgcolor: 'var(--sunken)', overflow: 'hidden', textOverflow: 'ellipsis' }

// On paper every column is visible, and no row is divided; the browser repeats the headings on each sheet.
const paperStyles = {
  tableLayout: 'auto',
  minWidth: '0 !important',
  '& col': { width: 'auto !important' },
  '& tr': { breakInside: 'avoid' },
  '& tbody tr:last-child': { breakAfter: 'avoid' },
  '& th, & td': {
    maxWidth: 'none',
    px: '4pt',
    py: '2pt',
    overflow: 'visible',
    borderBottomColor: 'var(--edge)',
    fontSize: '8pt',
    lineHeight: 1.35,
    whiteSpace: 'normal',
    // A date or an account is not divided while there is space for it.
    overflowWrap: 'break-word',
    verticalAlign: 'top',
  },
  '& td *': { fontSize: 'inherit' },
  '& td a': { color: 'inherit' },
  '& td.right': { whiteSpace: 'nowrap' },
  [`& th, & .${firstCell}`]: { position: 'static' },
  // Chromium omits the text of buttons in repeated headings.
  '& .sort': { display: 'contents' },
  [`& .${actionCell}, & .${checkboxCell}, & .sort svg`]: { display: 'none' },
}

/** The styles of a list's table, which apply to plain cells. */
export const tableStyles = {
  width: '100%',
  // The columns have the widths of their types, so that they stay where they are from page to page.
  tableLayout: 'fixed',
  outline: 'none',
  // Collapsed borders would stay behind when the headings stick to the region.
  borderCollapse: 'separate',
  borderSpacing: 0,
  ...rowControlStyles,
  '& th, & td': {
    typography: 'body2',
    px: `${cellPadding}px`,
    borderBottom: rowLine,
    textAlign: 'left',
    color: 'text.primary',
  },
  '& .right': { textAlign: 'right' },
  '& th': {
    ...headCell,
    position: 'sticky',
    top: 0,
    zIndex: 2,
    lineHeight: '1.5rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  '& th:first-of-type': { borderTopLeftRadius: cornerRadius },
  '& th:last-child': { borderTopRightRadius: cornerRadius },
  [`& .${columnEdge}`]: {
    position: 'absolute',
    inset: '0 0 0 auto',
    width: 8,
    cursor: 'col-resize',
    touchAction: 'none',
    displayPrint: 'none',
    '&:hover, &:active': { borderRight: 2, borderColor: 'primary.main' },
  },
  [`& th.${dropTarget}`]: { boxShadow: 'inset 3px 0 var(--primary)' },
  '& td': bodyCell,
  '& tbody tr:hover, & tbody tr:hover td': { bgcolor: rowHover },
  '& .clickable': { cursor: 'pointer' },
  '& .sort': {
    p: 0,
    border: 0,
    font: 'inherit',
    letterSpacing: 'inherit',
    color: 'inherit',
    background: 'none',
    cursor: 'pointer',
    display: 'inline-flex',
    alignItems: 'center',
    '& svg': {
      flexShrink: 0,
      width: 16,
      height: 16,
      mx: '2px',
      opacity: 0,
      fill: 'currentColor',
      transition: 'opacity 200ms, transform 200ms',
    },
    verticalAlign: 'middle',
    '&:hover, &:focus': { color: 'text.secondary' },
    '&.sorted': { color: 'text.primary' },
    '&[aria-disabled="true"]': { cursor: 'default', color: 'text.secondary', '& svg': { display: 'none' } },
    '&:hover svg': { opacity: 0.5 },
    '& .asc, & .desc': { opacity: '1 !important', color: 'text.secondary' },
    '& .asc': { transform: 'rotate(180deg)' },
  },
  '& .right .sort': { flexDirection: 'row-reverse' },
  [`& .${checkboxCell}`]: { position: 'sticky', left: 0, zIndex: 1, pl: 1, pr: 0, bgcolor: 'background.paper' },
  [`& .${firstCell}`]: { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper' },
  [`& .${checkboxCell} + .${firstCell}`]: { left: checkboxColumnWidth },
  [`& th.${checkboxCell}, & th.${firstCell}`]: { zIndex: 3, bgcolor: 'var(--sunken)' },
  '& .second-line': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: 'text.secondary',
    fontSize: textSizes.caption,
    lineHeight: 1.3,
  },
  [`& .${actionCell}`]: {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    boxShadow: 'inset 1px 0 var(--line)',
  },
  // A pseudo-element draws this shadow, because a box shadow would also be drawn over the neighbouring rows.
  [`.has-more & .${actionCell}`]: { overflow: 'visible', '&::before': edgeShadow },
  [`& th.${actionCell}`]: { zIndex: 3, bgcolor: 'var(--sunken)' },
  '& .buttons': { display: 'inline-flex', justifyContent: 'flex-end' },
  '@media print': paperStyles,
}

/** The styles of a dense table. */
export const denseTableStyles = {
  ...tableStyles,
  '& td': { ...bodyCell, py: 0, fontSize: textSizes.label },
  '& th': { ...tableStyles['& th'], py: 0.5, fontSize: textSizes.label },
  '& .MuiIconButton-root, & .icon-button': { p: 0.5 },
}
