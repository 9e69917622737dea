import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { IconButton } from '@mui/material'
import { memo, useMemo } from 'react'
import { useRecordContext } from 'react-admin'
import type { RecordValues as Values } from '../../schema/language/language'
import type { Field, RoleField } from '../../schema/language/types'
import { hiddenFields, isRequiredNow, visibleValues } from '../../schema/rules/conditional'
import { itemFields } from '../../schema/rules/list-items'
import { sameValue } from '../../schema/rules/record-rules'
import { currencyField } from '../../schema/text/value-text'
import { useFieldViews } from '../fields/field-view'
import { labelsAt } from '../fields/labels'
import { FormFields, useValues, ValueSourceContext } from '../fields/value-source'
import { useConditionContext } from '../hooks/condition-context'
import { as, ofRow, RowContext, rowHeading } from './row-source'
import { withComputed } from './rows-of'
import type { Line, LineActions } from './use-lines'

interface CellsProps {
  readonly id: string
  readonly list: string
  readonly columns: readonly RoleField[]
  readonly line: Line
  readonly disabled: boolean
  readonly cellErrors: Readonly<Record<string, string>> | undefined
  readonly actions: LineActions
}

interface EditableRowProps extends CellsProps {
  readonly number: number
  readonly onRemove: (key: number) => void
}

const Row = ({ number, onRemove, ...cells }: EditableRowProps) => {
  const { id, line, disabled } = cells
  return (
    <tr {...as.row} data-line={line.key}>
      <th {...as.rowheader} scope="row" id={rowHeading(id, line.key)} aria-label={`第 ${number} 列`}>
        {number}
      </th>
      <Cells {...cells} />
      <RemoveCell id={id} line={line.key} disabled={disabled} onRemove={onRemove} />
    </tr>
  )
}

// Removing a row above changes this row's number, not its button.
const RemoveCell = memo(({ id, line, disabled, onRemove }: Pick<EditableRowProps, 'id' | 'disabled' | 'onRemove'> & { readonly line: number }) => (
  <td {...as.cell} className="remove">
    <IconButton
      data-remove
      id={`${id}-remove-${line}`}
      aria-label="移除"
      aria-labelledby={`${id}-remove-${line} ${rowHeading(id, line)}`}
      disabled={disabled}
      onClick={() => onRemove(line)}
    >
      <DeleteIcon />
    </IconButton>
  </td>
))

const CellsOfRow = ({ id, list, columns: all, line, disabled, cellErrors = none, actions }: CellsProps) => {
  const columns = useMemo(() => itemFields(all, line.row), [all, line.row])
  const row = useMemo(() => ({ list, id, columns, line, cellErrors, actions }), [list, id, columns, line, cellErrors, actions])
  const context = useConditionContext()
  const record = useRecordContext()
  const [currency] = useValues([currencyField])
  const Labels = labelsAt(record ?? {}, `${list}.${Number(line.row.id) - 1}`)
  const shown = { [currencyField]: currency, ...withComputed(columns, line.row, context), Labels }
  const hidden = hiddenFields(columns, line.row, context)
  const seen = visibleValues(columns, line.row, context)
  return (
    <FormFields value={columns}>
      <RowContext value={row}>
        <ValueSourceContext value={ofRow}>
          {columns.map((column) =>
            hidden.includes(column) ? (
              <td key={column.name} {...as.cell} data-column={column.name} className="none">
                －
              </td>
            ) : column.type === 'computed' ? (
              <TextCell key={column.name} column={column} className="computed" row={shown} />
            ) : column.writable === false ? (
              <TextCell key={column.name} column={column} className="read" row={shown} />
            ) : (
              <td key={column.name} {...as.cell} data-column={column.name} data-label={column.label}>
                <CellInput column={column} required={isRequiredNow(column, seen, context)} disabled={disabled} />
              </td>
            ),
          )}
        </ValueSourceContext>
      </RowContext>
    </FormFields>
  )
}

const none = {}

/** Typing in one row draws no other. Every validation makes new error objects, mostly with the same content. */
const same = <T extends CellsProps>(before: T, after: T): boolean =>
  (Object.keys(after) as (keyof T)[]).every((key) => (key === 'cellErrors' ? sameValue(before.cellErrors, after.cellErrors) : before[key] === after[key]))

/** One row of a list to type in. */
export const EditableRow = memo(Row, same)

// Removing a row above changes this row's number, not its cells.
const Cells = memo(CellsOfRow, same)

const CellInput = ({ column, required, disabled }: { column: Field; required: boolean; disabled: boolean }) => {
  const { Input, CellInput: Own = Input } = useFieldViews().viewOf(column)
  return <Own field={column} source={column.name} required={required} disabled={disabled} />
}

/** What is computed, or only read by the role. */
const TextCell = ({ column, className, row }: { column: Field; className: 'computed' | 'read'; row: Values }) => {
  const { viewOf, alignOf } = useFieldViews()
  return (
    <td {...as.cell} data-label={column.label} className={className} style={{ textAlign: alignOf(column) }}>
      {viewOf(column).text(column, row) || '－'}
    </td>
  )
}
