import { createContext, useContext } from 'react'
import type { Held, ValueSource } from '../parts/value-source'

/** What the query form holds: values by field, ranges by their ends, and what is wrong with them by path. */
export interface QueryState {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, string>>
  readonly change: (path: string, value: unknown) => void
}

export const QueryContext = createContext<QueryState | null>(null)

/** Inputs of a query have their values in the query form, which needs no more than this: a list comes sooner without the library of the forms. */
export const ofQuery: ValueSource = {
  useHeld: (path): Held => {
    const { values, errors, change } = useQueryState()
    return {
      value: valueAt(values, path),
      change: (value) => change(path, value),
      blur: nothing,
      message: errors[path],
      ref: nothing,
      place: [path],
    }
  },
  useValues: (names) => {
    const { values } = useQueryState()
    return names.map((name) => valueAt(values, name))
  },
}

/** The values with another one at a path such as `PaymentEndDate.from`. */
export const withValue = (values: QueryState['values'], path: string, value: unknown): QueryState['values'] => {
  const [name = '', end] = path.split('.')
  return { ...values, [name]: end === undefined ? value : { ...rangeOf(values[name]), [end]: value } }
}

const valueAt = (values: QueryState['values'], path: string): unknown => {
  const [name = '', end] = path.split('.')
  return end === undefined ? values[name] : rangeOf(values[name])[end]
}

const rangeOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const useQueryState = (): QueryState => {
  const state = useContext(QueryContext)
  if (!state) throw new Error('There is no query here.')
  return state
}

const nothing = () => {}
