import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useGetList, useResourceContext } from 'react-admin'
import { useExtensionCalls } from '../../../browser/http/capabilities'
import { call } from '../../../browser/http/client'
import type { SelectLists, SelectOption } from '../../../contract/envelope'
import { callIdOf } from '../../../schema/calls/endpoints'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues, ReferenceField } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { keywordError } from '../../../schema/rules/list-filters'
import type { PortalDataProvider } from '../../data-provider'
import { hasOperation } from '../../data-provider/operations'
import { useAbilitiesOfPages, usePortal } from '../../portal'
import { useValues } from '../value-scope'
import { optionOf } from './new-record-option'

/** Maximum number of records that a search returns; users type a keyword to find others. */
const optionsPerSearch = 25

/** A search among the records that a reference can refer to. */
export interface OptionsRequest {
  readonly field: ReferenceField
  /** What users have typed. */
  readonly typed: string
  /** The keyword of the search, which follows the typed text with a delay. */
  readonly keyword: string
  /** Values that the referenced record must share with the record that is being edited. */
  readonly sharedValues: Readonly<Record<string, unknown>>
  /** Filter values that limit the records to those that the schema offers. */
  readonly offers: Readonly<Record<string, unknown>>
  readonly enabled: boolean
}

/**
 * Returns the records that a reference can refer to, as options.
 * They come from the page's call GetAllSelectList if its response contains the field, otherwise from a search as the
 * user types.
 * A backend that cannot search agreements returns them with Common.GetApplyCode.
 * `moreCount` is the number of matching records that are not among the options; `problem` says why the keyword is not
 * searched for.
 */
export const useReferenceOptions = ({
  field,
  typed,
  keyword,
  sharedValues,
  offers,
  enabled,
}: OptionsRequest): { options: readonly SelectOption[]; moreCount: number; loading: boolean; problem?: string } => {
  const { schemas } = usePortal()
  const target = schemas.get(field.to)
  const optionSource = useOptionSource(target)
  // GetAllSelectList returns the options of all agreements, whatever the shared values are.
  const { lists, loading: optionsAreLoading } = useSelectOptions(enabled && field.same.length === 0)
  const agreements = useAgreementOptions(enabled && optionSource === 'agreements')
  const listedOptions = lists?.[field.name] ?? agreements
  const loading = optionsAreLoading || (enabled && optionSource === undefined)
  const filter = Object.fromEntries(
    Object.entries({ ...offers, ...sharedValues }).filter(
      ([name, value]) => !isEmpty(value) && target.list.filters.some((listFilter) => listFilter.field === name),
    ),
  )
  const isSearched = keyword !== '' && target.list.search.length > 0
  const problem = isSearched ? keywordError(target, keyword) : undefined
  const {
    data,
    total = 0,
    isFetching,
  } = useGetList(
    field.to,
    {
      pagination: { page: 1, perPage: optionsPerSearch },
      sort: target.list.sort,
      filter: { ...filter, ...(isSearched ? { q: keyword } : {}) },
    },
    { enabled: enabled && optionSource === 'search' && !listedOptions && !loading && !problem, staleTime: 30_000 },
  )
  if (listedOptions)
    return {
      options: listedOptions.filter(({ Text }) => Text.toLowerCase().includes(typed.toLowerCase())),
      moreCount: 0,
      loading,
    }
  // While the search waits for more input, the records of the previous keyword are not offered: Enter would select one
  // that does not match what is typed.
  if (keyword !== typed) return { options: [], moreCount: 0, loading: true }
  if (problem) return { options: [], moreCount: 0, loading, problem }
  const foundOptions = (data ?? []).map((record: RecordValues) => optionOf(field, target, record))
  return { options: foundOptions, moreCount: Math.max(0, total - foundOptions.length), loading: isFetching || loading }
}

/**
 * The source of the options: a search in the list of the referenced resource, the agreements that every backend
 * returns, or none.
 */
type OptionSource = 'search' | 'agreements' | 'none'

/**
 * Returns the source of the options; undefined while the calls of the backend are not loaded.
 * Only users with access to a page may search its records.
 * The list of a resource without a page is an extension, which a backend need not have.
 */
const useOptionSource = (target: Resource): OptionSource | undefined => {
  const calls = useExtensionCalls()
  const can = useAbilitiesOfPages()
  if (target.page) return can(target, 'list') ? 'search' : 'none'
  if (!calls) return undefined
  if (calls.includes(callIdOf(target, 'list'))) return 'search'
  return target.name === 'Agreement' ? 'agreements' : 'none'
}

/** Returns whether users must type the code of a reference, because no call lists the records that it can refer to. */
export const useMustTypeCode = (field: ReferenceField): boolean => {
  const { schemas } = usePortal()
  const pageName = useResourceContext()
  const hasSelectList =
    pageName !== undefined && schemas.has(pageName) && hasOperation(schemas.get(pageName), 'selectList')
  return useOptionSource(schemas.get(field.to)) === 'none' && !(hasSelectList && field.same.length === 0)
}

/** Returns the user's agreements, which every backend returns; undefined until they are read, or if not enabled. */
export const useAgreementOptions = (enabled: boolean): readonly SelectOption[] | undefined => {
  const { data } = useQuery({
    queryKey: ['agreements'],
    queryFn: ({ signal }) => call<readonly SelectOption[]>('Common.GetApplyCode', { signal }),
    enabled,
    staleTime: 30_000,
  })
  // A disabled query returns cached data if another select input has made the call.
  return enabled ? data : undefined
}

/**
 * Reads the select options of the current page with its call GetAllSelectList; `loading` is false if the call is not
 * needed or the page does not have it.
 */
const useSelectOptions = (enabled: boolean): { readonly lists?: SelectLists; readonly loading: boolean } => {
  const provider = useDataProvider<PortalDataProvider>()
  const { schemas } = usePortal()
  const pageName = useResourceContext()
  const isServed =
    enabled && pageName !== undefined && schemas.has(pageName) && hasOperation(schemas.get(pageName), 'selectList')
  const [lists, setLists] = useState<SelectLists>()
  useEffect(() => {
    // If the call fails, the options come from a search instead.
    if (isServed) provider.getSelectOptions(pageName).then(setLists, () => setLists({}))
  }, [provider, pageName, isServed])
  return { ...(lists ? { lists } : {}), loading: isServed && !lists }
}

/**
 * Returns the values that the referenced record must share with the record or list item that is being edited, and
 * whether one of them is missing.
 */
export const useSharedValues = ({
  same,
}: ReferenceField): { readonly values: Readonly<Record<string, unknown>>; readonly isMissing: boolean } => {
  const values = useValues(same)
  return { values, isMissing: Object.values(values).some(isEmpty) }
}

/**
 * Calls `onChange` when the values change after the first render.
 * A reference clears its value then, because a record of one agreement is not valid for another agreement.
 */
export const useOnValuesChange = (values: Readonly<Record<string, unknown>>, onChange: () => void): void => {
  const json = JSON.stringify(values)
  const previous = useRef(json)
  useEffect(() => {
    if (previous.current === json) return
    previous.current = json
    onChange()
  })
}
