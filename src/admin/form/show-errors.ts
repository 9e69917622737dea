import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '../../schema/types'

/** A sentence for a path of the form, as the server refused it. */
type PathError = readonly [path: string, message: string]

/** Shows the server's sentences: each at its input, the first of which gets the focus; what has no input that could be filled in is said above the form. */
export const showErrors = (form: UseFormReturn, resource: Resource, shown: ReadonlySet<string>, errors: readonly PathError[]): void => {
  const hasInput = (path: string) => shown.has(fieldOf(path))
  const atInputs = errors.filter(([path]) => hasInput(path)).toSorted(([one], [other]) => placeOf(resource, one) - placeOf(resource, other))
  const aloud = errors.filter(([path]) => !hasInput(path)).map((error) => sentence(resource, error))
  if (aloud.length > 0) form.setError(whole, { type: 'server', message: aloud.join('\n') })
  for (const [path, message] of atInputs) form.setError(path, { type: 'server', message })
  const first = atInputs[0]
  if (first) form.setFocus(fieldOf(first[0]))
}

const whole = 'root.serverError'

const fieldOf = (path: string) => path.split('.')[0] ?? ''

const placeOf = ({ form }: Resource, path: string): number => form.flatMap(({ fields }) => fields).indexOf(fieldOf(path))

const sentence = ({ fields }: Resource, [path, message]: PathError): string => {
  const label = fields.find(({ name }) => name === fieldOf(path))?.label
  return label === undefined ? message : `${label}：${message}`
}
