import { isRow } from '../../schema/row-columns'
import { inRow, unnumbered } from '../../schema/sentences'
import type { CellFault } from '../form/shown-inputs'
import type { Line } from './use-lines'

interface LineAtHand {
  readonly line: Line
  readonly index: number
  /** How often the form has been sent. */
  readonly sent: number
}

/** What is wrong in a row, by column, as far as it is time to say so; the row says its own number. What the server refused is said at once. */
export const faultsOf = (error: unknown, { line, index, sent }: LineAtHand): Readonly<Record<string, string>> | undefined => {
  const told = checkedFaults(error, index).filter(({ column }) => sent > line.since || line.left.includes(column))
  const faults = { ...line.refused, ...Object.fromEntries(told.map(({ column, message }) => [column, unnumbered(message)])) }
  return Object.keys(faults).length > 0 ? faults : undefined
}

/** Every fault of a list, in the order of its rows. */
export const allFaults = (error: unknown, lines: readonly Line[]): readonly CellFault[] =>
  lines.flatMap(({ refused }, row) => {
    const checked = checkedFaults(error, row)
    const others = Object.entries(refused).filter(([column]) => !checked.some((fault) => fault.column === column))
    return [...checked, ...others.map(([column, message]) => ({ row, column, message: inRow(row + 1, message) }))]
  })

const checkedFaults = (error: unknown, row: number): readonly CellFault[] => {
  const own: unknown = (error as Readonly<Record<number, unknown>> | undefined)?.[row]
  if (!isRow(own)) return []
  return Object.entries(own).flatMap(([column, fault]) => (isRow(fault) && typeof fault.message === 'string' ? [{ row, column, message: fault.message }] : []))
}
