import { Box } from '@mui/material'
import type { ClipboardEventHandler, KeyboardEventHandler, Ref } from 'react'
import { textSizes } from '../../browser/theme/type-scale'
import type { Field } from '../../schema/language/types'
import { ScrollRegion } from '../components/ScrollRegion'
import { visuallyHidden } from '../components/visually-hidden'
import { useFieldInputs } from '../fields/inputs/field-inputs'
import { alignOf } from '../fields/registry'
import { ItemRow } from './ItemRow'
import { columnHeadingId, tableRoles } from './item-scope'
import type { EditedItem, ItemActions } from './use-items'

interface ItemsTableProps {
  readonly ref: Ref<HTMLTableElement>
  /** Prefix of the ids of the table's elements. */
  readonly id: string
  readonly label: string
  /** Name of the list field. */
  readonly list: string
  readonly columns: readonly Field[]
  readonly items: readonly EditedItem[]
  readonly disabled: boolean
  /** Returns the messages of an item by column. */
  readonly cellErrorsOf: (item: EditedItem, index: number) => Readonly<Record<string, string>> | undefined
  readonly actions: ItemActions
  readonly onRemove: (key: number) => void
  readonly onKeyDown: KeyboardEventHandler
  readonly onPaste: ClipboardEventHandler | undefined
}

/** Renders the table of a list field. */
export const ItemsTable = ({
  ref,
  id,
  label,
  list,
  columns,
  items,
  disabled,
  cellErrorsOf,
  actions,
  onRemove,
  ...events
}: ItemsTableProps) => {
  const fieldInputsOf = useFieldInputs()
  const widths = columns.map((column) => fieldInputsOf(column).columnWidth ?? 160)
  return (
    <ScrollRegion label={label} stickyEnd sx={regionStyles}>
      <Box sx={{ ...tableStyles, '--width': `${tableWidth(widths)}px`, '--columns': gridColumns(widths) }}>
        <table ref={ref} {...tableRoles.table} aria-labelledby={`${id}-label`} {...events}>
          <thead {...tableRoles.rowgroup}>
            <tr {...tableRoles.row}>
              <th {...tableRoles.columnheader} scope="col">
                <span style={visuallyHidden}>列</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column.name}
                  {...tableRoles.columnheader}
                  scope="col"
                  id={columnHeadingId(id, column.name)}
                  style={{ textAlign: alignOf(column) }}
                >
                  {column.label}
                  {column.required && <span aria-hidden="true">＊</span>}
                </th>
              ))}
              <th {...tableRoles.columnheader} scope="col" className="remove">
                <span style={visuallyHidden}>移除</span>
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.rowgroup}>
            {items.map((item, index) => (
              <ItemRow
                key={item.key}
                id={id}
                list={list}
                columns={columns}
                item={item}
                rowNumber={index + 1}
                disabled={disabled}
                cellErrors={cellErrorsOf(item, index)}
                actions={actions}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      </Box>
    </ScrollRegion>
  )
}

// Cards scroll with the page.
const regionStyles = { '@container (max-width: 560px)': { maxHeight: 'none' } }

/**
 * Styles of a table whose last column stays visible while the table scrolls.
 * On narrow screens each row is a card, and each cell shows the heading of its column.
 */
const tableStyles = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& table': { display: 'block', minWidth: 'var(--width)', fontSize: textSizes.small },
  '& :is(thead, tbody)': { display: 'block' },
  // Each row is a grid, because `content-visibility` has no effect on the rows of a table layout.
  // The browser does not render rows outside of the screen; it assumes the intrinsic size for them.
  '& tr': { display: 'grid', gridTemplateColumns: 'var(--columns)' },
  '& tbody tr': { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 53px' },
  // MUI renders a transparent native input for each select; a hundred of these inputs slow down typing.
  '& .MuiSelect-nativeInput': { display: 'none' },
  '& th': { fontWeight: 600, whiteSpace: 'nowrap', textAlign: 'left' },
  '& thead': { position: 'sticky', top: 0, zIndex: 2 },
  '& thead th': { bgcolor: 'var(--sunken)', px: 0.75, py: 1, fontSize: textSizes.label },
  '& tbody :is(th, td)': { p: 0.75, minWidth: 0, borderTop: 1, borderColor: 'divider' },
  '& tbody th': { color: 'text.secondary', fontWeight: 400, pl: 1.5, pt: 1.75 },
  '& .computed': { textAlign: 'right', pt: 1.75, whiteSpace: 'nowrap', fontWeight: 600 },
  '& .read-only': { pt: 1.75, overflowWrap: 'anywhere' },
  '& .not-applicable': { pt: 1.75, color: 'var(--text-muted)' },
  // Each sticky cell is a compositing layer, so cells are sticky only where the table scrolls.
  '.has-more & .remove': {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    boxShadow: '-6px 0 8px -6px rgb(0 0 0 / 0.3)',
  },
  '.has-more & thead .remove': { bgcolor: 'var(--sunken)' },
  '@container (max-width: 560px)': {
    border: 0,
    '& table': { minWidth: 0 },
    '& thead': visuallyHidden,
    '& tbody tr': {
      gridTemplateColumns: '1fr auto',
      containIntrinsicBlockSize: 'auto 480px',
      columnGap: 1,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      p: 1,
      mb: 1.5,
    },
    '& tbody :is(th, td)': { border: 0, p: 0.5 },
    '& tbody th': { order: -2, alignSelf: 'center', fontWeight: 600 },
    '& tbody th::before': { content: '"第 "' },
    '& tbody th::after': { content: '" 列"' },
    '& tbody td': { gridColumn: '1 / -1' },
    '& tbody td[data-label]::before': {
      content: 'attr(data-label)',
      display: 'block',
      mb: 0.5,
      fontSize: textSizes.caption,
      fontWeight: 400,
      color: 'text.secondary',
    },
    '& tbody .remove': { gridColumn: 2, order: -1 },
    '& .computed': { display: 'flex', justifyContent: 'space-between' },
    '& .not-applicable': { display: 'none' },
  },
}

/**
 * Returns the grid columns of a row: the number, the fields and the remove button.
 * `widths` are the minimum widths of the fields in pixels; the fields share the remaining width.
 */
const gridColumns = (widths: readonly number[]): string =>
  [`${numberWidth}px`, ...widths.map((width) => `minmax(${width}px, ${width}fr)`), `${removeWidth}px`].join(' ')

const numberWidth = 44
const removeWidth = 56

/** Returns the minimum width of the table in pixels. */
const tableWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, numberWidth + removeWidth)
