import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { useIsServed } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { allEndpoints } from '../../contract/all-endpoints'
import type { SelectOption } from '../../contract/envelope'
import type { EnumField } from '../../schema/field-types/options'

/** The options of a field that a form offers. */
export interface OfferedOptions {
  /** Returns the text of an offered option; undefined for an option that is not offered. */
  readonly textOf: (code: string, text: string) => string | undefined
  /** Why the input cannot offer its options at the moment. */
  readonly note?: string
}

/**
 * Returns the options that the call `optionsFrom` of a field returns.
 * Without this call, or if the backend does not serve it, all options are offered.
 * Other components that need the same call share its response.
 */
export const useOfferedOptions = ({ optionsFrom = '' }: Pick<EnumField, 'optionsFrom'>): OfferedOptions => {
  const isServed = useIsServed()?.(optionsFrom)
  const endpoint = contractCalls[optionsFrom]
  const { data, error } = useQuery({
    queryKey: ['offered options', optionsFrom],
    // The input says what failed; a dialog would cover the form.
    queryFn: endpoint ? ({ signal }) => call<readonly SelectOption[]>(endpoint, { signal, quiet: true }) : skipToken,
    enabled: isServed === true,
    staleTime: 300_000,
  })
  if (!endpoint || isServed === false || isNotServed(error)) return everyOption
  if (data) return { textOf: (code) => data.find(({ Value }) => Value === code)?.Text }
  return error && !isAborted(error) ? failed : loading
}

const contractCalls = allEndpoints({ resources: [] })

// A backend without the capabilities call does not say which calls it lacks.
const isNotServed = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 501)

const everyOption: OfferedOptions = { textOf: (_, text) => text }

const loading: OfferedOptions = { textOf: () => undefined, note: '選項讀取中…' }

const failed: OfferedOptions = { textOf: () => undefined, note: '選項讀取失敗，請重新整理頁面後再選擇。' }
