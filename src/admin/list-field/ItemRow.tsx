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
import { useFieldViews } from '../fields/field-view'
import { labelsAt } from '../fields/labels'
import { FormFieldsContext, useValues, ValueScopeContext } from '../fields/value-scope'
import { useConditionContext } from '../hooks/condition-context'
import { ItemContext, itemScope, rowHeading, tableRoles } from './item-scope'
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
  readonly number: number
  readonly onRemove: (key: number) => void
}

const Row = ({ number, onRemove, ...cells }: ItemRowProps) => {
  const { id, item, disabled } = cells
  return (
    <tr {...tableRoles.row} data-item={item.key}>
      <th {...tableRoles.rowheader} scope="row" id={rowHeading(id, item.key)} aria-label={`第 ${number} 列`}>
        {number}
      </th>
      <Cells {...cells} />
      <RemoveCell id={id} itemKey={item.key} disabled={disabled} onRemove={onRemove} />
    </tr>
  )
}

// Removing a row above changes the number of this row; its button need not be rendered again.
const RemoveCell = memo(({ id, itemKey, disabled, onRemove }: Pick<ItemRowProps, 'id' | 'disabled' | 'onRemove'> & { readonly itemKey: number }) => (
  <td {...tableRoles.cell} className="remove">
    <IconButton
      data-remove
      id={`${id}-remove-${itemKey}`}
      aria-label="移除"
      aria-labelledby={`${id}-remove-${itemKey} ${rowHeading(id, itemKey)}`}
      disabled={disabled}
      onClick={() => onRemove(itemKey)}
    >
      <DeleteIcon />
    </IconButton>
  </td>
))

const ItemCells = ({ id, list, columns: listColumns, item, disabled, cellErrors = noErrors, actions }: CellsProps) => {
  const columns = useMemo(() => itemFields(listColumns, item.values), [listColumns, item.values])
  const state = useMemo(() => ({ list, id, columns, item, cellErrors, actions }), [list, id, columns, item, cellErrors, actions])
  const context = useConditionContext()
  const record = useRecordContext()
  const { [currencyField]: currency } = useValues([currencyField])
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
              <td key={column.name} {...tableRoles.cell} data-column={column.name} className="none">
                －
              </td>
            ) : column.type === 'computed' ? (
              <TextCell key={column.name} column={column} className="computed" item={shownItem} />
            ) : column.writable === false ? (
              <TextCell key={column.name} column={column} className="read" item={shownItem} />
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

/** Returns whether a row can keep its rendering. Every validation creates new error objects, most of them with the same content. */
const hasSameProps = <T extends CellsProps>(before: T, after: T): boolean =>
  (Object.keys(after) as (keyof T)[]).every((key) => (key === 'cellErrors' ? isSameValue(before.cellErrors, after.cellErrors) : before[key] === after[key]))

/** Renders the table row in which one item is edited. It is rendered again only when its own item changes, because lists have up to a hundred items. */
export const ItemRow = memo(Row, hasSameProps)

// Removing a row above changes the number of this row; its cells need not be rendered again.
const Cells = memo(ItemCells, hasSameProps)

const CellInput = ({ column, required, disabled }: { column: Field; required: boolean; disabled: boolean }) => {
  const { Input, CompactInput: View = Input } = useFieldViews().fieldViewOf(column)
  return <View field={column} source={column.name} required={required} disabled={disabled} />
}

/** Renders a cell that cannot be edited: computed, or read-only for the role. */
const TextCell = ({ column, className, item }: { column: Field; className: 'computed' | 'read'; item: RecordValues }) => {
  const { fieldViewOf, alignOf } = useFieldViews()
  return (
    <td {...tableRoles.cell} data-label={column.label} className={className} style={{ textAlign: alignOf(column) }}>
      {fieldViewOf(column).text(column, item) || '－'}
    </td>
  )
}
