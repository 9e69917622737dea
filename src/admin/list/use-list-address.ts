import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore, useStoreContext } from 'react-admin'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import { useChangeAddress } from '../hooks/change-address'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { type AddressedQuery, addressOfQuery, hasQuery, isSameQuery, queryOfLocation } from './query/opening-query'

/** The parameters of a list as react-admin stores them. */
interface StoredParams {
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: string
  readonly order: 'ASC' | 'DESC'
  readonly page: number
  readonly perPage: number
}

/**
 * Keeps the query of a list and the address of the page the same, and returns the key under which react-admin stores the
 * query.
 * Each query is an entry of the browser's history, so that Back returns to the one before it.
 * A page whose address says nothing, such as that of a menu entry, opens with the last query in this tab.
 */
export const useListAddress = (resource: Resource): string => {
  const { selected } = useSelectedAgreement()
  const location = useLocation()
  const changeAddress = useChangeAddress()
  const store = useStoreContext()
  const storeKey = `${resource.name}${selected ? `.${selected}` : ''}`
  const addressed = queryOfLocation(resource, location)
  useState(() => {
    if (hasQuery(resource, location) || !store.getItem(storeKey)) store.setItem(storeKey, paramsOf(addressed))
  })
  const [params = paramsOf(addressed)] = useStore<StoredParams>(storeKey)
  const isFirst = useRef(true)
  const agreement = useRef(selected)

  // The list follows the address: Back, or a link to the same list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address is followed
  useLayoutEffect(() => {
    if (isFirst.current) return
    if (!isSameQuery(queryOf(params), addressed)) store.setItem(storeKey, paramsOf(addressed))
  }, [location.key])

  // The address follows the list: a query, a page, a sorted column.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new query is followed
  useEffect(() => {
    const isOpening = isFirst.current
    isFirst.current = false
    if (isSameQuery(queryOf(params), addressed)) return
    const { search, state } = addressOfQuery(resource, queryOf(params), location)
    // The page has its new address before the result arrives.
    void changeAddress({ pathname: location.pathname, search }, { state, replace: isOpening, flushSync: true })
  }, [params])

  // Another agreement starts with a new query.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new agreement is followed
  useEffect(() => {
    if (agreement.current === selected) return
    agreement.current = selected
    if (location.search !== '') void changeAddress(location.pathname)
  }, [selected])
  return storeKey
}

const paramsOf = ({ filter, sort, pagination }: AddressedQuery): StoredParams => ({
  filter,
  sort: sort.field,
  order: sort.order,
  ...pagination,
})

const queryOf = ({ filter, sort, order, page, perPage }: StoredParams): AddressedQuery => ({
  filter,
  sort: { field: sort, order },
  pagination: { page: Number(page), perPage: Number(perPage) },
})
