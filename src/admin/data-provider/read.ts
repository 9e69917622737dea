import type { DataProvider } from 'react-admin'
import { ApiError } from '../../browser/http/api-error'
import { type CallOptions, call } from '../../browser/http/client'
import type { Endpoint } from '../../contract/endpoints'
import type { ListTotal, RecordHistory, TabCount, TabCounts } from '../../contract/envelope'
import {
  type FilterValue,
  fromListResponse,
  type ListQuery,
  listParams,
  maxPageSize,
  type QueryParams,
  toListParams,
  type UnpagedListQuery,
} from '../../contract/list-query'
import { historyEndpoint, tabsEndpoint, unmaskedListEndpoint } from '../../schema/calls/endpoints'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { isEmpty } from '../../schema/rules/condition'
import { requiredFilterMessages } from '../list/query/query-values'
import { hasOperation, operationEndpoint, pathParams } from './operations'
import { keyValuesOfId, withId } from './record-id'

/** The methods of ra-data-simple-rest that this data provider uses. */
export type SimpleRest = Pick<DataProvider, 'getOne' | 'create' | 'update' | 'delete'>

/**
 * Returns the path of a resource without the leading slash; ra-data-simple-rest uses it as the name of the resource.
 */
export const restName = ({ endpoints }: Pick<Resource, 'endpoints'>): string => endpoints.base.slice(1)

/** Returns one record by its id: with a call for a single record, or from the list if there is no such call. */
export const readOne = async (
  rest: SimpleRest,
  resource: Resource,
  id: string,
  signal: AbortSignal | undefined,
): Promise<RecordValues> => {
  const key = keyValuesOfId(resource, id)
  if (!hasOperation(resource, 'get')) return findInList(resource, key, signal)
  // A part of the key may be missing in a URL that was typed by hand.
  if (Object.values(key).includes('')) throw notFoundError(resource)
  const endpoint = operationEndpoint(resource, 'get')
  const singleId = singleIdOf(resource, key)
  if (singleId !== undefined && endpoint.path.startsWith(`/${restName(resource)}/`))
    return (await rest.getOne(restName(resource), { id: singleId, ...(signal ? { signal } : {}) })).data
  return call<RecordValues>(endpoint, { params: pathParams(endpoint, resource, key), ...(signal ? { signal } : {}) })
}

/**
 * Returns the id of a record for the calls of ra-data-simple-rest, which support only keys of one field; undefined for
 * other keys.
 */
export const singleIdOf = (
  { key }: Pick<Resource, 'key'>,
  values: Readonly<Record<string, string>>,
): string | undefined => (key.length === 1 ? Object.values(values)[0] : undefined)

