import { createContext, useContext, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '../../schema/language/resource'

/** The server's message for a path of the form. */
type PathError = readonly [path: string, message: string]

/** Shows the server's errors at their inputs and focuses the first. Errors without an enabled input are shown above the form. */
export const showErrors = (
  form: UseFormReturn,
  resource: Resource,
  enabled: ReadonlyMap<string, SetCellErrors | undefined>,
  errors: readonly PathError[],
): void => {
  const hasInput = (path: string) => enabled.has(fieldOf(path))
  const atInputs = errors.filter(([path]) => hasInput(path)).toSorted(([a], [b]) => positionOf(resource, a) - positionOf(resource, b))
  const formLevel = errors.filter(([path]) => !hasInput(path)).map((error) => labelledMessage(resource, error))
  if (formLevel.length > 0) form.setError(formErrorPath, { type: 'server', message: formLevel.join('\n') })
  for (const [source, setCellErrors] of enabled) setCellErrors?.(cellsOf(source, atInputs))
  for (const [path, message] of atInputs) if (!(enabled.get(fieldOf(path)) && isCell(path))) form.setError(path, { type: 'server', message })
  const first = atInputs[0]
  if (first) form.setFocus(fieldOf(first[0]))
}

const formErrorPath = 'root.serverError'

// react-hook-form clears the errors of all cells of a list as soon as one of them changes, so the list stores those of the server.
const cellsOf = (source: string, errors: readonly PathError[]): readonly CellError[] =>
  errors.flatMap(([path, message]) => {
    const [list, index, column] = path.split('.')
    return list === source && isCell(path) ? [{ index: Number(index), column: column ?? '', message }] : []
  })

const isCell = (path: string): boolean => /^\w+\.\d+\.\w+$/.test(path)

const fieldOf = (path: string) => path.split('.')[0] ?? ''

const positionOf = ({ form }: Resource, path: string): number => form.flatMap(({ fields }) => fields).indexOf(fieldOf(path))

const labelledMessage = ({ fields }: Resource, [path, message]: PathError): string => {
  const label = fields.find(({ name }) => name === fieldOf(path))?.label
  return label === undefined ? message : `${label}：${message}`
}

/** Returns the errors of a rejected save as pairs of path and message. */
export const submissionErrors = (answer: unknown, path = ''): [string, string][] => {
  if (typeof answer === 'string') return path === '' ? [] : [[path, answer]]
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => submissionErrors(value, path === '' ? name : `${path}.${name}`))
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

/** The enabled inputs of a form by path; for a list field, the handler of its cell errors. A query has no such map. */
export const EnabledInputs = createContext<Map<string, SetCellErrors | undefined> | null>(null)

/** Registers an input that can show an error and take the focus. */
export const useEnabledInput = (source: string, disabled: boolean, setCellErrors?: SetCellErrors): void => {
  const enabled = useContext(EnabledInputs)
  useEffect(() => {
    if (disabled || !enabled) return
    enabled.set(source, setCellErrors)
    return () => void enabled.delete(source)
  }, [enabled, source, disabled, setCellErrors])
}
