import type { Field } from '../../schema/types'
import { unseen } from '../parts/unseen'

/** A table with a line around it, whose last column stays in sight; from card width down each row is a card whose cells say their headings themselves. */
export const rowsLook = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  // Columns of fixed widths: a new sum lays out its own cell, not the whole table.
  '& table': { width: '100%', minWidth: 'var(--width)', borderCollapse: 'separate', borderSpacing: 0, fontSize: '0.875rem', tableLayout: 'fixed' },
  '& th': { fontWeight: 600, whiteSpace: 'nowrap', textAlign: 'left' },
  '& thead th': { bgcolor: 'var(--sunken)', px: 0.75, py: 1, fontSize: '0.8125rem' },
  '& tbody th': { color: 'text.secondary', fontWeight: 400, pl: 1.5, pt: 1.75 },
  '& tbody :is(th, td)': { p: 0.75, verticalAlign: 'top', borderTop: 1, borderColor: 'divider' },
  '& .computed': { textAlign: 'right', pt: 1.75, whiteSpace: 'nowrap', fontWeight: 600 },
  '& .none': { pt: 1.75, color: 'var(--quiet)' },
  // Each cell that sticks is a layer of its own to the browser: only where there is need.
  '.has-more & .remove': { position: 'sticky', right: 0, zIndex: 1, bgcolor: 'background.paper', boxShadow: '-6px 0 8px -6px rgb(0 0 0 / 0.3)' },
  '.has-more & thead .remove': { bgcolor: 'var(--sunken)' },
  '@container (max-width: 560px)': {
    border: 0,
    '& table, & tbody, & tbody td': { display: 'block', minWidth: 0 },
    '& thead': unseen,
    '& tbody tr': { display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 1, border: 1, borderColor: 'divider', borderRadius: 1, p: 1, mb: 1.5 },
    '& tbody :is(th, td)': { border: 0, p: 0.5 },
    '& tbody th': { display: 'block', width: 'auto', order: -2, alignSelf: 'center', fontWeight: 600 },
    '& tbody th::before': { content: '"第 "' },
    '& tbody th::after': { content: '" 列"' },
    '& tbody td': { gridColumn: '1 / -1' },
    '& tbody td[data-label]::before': { content: 'attr(data-label)', display: 'block', mb: 0.5, fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' },
    '& tbody .remove': { gridColumn: 2, order: -1, width: 'auto' },
    '& .computed': { display: 'flex', justifyContent: 'space-between' },
    '& .none': { display: 'none' },
  },
}

/** What each part is, said aloud: some browsers take a table that is drawn as cards for none. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** How wide a column is at least, in pixels. */
export const widthOf = ({ type }: Field): number => widths[type] ?? 160

/** The widths of the first and the last column. */
export const numberWidth = 40
export const removeWidth = 56

/** How wide a table is at least. */
export const tableWidth = (columns: readonly Field[]): number => columns.reduce((sum, column) => sum + widthOf(column), numberWidth + removeWidth)

const widths: Partial<Record<Field['type'], number>> = {
  integer: 88,
  percent: 104,
  money: 120,
  time: 96,
  month: 112,
  date: 152,
  boolean: 96,
  enum: 136,
  reference: 200,
  referenceList: 240,
  text: 240,
  computed: 96,
}
