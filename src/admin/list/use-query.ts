import { type FormEvent, useState } from 'react'
import { useListContext } from 'react-admin'
import type { Resource } from '../../schema/types'
import { pickedAgreement } from '../agreement/working-agreement'
import { type QueryState, withValue } from './query-source'
import { blankQuery, firstFilters, queryErrors, usedFilters } from './query-values'

/** The query form's state, and what its two buttons do. */
export const useQuery = (resource: Resource) => {
  const { filterValues, setFilters, isFetching, refetch } = useListContext()
  const [values, setValues] = useState<QueryState['values']>(() => ({ ...blankQuery(resource), ...filterValues }))
  const [errors, setErrors] = useState<QueryState['errors']>({})

  const change = (path: string, value: unknown) => {
    setValues((old) => withValue(old, path, value))
    setErrors(({ [path]: _, ...others }) => others)
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wrong = queryErrors(resource, values)
    setErrors(Object.fromEntries(wrong))
    if (wrong.length > 0) return
    const filters = usedFilters(values)
    // The same question again means: look again.
    if (JSON.stringify(filters) === JSON.stringify(filterValues)) void refetch()
    else setFilters(filters, undefined, false)
  }
  const clear = () => {
    const first = firstFilters(resource, pickedAgreement())
    setValues({ ...blankQuery(resource), ...first })
    setErrors({})
    setFilters(first, undefined, false)
  }
  const state: QueryState = { values, errors, change }
  return { state, search, clear, busy: isFetching }
}
