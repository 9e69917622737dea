import { createContext, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import type { Field } from '../../schema/language/types'
import type { ValueSource } from '../fields/value-source'
import type { Line, LineActions } from './use-lines'

interface RowState {
  /** The field that holds the list. */
  readonly list: string
  /** Prefix of the headings' ids. */
  readonly id: string
  readonly columns: readonly Field[]
  readonly line: Line
  /** What is wrong, by column. */
  readonly cellErrors: Readonly<Record<string, string>>
  readonly actions: LineActions
}

export const RowContext = createContext<RowState | null>(null)

/** Inputs of a row have their values in the row; what its columns do not have is the record's. */
export const ofRow: ValueSource = {
  useBoundValue: (column) => {
    const { list, id, line, cellErrors, actions } = useRow()
    return {
      value: line.row[column] ?? null,
      change: (value) => actions.change(line.key, column, value),
      blur: () => actions.leave(line.key, column),
      message: cellErrors[column],
      ref: () => {},
      place: [list, column],
      namedBy: `${columnHeading(id, column)} ${rowHeading(id, line.key)}`,
    }
  },
  useValues: (names) => {
    const { columns, line } = useRow()
    const others = names.filter((name) => !columns.some((column) => column.name === name))
    const values: readonly unknown[] = useWatch({ name: others })
    return names.map((name) => (others.includes(name) ? values[others.indexOf(name)] : line.row[name]))
  },
}

/** Returns the id of the heading of a column. */
export const columnHeading = (id: string, column: string): string => `${id}-${column}`

/** Returns the id of the heading of a row. */
export const rowHeading = (id: string, key: number): string => `${id}-${key}`

const useRow = (): RowState => {
  const row = useContext(RowContext)
  if (!row) throw new Error('There is no row here.')
  return row
}

/** ARIA roles of the table's parts: some browsers drop them where CSS draws a table as cards. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
