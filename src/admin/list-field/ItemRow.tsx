import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { IconButton } from '@mui/material'
import { memo, useMemo } from 'react'
import { useRecordContext } from 'react-admin'
import type { RecordValues } from '../../schema/language/language'
import type { Field, RoleField } from '../../schema/language/types'
import { hiddenFields, isRequiredNow, visibleValues } from '../../schema/rules/conditional'
import { itemFields } from '../../schema/rules/list-items'
import { isSameValue } from '../../schema/rules/record-rules'
import { currencyField } from '../../schema/text/value-text'
import { useFieldInputs } from '../fields/inputs/field-inputs'
import { labelsAt } from '../fields/labels'
import { alignOf, fieldViewOf } from '../fields/registry'
import { FormFieldsContext, useValues, ValueScopeContext } from '../fields/value-scope'
import { useConditionContext } from '../hooks/condition-context'
import { ItemContext, itemScope, rowHeadingId, tableRoles } from './item-scope'
import { withComputed } from './items'
import type { EditedItem, ItemActions } from './use-items'

interface CellsProps {
  /** Prefix of the ids of the table's elements. */
  readonly id: string
  /** Name of the list field. */
  readonly list: string
  readonly columns: readonly RoleField[]
  readonly item: EditedItem
  readonly disabled: boolean
  readonly cellErrors: Readonly<Record<string, string>> | undefined
  readonly actions: ItemActions
}

interface ItemRowProps extends CellsProps {
  readonly rowNumber: number
  readonly onRemove: (key: number) => void
}

const Row = ({ rowNumber, onRemove, ...cells }: ItemRowProps) => {
  const { id, item, disabled } = cells
  return (
    <tr {...tableRoles.row} data-item={item.key}>
      <th {...tableRoles.rowheader} scope="row" id={rowHeadingId(id, item.key)} aria-label={`第 ${rowNumber} 列`}>
        {rowNumber}
      </th>
      <Cells {...cells} />
      <RemoveCell id={id} itemKey={item.key} disabled={disabled} onRemove={onRemove} />
    </tr>
  )
}

// If a row above is removed, the number of this row changes, but its button need not be rendered again.
const RemoveCell = memo(
  ({
    id,
    itemKey,
    disabled,
    onRemove,
  }: Pick<ItemRowProps, 'id' | 'disabled' | 'onRemove'> & { readonly itemKey: number }) => (
    <td {...tableRoles.cell} className="remove">
      <IconButton
        data-remove
        id={`${id}-remove-${itemKey}`}
        aria-label="移除"
        aria-labelledby={`${id}-remove-${itemKey} ${rowHeadingId(id, itemKey)}`}
        disabled={disabled}
        onClick={() => onRemove(itemKey)}
      >
        <DeleteIcon />
      </IconButton>
    </td>
  ),
)

const ItemCells = ({ id, list, columns: listColumns, item, disabled, cellErrors = noErrors, actions }: CellsProps) => {
  const columns = useMemo(() => itemFields(listColumns, item.values), [listColumns, item.values])
  const state = useMemo(
    () => ({ list, id, columns, item, cellErrors, actions }),
    [list, id, columns, item, cellErrors, actions],
  )
  const context = useConditionContext()
  const record = useRecordContext()
  const { [currencyField]: currency } = useValues([currencyField])
  // The `id` of an item is its position in the stored record, counted from 1; `labelsAt` counts from 0.
  const Labels = labelsAt(record ?? {}, `${list}.${Number(item.values.id) - 1}`)
  const shownItem = { [currencyField]: currency, ...withComputed(columns, item.values, context), Labels }
  const hidden = hiddenFields(columns, item.values, context)
  const visibleItem = visibleValues(columns, item.values, context)
  return (
    <FormFieldsContext value={columns}>
      <ItemContext value={state}>
        <ValueScopeContext value={itemScope}>
          {columns.map((column) =>
            hidden.includes(column) ? (
              <td key={column.name} {...tableRoles.cell} data-column={column.name} className="not-applicable">
                －
              </td>
            ) : column.type === 'computed' ? (
              <TextCell key={column.name} column={column} className="computed" item={shownItem} />
            ) : column.writable === false ? (
              <TextCell key={column.name} column={column} className="read-only" item={shownItem} />
            ) : (
              <td key={column.name} {...tableRoles.cell} data-column={column.name} data-label={column.label}>
                <CellInput column={column} required={isRequiredNow(column, visibleItem, context)} disabled={disabled} />
              </td>
            ),
          )}
        </ValueScopeContext>
      </ItemContext>
    </FormFieldsContext>
  )
}

const noErrors = {}

/**
 * Compares the props of a row before and after a change; if they are the same, the row is not rendered again.
 * Errors are compared by content, because every validation creates new error objects.
 */
const hasSameProps = <T extends CellsProps>(before: T, after: T): boolean =>
  (Object.keys(after) as (keyof T)[]).every((key) =>
    key === 'cellErrors' ? isSameValue(before.cellErrors, after.cellErrors) : before[key] === after[key],
  )

/**
 * Renders the table row in which one item is edited.
 * A change of another item does not render the row again, because lists have up to a hundred items.
 */
export const ItemRow = memo(Row, hasSameProps)

// If a row above is removed, the number of this row changes, but its cells need not be rendered again.
const Cells = memo(ItemCells, hasSameProps)

const CellInput = ({ column, required, disabled }: { column: Field; required: boolean; disabled: boolean }) => {
  const { Input, CompactInput = Input } = useFieldInputs()(column)
  return <CompactInput field={column} source={column.name} required={required} disabled={disabled} />
}

/** Renders a cell that cannot be edited, because its value is computed or the role may only read it. */
const TextCell = ({
  column,
  className,
  item,
}: {
  column: Field
  className: 'computed' | 'read-only'
  item: RecordValues
}) => {
  return (
    <td {...tableRoles.cell} data-label={column.label} className={className} style={{ textAlign: alignOf(column) }}>
      {fieldViewOf(column).text(column, item) || '－'}
    </td>
  )
}
