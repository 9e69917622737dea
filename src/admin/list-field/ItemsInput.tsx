import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useFormState } from 'react-hook-form'
import { textSizes } from '../../browser/theme/type-scale'
import { taipeiToday } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import type { RecordValues } from '../../schema/language/language'
import { isObject } from '../../schema/language/shapes/shape'
import { type Field, isEntered, isInForm, type ListField } from '../../schema/language/types'
import { visibilityDependencies, visibleValues } from '../../schema/rules/conditional'
import { defaultOf } from '../../schema/rules/defaults'
import { canAddItems } from '../../schema/rules/list-items'
import { emptyValue } from '../../schema/rules/validate'
import type { FieldInputProps } from '../fields/inputs/field-inputs'
import { useCurrency, useFormFields, useValues } from '../fields/value-scope'
import { type CellError, useEnabledInput } from '../form/server-errors'
import { defaultContextNow, ParentContext, useConditionContext } from '../hooks/condition-context'
import { useToast } from '../hooks/use-toast'
import { columnAt, focusCell, keyAt, moveByKey } from './cell-navigation'
import { ItemsTable } from './ItemsTable'
import { amountColumns, sumOf, withComputed } from './items'
import { pastedCells, withPastedCells } from './paste'
import { allCellErrors, type EditedItem, type ItemActions, itemErrors, useItems } from './use-items'

/**
 * Renders the input of a list field: a table with one row for each item.
 * The Enter and arrow keys move between cells, and spreadsheet cells can be pasted.
 * On narrow screens each row is a card.
 */
