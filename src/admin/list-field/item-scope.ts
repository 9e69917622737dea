import { createContext, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import type { Field } from '../../schema/language/types'
import type { ValueScope } from '../fields/value-scope'
import type { EditedItem, ItemActions } from './use-items'

interface ItemState {
  /** Name of the list field. */
  readonly list: string
  /** Prefix of the ids of the table's elements. */
  readonly id: string
  readonly columns: readonly Field[]
  readonly item: EditedItem
  /** Messages by column. */
  readonly cellErrors: Readonly<Record<string, string>>
  readonly actions: ItemActions
}

/** The item of the enclosing row. */
export const ItemContext = createContext<ItemState | null>(null)

/**
 * The value scope of the inputs of a row.
 * The name of a column refers to a value of the item, any other name to a field of the record.
 */
export const itemScope: ValueScope = {
  useBoundValue: (column) => {
    const { list, id, item, cellErrors, actions } = useItem()
    return {
      value: item.values[column] ?? null,
      change: (value) => actions.change(item.key, column, value),
      blur: () => actions.visit(item.key, column),
      message: cellErrors[column],
      ref: () => {},
      fieldPath: [list, column],
      labelledBy: `${columnHeadingId(id, column)} ${rowHeadingId(id, item.key)}`,
    }
  },
  useValues: (names) => {
    const { columns, item } = useItem()
    const recordNames = names.filter((name) => !columns.some((column) => column.name === name))
    const values: readonly unknown[] = useWatch({ name: recordNames })
    return names.map((name) => (recordNames.includes(name) ? values[recordNames.indexOf(name)] : item.values[name]))
  },
  useSetValue: () => {
    const { item, actions } = useItem()
    return (column, value) => actions.change(item.key, column, value)
  },
}

/** Returns the id of the heading of a column. */
export const columnHeadingId = (id: string, column: string): string => `${id}-${column}`

/** Returns the id of the heading of a row. */
export const rowHeadingId = (id: string, key: number): string => `${id}-${key}`

const useItem = (): ItemState => {
  const state = useContext(ItemContext)
  if (!state) throw new Error('useItem works only inside an item of a list field.')
  return state
}

/**
 * The ARIA roles of the table's elements.
 * They are explicit, because some browsers drop the implicit roles if CSS displays the table as cards.
 */
export const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
