import { isRow } from './rows-of'
import type { Line } from './use-lines'

interface LineAtHand {
  readonly line: Line | undefined
  readonly index: number
  /** How often the form has been sent. */
  readonly sent: number
}

/** What is wrong in a row, by column, as far as it is time to say so. The row says its own number. */
export const faultsOf = (error: unknown, { line, index, sent }: LineAtHand): Readonly<Record<string, string>> | undefined => {
  const told = line && cellFaults(error, index).filter(({ column }) => sent > line.since || line.left.includes(column))
  return told?.length ? Object.fromEntries(told.map(({ column, message }) => [column, message.replace(/^第 ?\d+ ?列：/, '')])) : undefined
}

/** Every fault of a list, in the order of its rows. */
export const allFaults = (error: unknown): readonly CellFault[] =>
  isRow(error) || Array.isArray(error) ? Object.keys(error).flatMap((index) => (/^\d+$/.test(index) ? cellFaults(error, Number(index)) : [])) : []

export const firstFault = (error: unknown): CellFault | undefined => allFaults(error)[0]

export interface CellFault {
  readonly row: number
  readonly column: string
  readonly message: string
}

const cellFaults = (error: unknown, row: number): readonly CellFault[] => {
  const own: unknown = (error as Readonly<Record<number, unknown>> | undefined)?.[row]
  if (!isRow(own)) return []
  return Object.entries(own).flatMap(([column, fault]) => (isRow(fault) && typeof fault.message === 'string' ? [{ row, column, message: fault.message }] : []))
}