export const ItemsInput = ({ field, source, required, disabled = false }: FieldInputProps<ListField>) => {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const { items, actions, error, submitCount, ref } = useItems(source)
  const columns = useMemo(() => field.fields.filter(isInForm), [field])
  const enteredColumns = field.fields.filter(isEntered)
  const canAdd = canAddItems(columns)
  const hasRoom = canAdd && items.length < field.max
  const cellErrors = allCellErrors(error, items)
  useEnabledInput(source, disabled, actions.setServerErrors)
  useErrorFocus(ref, () => focusCell(rowAt(table.current, cellErrors[0]?.index ?? 0), cellErrors[0]?.column ?? ''))
  const focusAfterRender = useFocusAfterRender(table)

  const addItem = () => {
    if (!hasRoom) return
    focusAfterRender(actions.putItems(undefined, [newItem(enteredColumns)]).at(-1), enteredColumns[0]?.name)
  }
  const removeItem = useCallback(
    (key: number) => {
      const row = table.current?.querySelector(`[data-item="${key}"]`)
      const nextRow = row?.nextElementSibling ?? row?.previousElementSibling
      actions.remove(key)
      // The button that had the focus disappears, so the focus moves to the button of the next row.
      const button = nextRow?.querySelector<HTMLElement>('[data-remove]') ?? document.getElementById(`${id}-add`)
      button?.focus()
    },
    [actions, id],
  )
  const parent = useParentRecord(field)
  const onPaste = usePasteHandler(field, { items, max: canAdd ? field.max : items.length, putItems: actions.putItems })
  return (
    <ParentContext value={parent}>
      <Box
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-message`}
        sx={{ containerType: 'inline-size' }}
      >
        <Typography
          id={`${id}-label`}
          component="div"
          color="textSecondary"
          sx={{ fontSize: textSizes.caption, mb: 1 }}
        >
          {field.label}
          {required && '＊'}
        </Typography>
        {items.length > 0 && (
          <ItemsTable
            ref={table}
            id={id}
            label={field.label}
            list={source}
            columns={columns}
            items={items}
            disabled={disabled}
            cellErrorsOf={(item, index) => itemErrors(error, { item, index, submitCount })}
            actions={actions}
            onRemove={removeItem}
            onKeyDown={(event: KeyboardEvent) => moveByKey(event) && addItem()}
            onPaste={disabled ? undefined : onPaste}
          />
        )}
        <Stack
          direction="row"
          sx={{ mt: 1, alignItems: 'center', justifyContent: 'space-between', columnGap: 2, flexWrap: 'wrap' }}
        >
          {canAdd && (
            <Button
              id={`${id}-add`}
              startIcon={<AddIcon />}
              disabled={disabled || !hasRoom}
              onMouseDown={keepFocus}
              onClick={addItem}
            >
              新增一列
            </Button>
          )}
          <ItemSums field={field} items={items} />
        </Stack>
        <ListMessage id={`${id}-message`} field={field} error={error} cellErrors={cellErrors} count={items.length} />
      </Box>
    </ParentContext>
  )
}

// Keeps the focus in the cell while the mouse button is pressed: a cell that loses the focus may show its error, which
// would move the button away from the mouse.
const keepFocus = (event: MouseEvent) => event.preventDefault()

const rowAt = (table: HTMLTableElement | null, index: number): Element | undefined =>
  table?.querySelectorAll('[data-item]')[index]

/** Calls `focus` when the form moves the focus to the list because of an error in it. */
const useErrorFocus = (ref: (input: { focus: () => void }) => void, focus: () => void): void => {
  const latestFocus = useRef(focus)
  latestFocus.current = focus
  useEffect(() => {
    // The cell is not yet rendered with its error when the form focuses the list.
    ref({ focus: () => requestAnimationFrame(() => latestFocus.current()) })
  }, [ref])
}

/**
 * Returns the function that moves the focus to a cell after the next render, because the cells of a new item exist only
 * then.
 */
const useFocusAfterRender = (table: { readonly current: HTMLTableElement | null }) => {
  const target = useRef<{ readonly key: number; readonly column: string } | null>(null)
  useLayoutEffect(() => {
    if (!target.current) return
    focusCell(table.current?.querySelector(`[data-item="${target.current.key}"]`), target.current.column)
    target.current = null
  })
  return (item: EditedItem | undefined, column: string | undefined) => {
    target.current = item && column ? { key: item.key, column } : null
  }
}

/** Returns a new item with the defaults of its columns. */
const newItem = (columns: readonly Field[]): RecordValues =>
  Object.fromEntries(
    columns.map((column) => [column.name, defaultOf(column, defaultContextNow()) ?? emptyValue(column)]),
  )

interface PasteTarget {
  readonly items: readonly EditedItem[]
  /** Maximum number of items. */
  readonly max: number
  readonly putItems: ItemActions['putItems']
}

/**
 * Returns the paste handler of the table.
 * Spreadsheet cells fill the table to the right and down from the focused cell; if there are more rows than items, new
 * items are added.
 */
const usePasteHandler = (field: ListField, { items, max, putItems }: PasteTarget) => {
  const toast = useToast()
  const currency = useCurrency()
  return (event: ClipboardEvent) => {
    const pastedRows = pastedCells(event.clipboardData.getData('text/plain'))
    const enteredColumns = field.fields.filter(isEntered)
    const firstColumn = enteredColumns.findIndex(({ name }) => name === columnAt(event.target))
    if (!pastedRows || firstColumn < 0) return
    event.preventDefault()
    const key = keyAt(event.target)
    const firstIndex = items.findIndex((item) => item.key === key)
    const availableRows = max - firstIndex
    const emptyItem = newItem(enteredColumns)
    const previous = pastedRows
      .slice(0, availableRows)
      .map((_, index) => items[firstIndex + index]?.values ?? emptyItem)
    const context = { today: taipeiToday(new Date()), currency }
    putItems(
      key,
      withPastedCells(previous, pastedRows.slice(0, availableRows), enteredColumns.slice(firstColumn), context),
    )
    if (pastedRows.length > availableRows)
      toast(
        `${field.label}最多 ${max} 列，已貼上前 ${availableRows} 列，其餘 ${pastedRows.length - availableRows} 列沒有貼上。`,
        'warning',
      )
  }
}

/**
 * Returns the record that contains the list, for the conditions of the columns; undefined if no condition depends on
 * it.
 */
const useParentRecord = ({ dependsOn }: ListField): RecordValues | undefined => {
  const fields = useFormFields()
  const context = useConditionContext()
  const values = useValues(visibilityDependencies(fields, dependsOn))
  const record = visibleValues(fields, values, context)
  // The same values keep the same object, so that the items are rendered again only when a value changes.
  const json = JSON.stringify(dependsOn.map((name) => record[name] ?? null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `json` contains the values of the record that matter
  return useMemo(() => (dependsOn.length === 0 ? undefined : record), [dependsOn, json])
}

/** Renders the totals of the amount columns. */
const ItemSums = ({ field, items }: { field: ListField; items: readonly EditedItem[] }) => {
  const currency = useCurrency()
  const context = useConditionContext()
  const computedItems = items.map(({ values }) => withComputed(field.fields, values, context))
  return (
    <span>
      {amountColumns(field.fields).map(({ name, label }) => (
        <Typography key={name} component="span" sx={{ fontWeight: 600, ml: 2 }}>
          {label}合計 {formatMoney(sumOf(computedItems, name), currency)}
        </Typography>
      ))}
    </span>
  )
}

interface ListMessageProps {
  readonly id: string
  readonly field: ListField
  readonly error: unknown
  readonly cellErrors: readonly CellError[]
  readonly count: number
}

/**
 * Renders the error of the whole list, or the number of invalid cells after the form was submitted, or else the help of
 * the list.
 */
const ListMessage = ({ id, field, error, cellErrors, count }: ListMessageProps) => {
  const { submitCount } = useFormState()
  const listError = isObject(error) && typeof error.message === 'string' ? error.message : undefined
  const invalidCellsText =
    submitCount > 0 && cellErrors[0] && `有 ${cellErrors.length} 格需要修正。${cellErrors[0].message}`
  const message = listError ?? (invalidCellsText || undefined)
  return (
    <FormHelperText
      id={id}
      component="div"
      error={message !== undefined}
      role={message ? 'alert' : undefined}
      sx={{ mx: 0 }}
    >
      {message ?? (count >= field.max ? `已達 ${field.max} 列的上限。` : field.help)}
    </FormHelperText>
  )
}
