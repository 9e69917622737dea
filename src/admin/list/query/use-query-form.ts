import { type FormEvent, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'
import { selectedAgreement } from '../../hooks/working-agreement'
import {
  blankQuery,
  initialFilters,
  type QueryState,
  queryErrors,
  refusedInputs,
  requiredFilterMessages,
  searchFilter,
  usedFilters,
  withoutEmptyDefaults,
  withValue,
} from './query-values'

/** What a query form controls. */
export interface FormQuery {
  /** The filters of the result on screen. */
  readonly filters: Readonly<Record<string, unknown>>
  /** A record of the result on screen, which has the texts of codes. */
  readonly record?: RecordValues | undefined
  readonly busy: boolean
  /** Why the server refused the query; the messages of parameters are shown at their inputs. */
  readonly error?: unknown
  /** Runs a query, also with the filters of the result on screen. */
  run(filters: Record<string, unknown>): void
  /** Returns to the filters with which the page opens. */
  clear(initial: Record<string, unknown>): void
}

/** The class of the button that opens and collapses the inputs of a query form. */
export const toggleClass = 'query-toggle'

/**
 * Returns the state of a query form, whether its inputs are open, and the handlers of its buttons.
 * The inputs are open at first before a query that the page needs, and after a refused one.
 */
export const useQueryForm = (resource: Resource, query: FormQuery, firstFilters: QueryState['values']) => {
  const { filters: filterValues, error } = query
  const [open, setOpen] = useState(() => requiredFilterMessages(resource, filterValues).length > 0)
  const [values, setValues] = useState<QueryState['values']>(() => ({ ...blankQuery(resource), ...firstFilters }))
  const [errors, setErrors] = useState<QueryState['errors']>({})
  const [shownError, setShownError] = useState<unknown>()
  if (error !== shownError) {
    const refused = refusedInputs(resource, error)
    setShownError(error)
    setErrors(refused)
    if (Object.keys(refused).length > 0) setOpen(true)
  }
  // The form follows the filters that change elsewhere, such as by a tab, and keeps what has been entered in others.
  const [followed, setFollowed] = useState(filterValues)
  if (filterValues !== followed) {
    const blank = blankQuery(resource)
    const names = [...new Set([...Object.keys(filterValues), ...Object.keys(followed)])]
    const changed = names.filter((name) => JSON.stringify(filterValues[name]) !== JSON.stringify(followed[name]))
    setFollowed(filterValues)
    setValues({ ...values, ...Object.fromEntries(changed.map((name) => [name, filterValues[name] ?? blank[name]])) })
  }

  const change = useCallback((path: string, value: unknown) => {
    setValues((previous) => withValue(previous, path, value))
    setErrors(({ [path]: _, ...others }) => others)
  }, [])
  /** Runs the query of these values and shows them in the form. */
  const run = (changed: QueryState['values']) => {
    const queried = withoutEmptyDefaults(resource, changed)
    setValues(queried)
    query.run(usedFilters(queried))
  }
  /** Runs the query of the form; returns false and shows the messages if a value is invalid. */
  const submit = (): boolean => {
    const invalid = queryErrors(resource, values)
    // The update is synchronous, because the first invalid input is found by its rendered attribute.
    flushSync(() => {
      setErrors(Object.fromEntries(invalid))
      // The search box is outside of the inputs.
      if (invalid.some(([path]) => path !== searchFilter)) setOpen(true)
    })
    if (invalid.length > 0) return false
    run(values)
    return true
  }
  const search = (event: FormEvent<HTMLElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!submit()) return form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setOpen(false)
    keepFocus(form)
  }
  const clear = (event: FormEvent<HTMLElement>) => {
    // The inputs are controlled by React, so the browser must not reset them.
    event.preventDefault()
    const initial = initialFilters(resource, selectedAgreement())
    setValues({ ...blankQuery(resource), ...initial })
    setErrors({})
    // A page that shows nothing without conditions asks for them.
    if (requiredFilterMessages(resource, initial).length > 0) setOpen(true)
    keepFocus(event.currentTarget)
    query.clear(initial)
  }
  /** Returns a filter to its value in the result on screen. */
  const revert = (name: string) =>
    setValues((previous) => ({ ...previous, [name]: filterValues[name] ?? blankQuery(resource)[name] }))
  const state = useMemo((): QueryState => ({ values, errors, change }), [values, errors, change])
  return { state, search, submit, run, clear, revert, open, setOpen }
}

/** The state of a query form. */
export type QueryFormState = ReturnType<typeof useQueryForm>

/** Moves the focus to the button of the inputs, if a button among the inputs was pressed, which may be collapsed. */
const keepFocus = (form: HTMLElement): void => {
  const isInside = form.querySelector('.query-inputs')?.contains(document.activeElement)
  if (isInside) form.querySelector<HTMLElement>(`.${toggleClass}`)?.focus()
}
