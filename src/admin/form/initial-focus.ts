import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '../../schema/language/resource'
import { isEmpty } from '../../schema/rules/condition'
import { positionOf, type SetCellErrors } from './server-errors'

/**
 * Which input of a form takes the focus when the form opens: the first that is empty, the first of all, or the first of
 * these fields.
 */
export type InitialFocus = 'empty' | 'first' | readonly string[]

/**
 * The input that took the focus when the form opened.
 * A user who leaves it empty has not made a mistake yet, so the form does not report it as missing.
 */
export const FocusedOnOpenContext = createContext<RefObject<string | null> | null>(null)

/** Returns the function that a form calls when its user leaves an input: `blur`, unless the form has put them there. */
export const useBlur = (source: string, value: unknown, blur: () => void): (() => void) => {
  const focusedOnOpen = useContext(FocusedOnOpenContext)
  return () => {
    const wasPutThere = focusedOnOpen?.current === source
    if (wasPutThere) focusedOnOpen.current = null
    if (!wasPutThere || !isEmpty(value)) blur()
  }
}

/**
 * Moves the focus to an input when the form opens.
 * Not on touch screens, where the keyboard would cover the form before the user has seen it.
 * Returns a ref with the name of the input.
 */
export const useInitialFocus = (
  form: UseFormReturn,
  resource: Resource,
  enabledInputs: ReadonlyMap<string, SetCellErrors | undefined>,
  initialFocus: InitialFocus | undefined,
): RefObject<string | null> => {
  const focused = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is mounted
  useEffect(() => {
    if (!initialFocus || isTouchScreen()) return
    const source = firstInput(form, resource, enabledInputs, initialFocus)
    if (source === undefined) return
    focused.current = source
    form.setFocus(source)
  }, [])
  return focused
}

const isTouchScreen = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** Returns the name of the input that takes the focus. A list field has no input until it has items. */
const firstInput = (
  form: UseFormReturn,
  resource: Resource,
  enabledInputs: ReadonlyMap<string, SetCellErrors | undefined>,
  initialFocus: InitialFocus,
): string | undefined => {
  const inputs = [...enabledInputs]
    .flatMap(([source, setCellErrors]) => (setCellErrors ? [] : [source]))
    .toSorted((a, b) => positionOf(resource, a) - positionOf(resource, b))
  if (initialFocus === 'first') return inputs[0]
  return inputs.find((source) =>
    initialFocus === 'empty' ? isEmpty(form.getValues(source)) : initialFocus.includes(source),
  )
}
