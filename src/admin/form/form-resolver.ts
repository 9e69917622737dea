import { type FieldErrors, type Resolver, set } from 'react-hook-form'
import type { Resource } from '../../schema/resource'
import type { Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import { writable } from '../data-provider/writable'
import { aroundNow } from '../parts/around'

/** Judges a form by the schema, with the very rules that the server applies. */
export const formResolver =
  (resource: Resource, mode: 'create' | 'update', previous?: Row): Resolver =>
  (values) => {
    const around = aroundNow()
    const sent = writable(resource, values, mode, around)
    // A sentence at a field without an input would be seen nowhere; the server says it above the form.
    const rules = resource.rules.filter(({ at }) => at in sent)
    const { errors } = validate({ fields: resource.fields, rules }, sent, { mode, ...around, ...(previous ? { previous } : {}) })
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: nested(errors) }
  }

// `FeeItems.0.Amount` is the third level of the form's errors.
const nested = (errors: Readonly<Record<string, string>>): FieldErrors => {
  const tree: FieldErrors = {}
  for (const [path, message] of Object.entries(errors)) set(tree, path, { type: 'schema', message })
  return tree
}
