import { useListContext } from 'react-admin'
import { useForm } from 'react-hook-form'
import type { Resource } from '../../schema/types'
import { pickedAgreement } from '../agreement/working-agreement'
import { blankQuery, firstFilters, queryErrors, usedFilters } from './query-values'

/** The query form's state, and what its two buttons do. */
export const useQuery = (resource: Resource) => {
  const { filterValues, setFilters, isFetching, refetch } = useListContext()
  const form = useForm({ defaultValues: { ...blankQuery(resource), ...filterValues } })

  const search = form.handleSubmit((values) => {
    const errors = queryErrors(resource, values)
    for (const [name, message] of errors) form.setError(name, { message })
    if (errors.length > 0) return
    const filters = usedFilters(values)
    // The same question again means: look again.
    if (JSON.stringify(filters) === JSON.stringify(filterValues)) void refetch()
    else setFilters(filters, undefined, false)
  })
  const clear = () => {
    const first = firstFilters(resource, pickedAgreement())
    form.reset({ ...blankQuery(resource), ...first })
    setFilters(first, undefined, false)
  }
  return { form, search, clear, busy: isFetching }
}
