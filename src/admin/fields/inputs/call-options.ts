import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiError, isAborted } from '../../../browser/http/api-error'
import { useIsServed } from '../../../browser/http/capabilities'
import { call } from '../../../browser/http/client'
import { allEndpoints } from '../../../contract/all-endpoints'
import type { SelectLists, SelectOption } from '../../../contract/envelope'
import type { EnumField } from '../../../schema/field-types/options'

/** The options of a field that a form offers. */
export interface OfferedOptions {
  readonly options: EnumField['options']
  /** Why the input cannot offer its options at the moment. */
  readonly note?: string
}

/**
 * Returns the options that the call `optionsFrom` of a field returns; they win over those of the schema.
 * Without this call, or if the backend does not serve it or its answer does not have the field, the options of the
 * schema are offered.
 * Other components that need the same call share its response.
 */
export const useOfferedOptions = (field: EnumField): OfferedOptions => {
  const { optionsFrom = '' } = field
  const isServed = useIsServed()?.(optionsFrom)
  const endpoint = contractCalls[optionsFrom]
  const { data, error } = useQuery({
    queryKey: ['offered options', optionsFrom],
    // The input says what failed; a dialog would cover the form.
    queryFn: endpoint ? ({ signal }) => call<CallOptions>(endpoint, { signal, quiet: true }) : skipToken,
    enabled: isServed === true,
    staleTime: 300_000,
  })
  if (!endpoint || isServed === false || isNotServed(error)) return field
  if (data) return { options: optionsOf(field, data) }
  return error && !isAborted(error) ? failed : loading
}

/** The answer of a call: the options of one field, or those of several fields by name, as of GetAllSelectList. */
type CallOptions = readonly SelectOption[] | SelectLists

const optionsOf = ({ name, options }: EnumField, answer: CallOptions): EnumField['options'] => {
  const offered = Array.isArray(answer) ? answer : (answer as SelectLists)[name]
  return offered ? offered.map(({ Value, Text }: SelectOption) => [Value, Text] as const) : options
}

const contractCalls = allEndpoints({ resources: [] })

// A backend without the capabilities call does not say which calls it lacks.
const isNotServed = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 501)

const loading: OfferedOptions = { options: [], note: '選項讀取中…' }

const failed: OfferedOptions = { options: [], note: '選項讀取失敗，請重新整理頁面後再選擇。' }
