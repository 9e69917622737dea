import { createContext, useContext, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'

/** The server's message for a path of the form. */
type PathError = readonly [path: string, message: string]

/** Shows the server's errors at their inputs and focuses the first. Errors without an enabled input are shown above the form. */
export const showErrors = (
  form: UseFormReturn,
  resource: Resource,
  enabledInputs: ReadonlyMap<string, SetCellErrors | undefined>,
  errors: readonly PathError[],
): void => {
  const hasInput = (path: string) => enabledInputs.has(fieldOf(path))
  const atInputs = errors.filter(([path]) => hasInput(path)).toSorted(([a], [b]) => positionOf(resource, a) - positionOf(resource, b))
  const formLevel = errors.filter(([path]) => !hasInput(path)).map((error) => labelledMessage(resource, error))
  if (formLevel.length > 0) form.setError(formErrorPath, { type: 'server', message: formLevel.join('\n') })
  for (const [source, setCellErrors] of enabledInputs) setCellErrors?.(cellsOf(source, atInputs))
  for (const [path, message] of atInputs) if (!(enabledInputs.get(fieldOf(path)) && isCell(path))) form.setError(path, { type: 'server', message })
  const [firstError] = atInputs
  if (firstError) form.setFocus(fieldOf(firstError[0]))
}

const formErrorPath = 'root.serverError'

// react-hook-form clears the errors of all cells of a list as soon as one of them changes, so the list stores the server's errors.
const cellsOf = (source: string, errors: readonly PathError[]): readonly CellError[] =>
  errors.flatMap(([path, message]) => {
    const [list, index, column] = path.split('.')
    return list === source && isCell(path) ? [{ index: Number(index), column: column ?? '', message }] : []
  })

const isCell = (path: string): boolean => /^\w+\.\d+\.\w+$/.test(path)

const fieldOf = (path: string) => path.split('.')[0] ?? ''

const positionOf = ({ form }: Resource, path: string): number => form.flatMap(({ fields }) => fields).indexOf(fieldOf(path))

const labelledMessage = ({ fields }: Resource, [path, message]: PathError): string => {
  const label = fieldNamed(fields, fieldOf(path))?.label
  return label === undefined ? message : `${label}：${message}`
}

/** Returns the errors of a rejected save as pairs of path and message. */
export const submissionErrors = (errors: unknown, path = ''): [string, string][] => {
  if (typeof errors === 'string') return path === '' ? [] : [[path, errors]]
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([name, value]) => submissionErrors(value, path === '' ? name : `${path}.${name}`))
}

/** A message about one cell of a list field. */
export interface CellError {
  /** Position of the item in the list. */
  readonly index: number
  readonly column: string
  readonly message: string
}

/** Receives the server's errors for the cells of a list; an empty list clears them. */
export type SetCellErrors = (cells: readonly CellError[]) => void

/** The enabled inputs of the enclosing form by path, for a list field with the function that shows its cell errors; null in a query, which shows no errors of the server. */
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
