import { useEffect, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { RecordValues } from '../../schema/language/language'
import { isRecordValues } from '../../schema/rules/list-items'
import { inItem, withoutItemNumber } from '../../schema/rules/messages'
import { sameValue } from '../../schema/rules/record-rules'
import type { CellError, RefuseCells } from '../form/server-errors'
import { rowsOf } from './rows-of'

/** One row of a list while people work on it. */
export interface Line {
  /** Stays its own while other rows come and go. */
  readonly key: number
  readonly row: RecordValues
  /** Columns that the user has visited: only these show their errors. */
  readonly left: readonly string[]
  /** What the server refused, by column, until that cell changes. */
  readonly refused: Readonly<Record<string, string>>
  /** How often the form had been sent when the row was made. */
  readonly since: number
}

export interface LineActions {
  readonly change: (key: number, column: string, value: unknown) => void
  readonly leave: (key: number, column: string) => void
  readonly remove: (key: number) => void
  /** Takes what the server refused in the rows as they stand, in place of what it refused before. */
  readonly refuse: RefuseCells
  /** Puts rows in the place of those from a row on, and adds what goes beyond the last; undefined = after the last. */
  readonly put: (from: number | undefined, rows: readonly RecordValues[]) => readonly Line[]
}

/** Returns the rows of a list in a form: one value of the form, and state of their own beside it, so that typing in one row draws no other. */
export const useLines = (source: string) => {
  const { field: held, fieldState, formState } = useController({ name: source })
  const { onChange, onBlur } = held
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(held.value, 0))
  const now = useRef(lines)
  const sent = useRef(0)
  sent.current = formState.submitCount

  // A draft or a reloaded record brings other rows.
  useEffect(() => {
    if (sameValue(held.value, now.current.map(rowOf))) return
    now.current = linesOf(held.value, sent.current)
    setLines(now.current)
  }, [held.value])

  const actions = useMemo((): LineActions => {
    const keep = (next: readonly Line[]) => {
      now.current = next
      setLines(next)
      return next
    }
    const change = (next: readonly Line[]) => {
      onChange(keep(next).map(rowOf))
      return next
    }
    const one = (key: number, changed: (line: Line) => Line) => now.current.map((line) => (line.key === key ? changed(line) : line))
    return {
      change: (key, column, value) => void change(one(key, (line) => withRow(line, { ...line.row, [column]: value }))),
      leave: (key, column) => {
        keep(one(key, (line) => (line.left.includes(column) ? line : { ...line, left: [...line.left, column] })))
        onBlur()
      },
      remove: (key) => void change(now.current.filter((line) => line.key !== key)),
      refuse: (cells) =>
        void keep(now.current.map((line, index) => ({ ...line, refused: Object.fromEntries(cells.filter(({ row }) => row === index).map(sentenceOf)) }))),
      put: (from, rows) => {
        const at = from === undefined ? now.current.length : now.current.findIndex(({ key }) => key === from)
        const put = rows.map((row, index): Line => withRow(now.current[at + index] ?? newLine(row, sent.current), row))
        return change([...now.current.slice(0, at), ...put, ...now.current.slice(at + put.length)])
      },
    }
  }, [onChange, onBlur])

  return { lines, actions, error: fieldState.error as unknown, sent: formState.submitCount, ref: held.ref }
}

let made = 0

const newLine = (row: RecordValues, since: number): Line => ({ key: made++, row, left: [], refused: {}, since })

const linesOf = (value: unknown, since: number): readonly Line[] => rowsOf(value).map((row) => newLine(row, since))

/** Returns the line with other values; a cell that changes has not been refused yet. */
const withRow = (line: Line, row: RecordValues): Line => ({
  ...line,
  row,
  refused: Object.fromEntries(Object.entries(line.refused).filter(([column]) => sameValue(line.row[column], row[column]))),
})

const sentenceOf = ({ column, message }: CellError) => [column, withoutItemNumber(message)] as const

const rowOf = ({ row }: Line): RecordValues => row

/** Returns the errors of a row by column, as far as they are shown yet; the row shows its own number. What the server refused is shown at once. */
export const rowErrors = (error: unknown, { line, index, sent }: { line: Line; index: number; sent: number }): Readonly<Record<string, string>> | undefined => {
  const shown = validationErrors(error, index).filter(({ column }) => sent > line.since || line.left.includes(column))
  const cellErrors = { ...line.refused, ...Object.fromEntries(shown.map(({ column, message }) => [column, withoutItemNumber(message)])) }
  return Object.keys(cellErrors).length > 0 ? cellErrors : undefined
}

/** Returns every error of a list, in the order of its rows. */
export const allCellErrors = (error: unknown, lines: readonly Line[]): readonly CellError[] =>
  lines.flatMap(({ refused }, row) => {
    const checked = validationErrors(error, row)
    const others = Object.entries(refused).filter(([column]) => !checked.some((cellError) => cellError.column === column))
    return [...checked, ...others.map(([column, message]) => ({ row, column, message: inItem(row + 1, message) }))]
  })

const validationErrors = (error: unknown, row: number): readonly CellError[] => {
  const own: unknown = (error as Readonly<Record<number, unknown>> | undefined)?.[row]
  if (!isRecordValues(own)) return []
  return Object.entries(own).flatMap(([column, cellError]) =>
    isRecordValues(cellError) && typeof cellError.message === 'string' ? [{ row, column, message: cellError.message }] : [],
  )
}
