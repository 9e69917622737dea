import { createContext, useContext, useEffect } from 'react'

/** A sentence about one cell of a list of rows. */
export interface CellFault {
  readonly row: number
  readonly column: string
  readonly message: string
}

/** Takes what the server refuses in the cells of a list; nothing when it has no more to say of them. */
export type RefuseCells = (cells: readonly CellFault[]) => void

/** Paths of a form that have an input now which can be filled in, a list of rows with who takes the sentences about its cells; a query has no such map. */
export const ShownInputs = createContext<Map<string, RefuseCells | undefined> | null>(null)

/** Notes the input as one that can show an error and take the focus. */
export const useShownInput = (source: string, disabled: boolean, refuseCells?: RefuseCells): void => {
  const shown = useContext(ShownInputs)
  useEffect(() => {
    if (disabled || !shown) return
    shown.set(source, refuseCells)
    return () => void shown.delete(source)
  }, [shown, source, disabled, refuseCells])
}
