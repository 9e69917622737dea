import type { KeyboardEvent } from 'react'

/** Focuses the input in a column of a row. Returns whether the cell has an input. */
export const focusCell = (row: Element | null | undefined, column: string): boolean => {
  const input = row?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"] :is(${inputSelector})`)
  input?.focus()
  // The text is selected later, because an amount input removes its commas on focus, which clears the selection.
  if (input instanceof HTMLInputElement) queueMicrotask(() => input.select())
  return input !== undefined && input !== null
}

/** Returns the column of the cell that an event comes from. */
export const columnAt = (target: EventTarget): string | undefined => cellOf(target)?.dataset.column

/** Returns the key of the item whose row an event comes from. */
export const keyAt = (target: EventTarget): number => Number(rowOf(target)?.dataset.item)

/**
 * Moves the focus between cells as in a spreadsheet.
 * Returns whether Enter was pressed and no row below has this cell; the caller then adds an item.
 */
export const moveByKey = (event: KeyboardEvent): boolean => {
  const cell = cellOf(event.target)
  const row = rowOf(event.target)
  // Input method editors and option lists handle Enter and arrow keys.
  if (
    !cell ||
    !row ||
    event.defaultPrevented ||
    event.nativeEvent.isComposing ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return false
  if (event.target instanceof HTMLTextAreaElement) return false
  const isDown = event.key === 'Enter' ? !event.shiftKey : event.key === 'ArrowDown'
  const isUp = event.key === 'Enter' ? event.shiftKey : event.key === 'ArrowUp'
  if (isDown || isUp) {
    event.preventDefault()
    const isFocused = focusNextRow(row, cell.dataset.column ?? '', isDown)
    return !isFocused && isDown && event.key === 'Enter'
  }
  if (isLeavingInput(event)) focusNextCell(event, cell)
  return false
}

const inputSelector = '[role="combobox"], textarea, input:not([aria-hidden="true"], [type="hidden"])'

const cellOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
const rowOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null)

// Skips rows in which the cell of the column is hidden.
const focusNextRow = (row: Element, column: string, isDown: boolean): boolean => {
  const next = isDown ? row.nextElementSibling : row.previousElementSibling
  return next !== null && (focusCell(next, column) || focusNextRow(next, column, isDown))
}

const focusNextCell = (event: KeyboardEvent, cell: Element): void => {
  const next = event.key === 'ArrowRight' ? cell.nextElementSibling : cell.previousElementSibling
  if (!(next instanceof HTMLElement) || next.dataset.column === undefined) return
  if (focusCell(next.parentElement, next.dataset.column)) event.preventDefault()
  else focusNextCell(event, next)
}

// An arrow key leaves the input if the cursor is at its edge, or if all of its text is selected.
// An arrow key always leaves a select, which has no cursor.
const isLeavingInput = ({ key, shiftKey, target }: KeyboardEvent): boolean => {
  if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = target
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === selectionEnd && selectionStart === (key === 'ArrowLeft' ? 0 : value.length)
}
