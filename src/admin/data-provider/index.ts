import { QueryClient } from '@tanstack/react-query'
import simpleRest from 'ra-data-simple-rest'
import type { DataProvider, fetchUtils, Identifier } from 'react-admin'
import { call } from '../../browser/http/client'
import type { Endpoint } from '../../contract/endpoints'
import type { RecordHistory, SelectLists, TabCount } from '../../contract/envelope'
import { type ImportCall, importEndpoint } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { ActionOutcome, ActionRequest } from './act'
import { confirmingSender, withReason } from './confirm'
import { asHttpError } from './errors'
import { operationEndpoint } from './operations'
import {
  type CountedTotals,
  findInList,
  type HistoryParams,
  type ListReadParams,
  readHistory,
  readList,
  readMany,
  readOne,
  readTabs,
  readTotals,
} from './read'
import { withId } from './record-id'
import { createOne, deleteMany, deleteOne, updateMany, updateOne } from './write'

/** The nine methods of react-admin, and methods for select options, totals, histories, imports and actions. */
export interface PortalDataProvider extends DataProvider {
  /** Returns the select options of a resource's fields (its call GetAllSelectList), cached for five minutes. */
  getSelectOptions(resource: string): Promise<SelectLists>
  /** Returns the id of the record whose fields have these values. */
  findId(resource: string, params: { values: Readonly<Record<string, string>>; signal?: AbortSignal }): Promise<string>
  /** Returns the sums of the whole result of a list. */
  getTotals(resource: string, params: Pick<ListReadParams, 'filter' | 'signal'>): Promise<CountedTotals>
  /** Returns the counts and sums of the tabs of a list. */
  getTabs(resource: string, params: Pick<ListReadParams, 'filter' | 'signal'>): Promise<readonly TabCount[]>
  /** Returns the newest items of the history of a record. */
  getHistory(resource: string, params: HistoryParams): Promise<RecordHistory>
  /** Sends a form to one of a resource's import calls: preview, check or import. */
  sendImport(resource: string, call: ImportCall, form: FormData): Promise<unknown>
  /** Runs an action of a resource. */
  act(resource: string, request: ActionRequest): Promise<ActionOutcome>
}

/**
 * Creates react-admin's data provider.
 * It uses ra-data-simple-rest for calls that follow the conventions of that library, and the portal's HTTP client
 * directly for all others.
 */