/** Returns the records with these ids. Deleted records are left out; other errors are thrown. */
export const readMany = async (
  rest: SimpleRest,
  resource: Resource,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<RecordValues[]> => {
  const records = await Promise.all(
    ids.map((id) =>
      readOne(rest, resource, id, signal).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
    ),
  )
  return records.filter((record) => record !== null)
}

const notFoundCode = '2004'
const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === notFoundCode

const notFoundError = ({ unit: measureWord, noun }: Resource) =>
  new ApiError(200, notFoundCode, `找不到這${measureWord}${noun}，可能已經刪除。`)

/**
 * Returns the record of a list whose fields have these values.
 * Pages are searched until the record is found, because the list may have no exact filters for the values.
 */
export const findInList = async (
  resource: Resource,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<RecordValues & { readonly id: string }> => {
  const filter = Object.fromEntries(Object.entries(values).filter(([name]) => narrowsToValue(resource, name)))
  let firstId: string | undefined
  for (let page = 1; ; page += 1) {
    const { data, total } = await readList(resource, { filter, pagination: { page, perPage: maxPageSize }, signal })
    const record = data.find((candidate) =>
      Object.entries(values).every(([name, value]) => String(candidate[name] ?? '') === value),
    )
    if (record) return record
    // A backend without pages returns the same records again.
    if (data.length === 0 || page * maxPageSize >= total || data[0]?.id === firstId) throw notFoundError(resource)
    firstId = data[0]?.id
  }
}

/** Returns whether the list has a filter that finds all records with a value of a field, and few others. */
export const narrowsToValue = ({ list }: Resource, name: string): boolean =>
  list.filters.some(
    ({ field, match }) => field === name && (match === 'exact' || match === 'in' || match === 'startsWith'),
  )

/** The parameters with which react-admin requests a list. */
export interface ListReadParams {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' } | undefined
  readonly filter?: Readonly<Record<string, unknown>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Suppresses the dialogs about failures. */
  readonly quiet?: boolean
  /** Whether the response contains all fields that a list can show, and whether its personal data are unmasked. */
  readonly meta?: { readonly allFields?: boolean; readonly unmasked?: boolean } | undefined
}

interface RecordPage {
  readonly data: (RecordValues & { readonly id: string })[]
  readonly total: number
  /** What the result of the list says besides its records. */
  readonly meta?: ListMeta
}

/** What a result says besides its records and their number. */
export interface ListMeta {
  /** Whether a list has at least `total` records, because the backend sends no number of all. */
  readonly isMinimum: boolean
  /** The fields by which so many records cannot be sorted. */
  readonly notSortable: readonly string[]
}

/** Returns whether the total of a list is a minimum, by what react-admin returns of its result. */
export const isMinimumTotal = (meta: Partial<ListMeta> | undefined): boolean => meta?.isMinimum === true

/** Returns the fields by which a result cannot be sorted, by what react-admin returns of it. */
export const notSortableFields = (meta: Partial<ListMeta> | undefined): readonly string[] => meta?.notSortable ?? []

/**
 * Returns one page of a list.
 * A page larger than the server's limit, such as that of an export, is read with several calls.
 * Returns an empty page if a required filter is missing.
 */
export const readList = async (
  resource: Resource,
  { pagination = { page: 1, perPage: 20 }, sort, filter, signal, quiet = false, meta }: ListReadParams,
): Promise<RecordPage> => {
  const { page, perPage } = pagination
  // The query form shows which filters are missing.
  if (requiredFilterMessages(resource, filter ?? {}).length > 0) return { data: [], total: 0 }
  const query = listQueryOf(resource, { sort, filter, meta })
  const endpoint = meta?.unmasked ? unmaskedListEndpoint(resource) : operationEndpoint(resource, 'list')
  const readPageAt = (pageNo: number, pageSize: number) =>
    readSortedPage(resource, endpoint, { ...query, page: pageNo, pageSize }, { quiet, ...(signal ? { signal } : {}) })
  return perPage <= maxPageSize
    ? readPageAt(page, perPage)
    : readSeveralPages((page - 1) * perPage, perPage, readPageAt)
}

/** Returns the query of a list without page number and page size. */
export const listQueryOf = (
  resource: Resource,
  { sort, filter = {}, meta }: Pick<ListReadParams, 'sort' | 'filter' | 'meta'>,
): UnpagedListQuery => ({
  sort: sortOf(resource, sort),
  ...filtersOf(resource, filter),
  ...(meta?.allFields ? { allFields: true } : {}),
})

/** Returns the parameters of a list's query without those that have no value. */
export const queryParams = (resource: Resource, query: Pick<ListReadParams, 'sort' | 'filter'>): QueryParams =>
  Object.fromEntries(Object.entries(toListParams(listQueryOf(resource, query))).filter(([, value]) => !isEmpty(value)))

/** The number of records of a list, which is exact unless the backend sends none, and their sums by currency. */
export interface CountedTotals extends Pick<ListMeta, 'isMinimum'> {
  readonly total: number
  /** None if the backend sends none. */
  readonly totals: readonly ListTotal[]
}

/** Counts the whole result of a list, and returns its sums. */
export const readTotals = async (
  resource: Resource,
  filter: ListReadParams['filter'],
  signal: AbortSignal | undefined,
): Promise<CountedTotals> => {
  const query = toListParams({ ...listQueryOf(resource, { filter }), page: 1, pageSize: 1, needsTotals: true })
  const { total, isMinimum, totals } = fromListResponse(
    await call(operationEndpoint(resource, 'list'), { query, ...(signal ? { signal } : {}) }),
  )
  return { total, isMinimum, totals }
}

/** Returns the counts and sums of the tabs of a list; the filters that tabs set are ignored. */
export const readTabs = async (
  resource: Resource,
  filter: ListReadParams['filter'],
  signal: AbortSignal | undefined,
): Promise<readonly TabCount[]> => {
  const query = toListParams(listQueryOf(resource, { filter }))
  return (await call<TabCounts>(tabsEndpoint(resource), { query, ...(signal ? { signal } : {}), quiet: true })).Tabs
}

/** The record of a history, and the number of items to read. */
export interface HistoryParams {
  readonly id: string
  readonly size: number
  readonly signal?: AbortSignal
}

/** Returns the newest items of the history of a record. */
export const readHistory = async (resource: Resource, { id, size, signal }: HistoryParams): Promise<RecordHistory> => {
  const endpoint = historyEndpoint(resource)
  const params = pathParams(endpoint, resource, keyValuesOfId(resource, id))
  const query = { [listParams.pageSize]: size }
  return call<RecordHistory>(endpoint, { params, query, ...(signal ? { signal } : {}), quiet: true })
}

/**
 * Reads a page, in the default order of the list if the backend refuses the order, because too many records match.
 * The query keeps its order, which applies as soon as fewer records match.
 */
const readSortedPage: typeof readPage = async (resource, endpoint, query, options) => {
  try {
    return await readPage(resource, endpoint, query, options)
  } catch (error) {
    const { field } = query.sort ?? resource.list.sort
    if (!isSortRefused(error) || field === resource.list.sort.field) throw error
    const { meta, ...page } = await readPage(resource, endpoint, { ...query, sort: resource.list.sort }, options)
    const notSortable = [...notSortableFields(meta), field]
    return { ...page, meta: { isMinimum: isMinimumTotal(meta), notSortable } }
  }
}

const isSortRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.errors[listParams.sortField] !== undefined

const readPage = async (
  resource: Resource,
  endpoint: Endpoint,
  query: ListQuery,
  options: Pick<CallOptions, 'quiet' | 'signal'>,
): Promise<RecordPage> => {
  const { records, total, isMinimum, notSortable } = fromListResponse(
    await call(endpoint, { ...options, query: toListParams(query) }),
  )
  return {
    data: records.map((record) => withId(resource, record)),
    total,
    ...(isMinimum || notSortable ? { meta: { isMinimum, notSortable: notSortable ?? [] } } : {}),
  }
}

const readSeveralPages = async (
  start: number,
  count: number,
  readPageAt: (page: number, size: number) => Promise<RecordPage>,
): Promise<RecordPage> => {
  const records = new Map<string, RecordPage['data'][number]>()
  let total = Number.POSITIVE_INFINITY
  const firstPage = Math.floor(start / maxPageSize)
  for (let page = firstPage; page * maxPageSize < Math.min(start + count, total); page += 1) {
    const result = await readPageAt(page + 1, maxPageSize)
    const before = records.size
    // Two calls may return the same record if its position has changed between them.
    for (const record of result.data) records.set(record.id, record)
    // A page without new records follows the last one, or is that of a backend without pages, which repeats its records.
    const isPastEnd = records.size === before
    total = isPastEnd ? firstPage * maxPageSize + before : result.total
  }
  const skipped = start - firstPage * maxPageSize
  return { data: [...records.values()].slice(skipped, skipped + count), total }
}

// react-admin sorts by `id` by default, which is not a field of the records.
const sortOf = (resource: Resource, sort: ListReadParams['sort']) =>
  !sort || sort.field === 'id' ? resource.list.sort : { field: sort.field, order: sort.order }

// react-admin names the search text `q`.
const filtersOf = (
  resource: Resource,
  { q, ...filters }: Readonly<Record<string, unknown>>,
): Pick<ListQuery, 'filters' | 'keyword'> => ({
  filters: Object.fromEntries(
    Object.entries(filters)
      .flatMap(([name, value]) => namedEnds(resource, name, value))
      .filter((entry): entry is [string, FilterValue] => isFilterValue(entry[1])),
  ),
  ...(typeof q === 'string' && q !== '' ? { keyword: q } : {}),
})

/** Returns a filter, or its two ends if they have their own names. */
const namedEnds = ({ list }: Resource, name: string, value: unknown): readonly (readonly [string, unknown])[] => {
  const ends = list.filters.find(({ field }) => field === name)?.ends
  return ends && isObject(value)
    ? [
        [ends.from, value.from],
        [ends.to, value.to],
      ]
    : [[name, value]]
}

const isFilterValue = (value: unknown): value is FilterValue => value !== null && value !== undefined && value !== ''
