import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material'
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { taipeiToday } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import type { Row } from '../../schema/language/language'
import type { RowsField } from '../../schema/language/types'
import { isEntered, isInForm } from '../../schema/language/types'
import { decidingNames, seenRow } from '../../schema/rules/conditional'
import { defaultOf } from '../../schema/rules/defaults'
import { canAddRows, isRow } from '../../schema/rules/list-items'
import { emptyValue } from '../../schema/rules/validate'
import type { InputProps } from '../fields/field-view'
import { useCurrency, useFormFields } from '../fields/value-source'
import { type CellFault, useShownInput } from '../form/server-errors'
import { ParentContext, startNow, useAround } from '../hooks/condition-context'
import { useSay } from '../hooks/use-toast'
import { blockOf, withBlock } from './block'
import { columnAt, focusCell, keyAt, moveByKey } from './cell-navigation'
import { RowsTable } from './RowsTable'
import { amountsOf, sumOf, withComputed } from './rows-of'
import { allFaults, faultsOf, type Line, useLines } from './use-lines'

/** A list of rows as a table to type in: Enter and arrows move about it, a block of a spreadsheet can be pasted, on narrow screens each row is a card. */
export const RowsInput = ({ field, source, required, disabled = false }: InputProps<RowsField>) => {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const { lines, actions, error, sent, ref } = useLines(source)
  const columns = useMemo(() => field.fields.filter(isInForm), [field])
  const entered = field.fields.filter(isEntered)
  const open = canAddRows(columns)
  const full = !open || lines.length >= field.max
  const faults = allFaults(error, lines)
  useShownInput(source, disabled, actions.refuse)
  useFaultFocus(ref, () => focusCell(rowAt(table.current, faults[0]?.row ?? 0), faults[0]?.column ?? ''))
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
            faults={(line, index) => faultsOf(error, { line, index, sent })}
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
        <RowsMessage id={`${id}-message`} field={field} error={error} faults={faults} count={lines.length} />
      </Box>
    </ParentContext>
  )
}

// Leaving a cell may tell its fault, which would push the button away from under the mouse.
const stay = (event: MouseEvent) => event.preventDefault()

const rowAt = (table: HTMLTableElement | null, index: number): Element | undefined => table?.querySelectorAll('[data-line]')[index]

/** The form sends the cursor to the list when that is its first fault; the list sends it on to the cell. */
const useFaultFocus = (ref: (input: { focus: () => void }) => void, focus: () => void): void => {
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    // The form knows of a fault a moment before it is drawn.
    ref({ focus: () => requestAnimationFrame(() => latest.current()) })
  }, [ref])
}

/** Puts the cursor into a cell that is about to be drawn. */
const useFocusSoon = (table: { readonly current: HTMLTableElement | null }) => {
  const wish = useRef<{ readonly key: number; readonly column: string } | null>(null)
  useLayoutEffect(() => {
    if (!wish.current) return
    focusCell(table.current?.querySelector(`[data-line="${wish.current.key}"]`), wish.current.column)
    wish.current = null
  })
  return (line: Line | undefined, column: string | undefined) => {
    wish.current = line && column ? { key: line.key, column } : null
  }
}

interface PasteInto {
  readonly lines: readonly Line[]
  /** How many rows there may be. */
  readonly most: number
  readonly put: (from: number, rows: readonly Line['row'][]) => unknown
}

/** Takes a block of a spreadsheet: from the cell with the cursor on to the right and down, with new rows for what goes beyond the last. */
const usePaste = (field: RowsField, { lines, most, put }: PasteInto) => {
  const say = useSay()
  const currency = useCurrency()
  return (event: ClipboardEvent) => {
    const block = blockOf(event.clipboardData.getData('text/plain'))
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
    put(key, withBlock(rows, block.slice(0, room), columns.slice(at), reading))
    if (block.length > room) say(`${field.label}最多 ${most} 列，已貼上前 ${room} 列，其餘 ${block.length - room} 列沒有貼上。`, 'warning')
  }
}

/** The record that rows stand in, as far as the conditions of their columns ask for it. */
const useParent = ({ dependsOn }: RowsField): Row | undefined => {
  const fields = useFormFields()
  const around = useAround()
  const names = decidingNames(fields, dependsOn)
  const values: readonly unknown[] = useWatch({ name: [...names] })
  const row = seenRow(fields, Object.fromEntries(names.map((name, index) => [name, values[index]])), around)
  // The same values are the same record, so that rows are drawn anew only when it says something else.
  const said = JSON.stringify(dependsOn.map((name) => row[name] ?? null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the record says stands for the record
  return useMemo(() => (dependsOn.length === 0 ? undefined : row), [dependsOn, said])
}

/** The sums of a list's amounts. */
const RowsSum = ({ field, lines }: { field: RowsField; lines: readonly Line[] }) => {
  const currency = useCurrency()
  const around = useAround()
  const rows = lines.map(({ row }) => withComputed(field.fields, row, around))
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
const RowsMessage = ({ id, field, error, faults, count }: { id: string; field: RowsField; error: unknown; faults: readonly CellFault[]; count: number }) => {
  const { submitCount } = useFormState()
  const whole = isRow(error) && typeof error.message === 'string' ? error.message : undefined
  const cells = submitCount > 0 && faults[0] && `有 ${faults.length} 格需要修正。${faults[0].message}`
  const message = whole ?? (cells || undefined)
  return (
    <FormHelperText id={id} component="div" error={message !== undefined} role={message ? 'alert' : undefined} sx={{ mx: 0 }}>
      {message ?? (count >= field.max ? `已達 ${field.max} 列的上限。` : field.help)}
    </FormHelperText>
  )
}