export const createDataProvider = (schemas: SchemaSet, queryClient = new QueryClient()): PortalDataProvider => {
  const rest = simpleRest('', httpClient)
  /** Runs an operation on a resource, and throws its errors in the format that react-admin expects. */
  const withResource = async <T>(name: string, operation: (resource: Resource) => Promise<T>): Promise<T> => {
    const resource = schemas.get(name)
    return withReason(() => operation(resource)).catch((error: unknown) => {
      throw asHttpError(resource, error)
    })
  }
  // The select options of a resource contain records of other resources, so any change clears the options of all
  // resources.
  const clearSelectOptions = () => queryClient.removeQueries({ queryKey: [selectOptionsKey] })
  const runChange = async <T>(name: string, operation: (resource: Resource) => Promise<T>): Promise<T> =>
    withResource(name, operation).finally(clearSelectOptions)
  const readRecord = async (resource: Resource, id: Identifier, signal?: AbortSignal) =>
    withId(resource, await readOne(rest, resource, String(id), signal))

  const methods = {
    // Lets react-admin cancel calls whose responses are no longer needed; late responses would overwrite newer ones.
    supportAbortSignal: true,
    getList: (name: string, params: ListReadParams) => withResource(name, (resource) => readList(resource, params)),
    getManyReference: (name: string, { target, id, ...params }: ListReadParams & { target: string; id: Identifier }) =>
      withResource(name, (resource) => readList(resource, { ...params, filter: { ...params.filter, [target]: id } })),
    getOne: (name: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) =>
      withResource(name, async (resource) => ({ data: await readRecord(resource, id, signal) })),
    getMany: (name: string, { ids, signal }: { ids: Identifier[]; signal?: AbortSignal }) =>
      withResource(name, async (resource) => {
        const records = await readMany(rest, resource, [...new Set(ids.map(String))], signal)
        return { data: records.map((record) => withId(resource, record)) }
      }),
    create: (name: string, { data }: { data: object }) =>
      runChange(name, async (resource) => ({ data: withId(resource, await createOne(rest, resource, { ...data })) })),
    update: (name: string, { id, data, previousData }: { id: Identifier; data: object; previousData?: object }) =>
      runChange(name, async (resource) => ({
        data: withId(
          resource,
          await updateOne(rest, resource, { id: String(id), data: { ...data }, previous: { ...previousData } }),
        ),
      })),
    updateMany: (name: string, { ids, data }: { ids: Identifier[]; data: object }) =>
      runChange(name, async (resource) => ({ data: await updateMany(rest, resource, ids.map(String), { ...data }) })),
    delete: (name: string, { id, previousData }: { id: Identifier; previousData?: object }) =>
      runChange(name, async (resource) => {
        await deleteOne(rest, resource, String(id))
        return { data: { ...previousData, id: String(id) } }
      }),
    deleteMany: (name: string, { ids }: { ids: Identifier[] }) =>
      runChange(name, async (resource) => ({ data: await deleteMany(rest, resource, ids.map(String)) })),
    getSelectOptions: (name: string) =>
      withResource(name, (resource) =>
        queryClient.fetchQuery({
          queryKey: [selectOptionsKey, name],
          queryFn: () => call<SelectLists>(operationEndpoint(resource, 'selectList')),
          staleTime: 5 * 60_000,
        }),
      ),
    findId: (name: string, { values, signal }: { values: Readonly<Record<string, string>>; signal?: AbortSignal }) =>
      withResource(name, async (resource) => (await findInList(resource, values, signal)).id),
    getTotals: (name: string, { filter, signal }: Pick<ListReadParams, 'filter' | 'signal'>) =>
      withResource(name, (resource) => readTotals(resource, filter, signal)),
    getTabs: (name: string, { filter, signal }: Pick<ListReadParams, 'filter' | 'signal'>) =>
      withResource(name, (resource) => readTabs(resource, filter, signal)),
    getHistory: (name: string, params: HistoryParams) =>
      withResource(name, (resource) => readHistory(resource, params)),
    sendImport: (name: string, importCall: ImportCall, form: FormData) =>
      runChange(name, (resource) =>
        confirmingSender()((confirmations) => {
          for (const [property, value] of Object.entries(confirmations)) form.set(property, String(value))
          return call<unknown>(importEndpoint(resource, importCall), { form })
        }),
      ),
    act: (name: string, request: ActionRequest) =>
      runChange(name, async (resource) => {
        const { act } = await import('./act')
        // Errors of an action are shown at its inputs, after the server has the reason that it may ask for.
        return withReason(() => act(resource, request)).catch((error: unknown) => {
          throw asHttpError({ fields: request.action.inputs }, error)
        })
      }),
  }
  // The methods of react-admin are generic in the type of the record, which these methods cannot be.
  return methods as unknown as PortalDataProvider
}

const selectOptionsKey = 'select-options'

/** Makes the calls of ra-data-simple-rest through the portal's client, which unwraps the envelope. */
const httpClient = async (url: string, { method = 'GET', body, signal }: fetchUtils.Options = {}) => {
  const endpoint: Endpoint = {
    method: methodOf(method),
    path: url,
    session: 'company',
    response: 'data',
    ...(body ? { body: 'json' } : {}),
  }
  const json = await call<unknown>(endpoint, {
    ...(typeof body === 'string' ? { body: JSON.parse(body) as unknown } : {}),
    ...(signal ? { signal } : {}),
  })
  return { status: 200, headers: new Headers(), body: '', json }
}

const httpMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodOf = (name: string): Endpoint['method'] => {
  const method = httpMethods.find((httpMethod) => httpMethod === name)
  if (!method) throw new Error(`The contract has no HTTP method ${name}.`)
  return method
}
