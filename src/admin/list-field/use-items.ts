import { useEffect, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { RecordValues } from '../../schema/language/language'
import { isObject } from '../../schema/language/shapes/shape'
import { itemsOf } from '../../schema/rules/list-items'
import { inItem, withoutItemNumber } from '../../schema/rules/messages'
import { isSameValue } from '../../schema/rules/record-rules'
import type { CellError, SetCellErrors } from '../form/server-errors'

/** One item of a list field while the user edits it. */
export interface EditedItem {
  /** Identifies the item while others are added and removed. */
  readonly key: number
  readonly values: RecordValues
  /** The columns whose cells the user has left. Only these cells show errors of validation. */
  readonly visited: readonly string[]
  /** The server's messages by column. A message is removed when its cell changes. */
  readonly serverErrors: Readonly<Record<string, string>>
  /** Number of submissions of the form before the item was added. */
  readonly submitCountBefore: number
}

/** Changes of the items of a list field. An item is identified by its `key`. */
export interface ItemActions {
  readonly change: (key: number, column: string, value: unknown) => void
  /** Called when the user leaves a cell. From then on, the errors of the cell are shown. */
  readonly visit: (key: number, column: string) => void
  readonly remove: (key: number) => void
  /** Replaces the server's messages for all items. */
  readonly setServerErrors: SetCellErrors
  /**
   * Replaces the values of existing items, beginning with the item `firstKey`, and adds new items if there are more
   * values.
   * Without `firstKey`, adds a new item for each of the values.
   * Returns all items of the list.
   */
  readonly putItems: (firstKey: number | undefined, values: readonly RecordValues[]) => readonly EditedItem[]
}

/**
 * Returns the items of a list field with the state of their cells.
 * The list is one value of the form.
 * The items have a state of their own, so that typing in one item does not render the others.
 */
export const useItems = (source: string) => {
  const { field, fieldState, formState } = useController({ name: source })
  const { value: formValue, onChange, onBlur } = field
  const [items, setItems] = useState<readonly EditedItem[]>(() => editedItems(formValue, 0))
  const latestItems = useRef(items)
  const submitCount = useRef(0)
  submitCount.current = formState.submitCount

  // The value of the form differs from the items only after a draft was restored or the record was reloaded; the items
  // are then replaced.
  useEffect(() => {
    if (isSameValue(formValue, latestItems.current.map(valuesOf))) return
    latestItems.current = editedItems(formValue, submitCount.current)
    setItems(latestItems.current)
  }, [formValue])

  const actions = useMemo((): ItemActions => {
    const showItems = (next: readonly EditedItem[]) => {
      latestItems.current = next
      setItems(next)
    }
    const changeItems = (next: readonly EditedItem[]) => {
      showItems(next)
      onChange(next.map(valuesOf))
      return next
    }
    const replaceItem = (key: number, change: (item: EditedItem) => EditedItem) =>
      latestItems.current.map((item) => (item.key === key ? change(item) : item))
    return {
      change: (key, column, value) =>
        void changeItems(replaceItem(key, (item) => withValues(item, { ...item.values, [column]: value }))),
      visit: (key, column) => {
        showItems(
          replaceItem(key, (item) =>
            item.visited.includes(column) ? item : { ...item, visited: [...item.visited, column] },
          ),
        )
        onBlur()
      },
      remove: (key) => void changeItems(latestItems.current.filter((item) => item.key !== key)),
      setServerErrors: (errors) =>
        showItems(
          latestItems.current.map((item, index) => ({
            ...item,
            serverErrors: messagesByColumn(errors.filter((error) => error.index === index)),
          })),
        ),
      putItems: (firstKey, values) => {
        const firstIndex =
          firstKey === undefined
            ? latestItems.current.length
            : latestItems.current.findIndex(({ key }) => key === firstKey)
        const changed = values.map((itemValues, index) =>
          withValues(
            latestItems.current[firstIndex + index] ?? newEditedItem(itemValues, submitCount.current),
            itemValues,
          ),
        )
        return changeItems([
          ...latestItems.current.slice(0, firstIndex),
          ...changed,
          ...latestItems.current.slice(firstIndex + changed.length),
        ])
      },
    }
  }, [onChange, onBlur])

  return { items, actions, error: fieldState.error as unknown, submitCount: formState.submitCount, ref: field.ref }
}

let nextKey = 0

const newEditedItem = (values: RecordValues, submitCountBefore: number): EditedItem => ({
  key: nextKey++,
  values,
  visited: [],
  serverErrors: {},
  submitCountBefore,
})

const editedItems = (value: unknown, submitCountBefore: number): readonly EditedItem[] =>
  itemsOf(value).map((values) => newEditedItem(values, submitCountBefore))

/** Returns the item with other values, without the server's messages for the cells that change. */
const withValues = (item: EditedItem, values: RecordValues): EditedItem => ({
  ...item,
  values,
  serverErrors: Object.fromEntries(
    Object.entries(item.serverErrors).filter(([column]) => isSameValue(item.values[column], values[column])),
  ),
})

// The table shows the number of the row, so the messages omit it.
const messagesByColumn = (errors: readonly CellError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ column, message }) => [column, withoutItemNumber(message)]))

const valuesOf = ({ values }: EditedItem): RecordValues => values

/**
 * Returns the errors of an item by column: the server's errors, and the errors of validation for cells that the user
 * has left.
 * After the form was submitted, all errors of validation are included.
 */
export const itemErrors = (
  error: unknown,
  { item, index, submitCount }: { item: EditedItem; index: number; submitCount: number },
): Readonly<Record<string, string>> | undefined => {
  const shownErrors = validationErrors(error, index).filter(
    ({ column }) => submitCount > item.submitCountBefore || item.visited.includes(column),
  )
  const cellErrors = { ...item.serverErrors, ...messagesByColumn(shownErrors) }
  return Object.keys(cellErrors).length > 0 ? cellErrors : undefined
}

/** Returns every error of a list, in the order of its items. */
export const allCellErrors = (error: unknown, items: readonly EditedItem[]): readonly CellError[] =>
  items.flatMap(({ serverErrors }, index) => {
    const errors = validationErrors(error, index)
    const serverOnlyErrors = Object.entries(serverErrors).filter(
      ([column]) => !errors.some((cellError) => cellError.column === column),
    )
    return [
      ...errors,
      ...serverOnlyErrors.map(([column, message]) => ({ index, column, message: inItem(index + 1, message) })),
    ]
  })

const validationErrors = (error: unknown, index: number): readonly CellError[] => {
  const errors: unknown = (error as Readonly<Record<number, unknown>> | undefined)?.[index]
  if (!isObject(errors)) return []
  return Object.entries(errors).flatMap(([column, cellError]) =>
    isObject(cellError) && typeof cellError.message === 'string' ? [{ index, column, message: cellError.message }] : [],
  )
}
