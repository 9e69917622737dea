import { Box } from '@mui/material'
import type { ClipboardEventHandler, KeyboardEventHandler, Ref } from 'react'
import type { Field } from '../../schema/types'
import { useFieldViews } from '../fields/field-views'
import { ScrollRegion } from '../parts/ScrollRegion'
import { unseen } from '../parts/unseen'
import { EditableRow } from './EditableRow'
import { columnHeading } from './row-source'
import { as, columnsOf, rowsLook, tableWidth } from './rows-look'
import type { Line, LineActions } from './use-lines'

interface RowsTableProps {
  readonly ref: Ref<HTMLTableElement>
  readonly id: string
  readonly label: string
  readonly list: string
  readonly columns: readonly Field[]
  readonly lines: readonly Line[]
  readonly disabled: boolean
  /** What is wrong in the row of that index. */
  readonly faults: (line: Line, index: number) => Readonly<Record<string, string>> | undefined
  readonly actions: LineActions
  readonly onRemove: (key: number) => void
  readonly onKeyDown: KeyboardEventHandler
  readonly onPaste: ClipboardEventHandler | undefined
}

/** The table of a list of rows. */
export const RowsTable = ({ ref, id, label, list, columns, lines, disabled, faults, actions, onRemove, ...events }: RowsTableProps) => {
  const { viewOf, alignOf } = useFieldViews()
  const widths = columns.map((column) => viewOf(column).rowWidth ?? 160)
  return (
    <ScrollRegion label={label} stickyEnd>
      <Box sx={{ ...rowsLook, '--width': `${tableWidth(widths)}px`, '--columns': columnsOf(widths) }}>
        <table ref={ref} {...as.table} aria-labelledby={`${id}-label`} {...events}>
          <thead {...as.rowgroup}>
            <tr {...as.row}>
              <th {...as.columnheader} scope="col">
                <span style={unseen}>列</span>
              </th>
              {columns.map((column) => (
                <th key={column.name} {...as.columnheader} scope="col" id={columnHeading(id, column.name)} style={{ textAlign: alignOf(column) }}>
                  {column.label}
                  {column.required && <span aria-hidden="true">＊</span>}
                </th>
              ))}
              <th {...as.columnheader} scope="col" className="remove">
                <span style={unseen}>移除</span>
              </th>
            </tr>
          </thead>
          <tbody {...as.rowgroup}>
            {lines.map((line, index) => (
              <EditableRow
                key={line.key}
                id={id}
                list={list}
                columns={columns}
                line={line}
                number={index + 1}
                disabled={disabled}
                faults={faults(line, index)}
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
