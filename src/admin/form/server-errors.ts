import { createContext, useContext, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'

/** An error message of the server, and the path of the input that it belongs to. */
type PathError = readonly [path: string, message: string]

/**
 * Shows the server's errors at their inputs and focuses the first of these inputs.
 * Errors without an enabled input are shown above the form.
 */
export const showErrors = (
  form: UseFormReturn,
  resource: Resource,
  enabledInputs: ReadonlyMap<string, SetCellErrors | undefined>,
  errors: readonly PathError[],
): void => {
  const hasInput = (path: string) => enabledInputs.has(fieldOf(path))
  const inputErrors = errors
    .filter(([path]) => hasInput(path))
    .toSorted(([a], [b]) => positionOf(resource, a) - positionOf(resource, b))
  const formMessages = errors.filter(([path]) => !hasInput(path)).map((error) => labelledMessage(resource, error))
  if (formMessages.length > 0) form.setError(formErrorPath, { type: 'server', message: formMessages.join('\n') })
  for (const [source, setCellErrors] of enabledInputs) setCellErrors?.(cellErrorsOf(source, inputErrors))
  const isShownInCell = (path: string) => isCell(path) && enabledInputs.get(fieldOf(path)) !== undefined
  for (const [path, message] of inputErrors) if (!isShownInCell(path)) form.setError(path, { type: 'server', message })
  const [firstError] = inputErrors
  if (firstError) form.setFocus(fieldOf(firstError[0]))
}

const formErrorPath = 'root.serverError'

// react-hook-form clears the errors of all cells of a list field when one cell changes, so the list field stores the
// server's errors itself.
const cellErrorsOf = (source: string, errors: readonly PathError[]): readonly CellError[] =>
  errors.flatMap(([path, message]) => {
    const [list, index, column] = path.split('.')
    return list === source && isCell(path) ? [{ index: Number(index), column: column ?? '', message }] : []
  })

// The path of a cell consists of list field, index and item field, such as `FeeItems.0.Amount`.
const isCell = (path: string): boolean => /^\w+\.\d+\.\w+$/.test(path)

const fieldOf = (path: string) => path.split('.')[0] ?? ''

/** Returns the position of a field in the form of a resource. */
export const positionOf = ({ form }: Resource, path: string): number =>
  form.flatMap(({ fields }) => fields).indexOf(fieldOf(path))

const labelledMessage = ({ fields }: Resource, [path, message]: PathError): string => {
  const label = fieldNamed(fields, fieldOf(path))?.label
  return label === undefined ? message : `${label}：${message}`
}

/** Returns the errors of a rejected save, which may be nested, as pairs of path and message. */
export const submissionErrors = (errors: unknown, path = ''): [string, string][] => {
  if (typeof errors === 'string') return path === '' ? [] : [[path, errors]]
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([name, value]) =>
    submissionErrors(value, path === '' ? name : `${path}.${name}`),
  )
}

/** A message about one cell of a list field. */
export interface CellError {
  /** Position of the item in the list. */
  readonly index: number
  readonly column: string
  readonly message: string
}

/** Replaces the server's errors for the cells of a list field. */
export type SetCellErrors = (errors: readonly CellError[]) => void

/**
 * The enabled inputs of the enclosing form, by path.
 * The map's value is the function that shows cell errors for a list field, and undefined for other inputs.
 * The context is null in a query form, which shows no errors of the server.
 */
export const EnabledInputsContext = createContext<Map<string, SetCellErrors | undefined> | null>(null)

/** Registers an input that can show an error and take the focus. */
export const useEnabledInput = (source: string, disabled: boolean, setCellErrors?: SetCellErrors): void => {
  const enabledInputs = useContext(EnabledInputsContext)
  useEffect(() => {
    if (disabled || !enabledInputs) return
    enabledInputs.set(source, setCellErrors)
    return () => void enabledInputs.delete(source)
  }, [enabledInputs, source, disabled, setCellErrors])
}
