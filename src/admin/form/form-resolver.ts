import { type FieldErrors, type Resolver, set } from 'react-hook-form'
import { taipeiToday } from '../../domain/dates'
import type { Resource, Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import { writable } from '../data-provider/writable'

/** Judges a form by the schema, with the very rules that the server applies. */
export const formResolver =
  (resource: Resource, mode: 'create' | 'update', previous?: Row): Resolver =>
  (values) => {
    const { errors } = validate(resource, writable(resource, values, mode), { mode, today: taipeiToday(new Date()), ...(previous ? { previous } : {}) })
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: nested(errors) }
  }

// `FeeItems.0.Amount` is the third level of the form's errors.
const nested = (errors: Readonly<Record<string, string>>): FieldErrors => {
  const tree: FieldErrors = {}
  for (const [path, message] of Object.entries(errors)) set(tree, path, { type: 'schema', message })
  return tree
}
