import type { DataProvider } from 'react-admin'
import { ApiError, send } from '../../browser/http'
import { maxPageSize } from '../../contract/list-query'
import type { Resource } from '../../schema/resource'
import type { Row } from '../../schema/types'
import { readList } from './list'
import { hasOperation, operationEndpoint, pathParams } from './operations'
import { keyOf, recordId } from './record-id'

/** The calls that ra-data-simple-rest makes for us. */
export type SimpleRest = Pick<DataProvider, 'getOne' | 'create' | 'update' | 'delete'>

/** Where simple-rest finds a resource below its address. */
export const restName = ({ endpoints }: Pick<Resource, 'endpoints'>): string => endpoints.base.slice(1)

/** One record by its id: by its own call, or out of the list where there is none. */
export const readOne = async (rest: SimpleRest, resource: Resource, id: string, signal: AbortSignal | undefined): Promise<Row> => {
  if (!hasOperation(resource, 'get')) return findInList(resource, id, signal)
  const key = keyOf(resource, id)
  // An address that somebody typed may lack a part of the key.
  if (Object.values(key).includes('')) throw notFound(resource)
  const [single] = Object.values(key)
  if (resource.key.length === 1 && single !== undefined) {
    return (await rest.getOne(restName(resource), { id: single, ...(signal ? { signal } : {}) })).data
  }
  const endpoint = operationEndpoint(resource, 'get')
  return send<Row>(endpoint, { params: pathParams(endpoint, resource, key), ...(signal ? { signal } : {}) })
}

/** The records of those ids that are there. A record that is gone is left out; that a call failed is not the same and is thrown. */
export const readSeveral = async (rest: SimpleRest, resource: Resource, ids: readonly string[], signal: AbortSignal | undefined): Promise<Row[]> => {
  const found = await Promise.all(
    ids.map((id) =>
      readOne(rest, resource, id, signal).catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      }),
    ),
  )
  return found.filter((row) => row !== null)
}

const notThere = '2004'
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === notThere

const notFound = ({ unit, noun }: Resource) => new ApiError(200, notThere, `找不到這${unit}${noun}，可能已經刪除。`)

const findInList = async (resource: Resource, id: string, signal: AbortSignal | undefined): Promise<Row> => {
  const filter = Object.fromEntries(Object.entries(keyOf(resource, id)).filter(([name]) => isExactFilter(resource, name)))
  for (let page = 1; ; page += 1) {
    const { data, total } = await readList(resource, { filter, pagination: { page, perPage: maxPageSize }, signal })
    const found = data.find((row) => recordId(resource, row) === id)
    if (found) return found
    if (data.length === 0 || page * maxPageSize >= total) throw notFound(resource)
  }
}

const isExactFilter = ({ list }: Resource, name: string) => list.filters.some(({ field, match }) => field === name && (match === 'exact' || match === 'in'))
