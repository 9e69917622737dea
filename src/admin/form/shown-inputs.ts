import { createContext, useContext, useEffect } from 'react'

/** Paths of a form that have an input now which can be filled in; a query has no such set. */
export const ShownInputs = createContext<Set<string> | null>(null)

/** Notes the input as one that can show an error and take the focus. */
export const useShownInput = (source: string, disabled: boolean): void => {
  const shown = useContext(ShownInputs)
  useEffect(() => {
    if (disabled || !shown) return
    shown.add(source)
    return () => void shown.delete(source)
  }, [shown, source, disabled])
}
