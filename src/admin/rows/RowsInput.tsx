import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material'
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { taipeiToday } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import type { RecordValues } from '../../schema/language/language'
import type { ListField } from '../../schema/language/types'
import { isEntered, isInForm } from '../../schema/language/types'
import { visibilityDependencies, visibleValues } from '../../schema/rules/conditional'
import { defaultOf } from '../../schema/rules/defaults'
import { canAddItems, isRecordValues } from '../../schema/rules/list-items'
import { emptyValue } from '../../schema/rules/validate'
import type { InputProps } from '../fields/field-view'
import { useCurrency, useFormFields } from '../fields/value-source'
import { type CellError, useShownInput } from '../form/server-errors'
import { ParentContext, startNow, useConditionContext } from '../hooks/condition-context'
import { useToast } from '../hooks/use-toast'
import { columnAt, focusCell, keyAt, moveByKey } from './cell-navigation'
import { pastedCells, withPastedCells } from './paste'
import { RowsTable } from './RowsTable'
import { amountsOf, sumOf, withComputed } from './rows-of'
import { allCellErrors, type Line, rowErrors, useLines } from './use-lines'

/** A list of rows as a table to type in: Enter and arrows move about it, a block of a spreadsheet can be pasted, on narrow screens each row is a card. */
export const RowsInput = ({ field, source, required, disabled = false }: InputProps<ListField>) => {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const { lines, actions, error, sent, ref } = useLines(source)
  const columns = useMemo(() => field.fields.filter(isInForm), [field])
  const entered = field.fields.filter(isEntered)
  const open = canAddItems(columns)
  const full = !open || lines.length >= field.max
  const cellErrors = allCellErrors(error, lines)
  useShownInput(source, disabled, actions.refuse)
  useErrorFocus(ref, () => focusCell(rowAt(table.current, cellErrors[0]?.row ?? 0), cellErrors[0]?.column ?? ''))
  const focusSoon = useFocusSoon(table)

  const addLine = () => {
    if (full) return
    const blank = Object.fromEntries(entered.map((column) => [column.name, defaultOf(column, startNow()) ?? emptyValue(column)]))
    focusSoon(actions.put(undefined, [blank]).at(-1), entered[0]?.name)
  }
  const removeLine = useCallback(
    (key: number) => {
      const row = table.current?.querySelector(`[data-line="${key}"]`)
      const next = row?.nextElementSibling ?? row?.previousElementSibling
      actions.remove(key)
      const button = next?.querySelector<HTMLElement>('[data-remove]') ?? document.getElementById(`${id}-add`)
      button?.focus()
    },
    [actions, id],
  )
  const parent = useParent(field)
  const paste = usePaste(field, { lines, most: open ? field.max : lines.length, put: actions.put })
  return (
    <ParentContext value={parent}>
      <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-message`} sx={{ containerType: 'inline-size' }}>
        <Typography id={`${id}-label`} component="div" color="textSecondary" sx={{ fontSize: '0.75rem', mb: 1 }}>
          {field.label}
          {required && '＊'}
        </Typography>
        {lines.length > 0 && (
          <RowsTable
            ref={table}
            id={id}
            label={field.label}
            list={source}
            columns={columns}
            lines={lines}
            disabled={disabled}
            cellErrors={(line, index) => rowErrors(error, { line, index, sent })}
            actions={actions}
            onRemove={removeLine}
            onKeyDown={(event: KeyboardEvent) => moveByKey(event) && addLine()}
            onPaste={disabled ? undefined : paste}
          />
        )}
        <Stack direction="row" sx={{ mt: 1, alignItems: 'center', justifyContent: 'space-between', columnGap: 2, flexWrap: 'wrap' }}>
          {open && (
            <Button id={`${id}-add`} startIcon={<AddIcon />} disabled={disabled || full} onMouseDown={stay} onClick={addLine}>
              新增一列
            </Button>
          )}
          <RowsSum field={field} lines={lines} />
        </Stack>
        <RowsMessage id={`${id}-message`} field={field} error={error} cellErrors={cellErrors} count={lines.length} />
      </Box>
    </ParentContext>
  )
}

// Leaving a cell may show its error, which would move the button away from under the mouse.
const stay = (event: MouseEvent) => event.preventDefault()

const rowAt = (table: HTMLTableElement | null, index: number): Element | undefined => table?.querySelectorAll('[data-line]')[index]

/** Moves the focus on: the form focuses the list where the first error is, the list focuses the cell. */
const useErrorFocus = (ref: (input: { focus: () => void }) => void, focus: () => void): void => {
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    // The form knows of an error before the cell is rendered with it.
    ref({ focus: () => requestAnimationFrame(() => latest.current()) })
  }, [ref])
}

/** Puts the cursor into a cell that is about to be drawn. */
const useFocusSoon = (table: { readonly current: HTMLTableElement | null }) => {
  const target = useRef<{ readonly key: number; readonly column: string } | null>(null)
  useLayoutEffect(() => {
    if (!target.current) return
    focusCell(table.current?.querySelector(`[data-line="${target.current.key}"]`), target.current.column)
    target.current = null
  })
  return (line: Line | undefined, column: string | undefined) => {
    target.current = line && column ? { key: line.key, column } : null
  }
}

interface PasteInto {
  readonly lines: readonly Line[]
  /** How many rows there may be. */
  readonly most: number
  readonly put: (from: number, rows: readonly Line['row'][]) => unknown
}

/** Takes a block of a spreadsheet: from the cell with the cursor on to the right and down, with new rows for what goes beyond the last. */
const usePaste = (field: ListField, { lines, most, put }: PasteInto) => {
  const toast = useToast()
  const currency = useCurrency()
  return (event: ClipboardEvent) => {
    const block = pastedCells(event.clipboardData.getData('text/plain'))
    const columns = field.fields.filter(isEntered)
    const at = columns.findIndex(({ name }) => name === columnAt(event.target))
    if (!block || at < 0) return
    event.preventDefault()
    const key = keyAt(event.target)
    const from = lines.findIndex((line) => line.key === key)
    const room = most - from
    const blank = Object.fromEntries(columns.map((column) => [column.name, defaultOf(column, startNow()) ?? emptyValue(column)]))
    const rows = block.slice(0, room).map((_, index) => lines[from + index]?.row ?? blank)
    const reading = { today: taipeiToday(new Date()), currency }
    put(key, withPastedCells(rows, block.slice(0, room), columns.slice(at), reading))
    if (block.length > room) toast(`${field.label}最多 ${most} 列，已貼上前 ${room} 列，其餘 ${block.length - room} 列沒有貼上。`, 'warning')
  }
}

/** Returns the record that rows stand in, as far as the conditions of their columns ask for it. */
const useParent = ({ dependsOn }: ListField): RecordValues | undefined => {
  const fields = useFormFields()
  const context = useConditionContext()
  const names = visibilityDependencies(fields, dependsOn)
  const values: readonly unknown[] = useWatch({ name: [...names] })
  const row = visibleValues(fields, Object.fromEntries(names.map((name, index) => [name, values[index]])), context)
  // The same values keep the same object, so that rows are drawn again only when a value changes.
  const said = JSON.stringify(dependsOn.map((name) => row[name] ?? null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the record says stands for the record
  return useMemo(() => (dependsOn.length === 0 ? undefined : row), [dependsOn, said])
}

/** The sums of a list's amounts. */
const RowsSum = ({ field, lines }: { field: ListField; lines: readonly Line[] }) => {
  const currency = useCurrency()
  const context = useConditionContext()
  const rows = lines.map(({ row }) => withComputed(field.fields, row, context))
  return (
    <span>
      {amountsOf(field.fields).map(({ name, label }) => (
        <Typography key={name} component="span" sx={{ fontWeight: 600, ml: 2 }}>
          {label}合計 {formatMoney(sumOf(rows, name), currency)}
        </Typography>
      ))}
    </span>
  )
}

/** What is wrong with a list as a whole, or how much in its cells once the form was sent; else its help. */
const RowsMessage = ({
  id,
  field,
  error,
  cellErrors,
  count,
}: {
  id: string
  field: ListField
  error: unknown
  cellErrors: readonly CellError[]
  count: number
}) => {
  const { submitCount } = useFormState()
  const whole = isRecordValues(error) && typeof error.message === 'string' ? error.message : undefined
  const cells = submitCount > 0 && cellErrors[0] && `有 ${cellErrors.length} 格需要修正。${cellErrors[0].message}`
  const message = whole ?? (cells || undefined)
  return (
    <FormHelperText id={id} component="div" error={message !== undefined} role={message ? 'alert' : undefined} sx={{ mx: 0 }}>
      {message ?? (count >= field.max ? `已達 ${field.max} 列的上限。` : field.help)}
    </FormHelperText>
  )
}
