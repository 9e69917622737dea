import { call, download } from '../../browser/http/client'
import type { Endpoint } from '../../contract/endpoints'
import { type QueryParams, toListParams } from '../../contract/list-query'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { actionEndpoint, bulkPreviewEndpoint } from '../actions/use-actions'
import type { QuerySelection } from '../screens'
import { confirmingSender, type SendConfirmed } from './confirm'
import type { FailedRecord } from './errors'
import { pathParams } from './operations'
import { type ListReadParams, listQueryOf } from './read'
import { keyValuesOfId, recordId } from './record-id'
import { keysBody, refusalOf, resultsOf } from './write'

/** A request to run an action on records, or on the whole page without records. */
export interface ActionRequest {
  readonly action: Action
  readonly place: ActionPlace
  readonly records: readonly RecordValues[]
  readonly inputs: RecordValues
  /** The query of the list, for an action on its result. */
  readonly query?: ListReadParams | undefined
  /** The query that finds the records, for a bulk action on all of them. */
  readonly selection?: QuerySelection | undefined
}

/** The result of an action: the OutData of its call, and the records for which the action failed. */
export interface ActionOutcome {
  readonly response: RecordValues
  readonly failed: readonly FailedRecord[]
  /** The number of records of an action over a query. */
  readonly count?: number
}

/**
 * Runs an action: with the query if the action is offered on the list, with a call for each record if the path contains
 * a key, otherwise with one call for all records.
 * Throws if the call fails.
 * If a bulk action makes a call for each record, the outcome contains the failures instead; with one call for all
 * records, it contains the records that the server refused.
 */
export const act = async (resource: Resource, request: ActionRequest): Promise<ActionOutcome> => {
  const { action, place, records, inputs, query, selection } = request
  const endpoint = actionEndpoint(resource, action, place)
  if (!endpoint) throw new Error(`There is no call for the action '${action.name}' of '${resource.name}'.`)
  if (query) {
    const params = { ...toListParams(listQueryOf(resource, query)), ...(inputs as QueryParams) }
    return { response: await sendAction(endpoint, params), failed: [] }
  }
  const send = actionSender(resource, endpoint)
  if (selection) return actOnQuery(resource, await send({ ...queryBody(selection), ...inputs }))
  if (!endpoint.path.includes('/:')) return actOnAll(resource, request, send)
  const [record] = records
  if (place === 'row' && record) return { response: await actOnOne(request, record, send), failed: [] }
  return { response: {}, failed: await actOnEach(resource, request, send) }
}

/** Makes the call of an action, for one record if its path contains a key. */
type SendAction = (values: RecordValues, record?: RecordValues) => Promise<RecordValues>

/**
 * Returns the function that makes the calls of an action, with the user's own password where the server requires it.
 * A call without a body never requires it: the password must not be part of an address.
 */
const actionSender = (resource: Resource, endpoint: Endpoint): SendAction => {
  const sendConfirmed: SendConfirmed = endpoint.body ? confirmingSender() : (send) => send({})
  return (values, record) => {
    const params = record ? pathParams(endpoint, resource, keyValuesOfId(resource, recordId(resource, record))) : {}
    return sendConfirmed((confirmation) => sendAction(endpoint, { ...values, ...confirmation }, params))
  }
}

const actOnAll = async (
  resource: Resource,
  { action, records, inputs }: ActionRequest,
  send: SendAction,
): Promise<ActionOutcome> => {
  const ids = records.map((record) => recordId(resource, record))
  const response = await send({ ...(records.length > 0 ? recordsBody(resource, action, records) : {}), ...inputs })
  return { response, failed: refusedRecords(ids, response) }
}

const queryBody = ({ query, version }: QuerySelection): RecordValues => ({
  Query: query,
  ...(version === undefined ? {} : { Version: version }),
})

const actOnQuery = (resource: Resource, response: RecordValues): ActionOutcome => ({
  response,
  count: resultsOf(response).length,
  failed: failedResults(resource, response),
})

const failedResults = (resource: Resource, response: unknown): readonly FailedRecord[] =>
  resultsOf(response).flatMap((result) => {
    const refusal = refusalOf(result)
    return refusal ? [{ id: recordId(resource, result), message: refusal.message }] : []
  })

/** What a bulk action over a query would do. */
interface QueryPreview {
  readonly count: number
  readonly refused: readonly FailedRecord[]
  /** Identifies the records and their versions, so that the action applies to them or is refused. */
  readonly version: string | undefined
}

/** Returns the number of records to which a bulk action over a query would apply, and those that it would refuse. */
export const previewQuery = async (
  resource: Resource,
  action: Action,
  { query }: QuerySelection,
  signal: AbortSignal,
): Promise<QueryPreview> => {
  const endpoint = bulkPreviewEndpoint(resource, action)
  if (!endpoint) throw new Error(`There is no preview of the action '${action.name}' of '${resource.name}'.`)
  const response = asRecord(await call<unknown>(endpoint, { body: { Query: query }, quiet: true, signal }))
  const { Version } = response
  return {
    count: resultsOf(response).length,
    refused: failedResults(resource, response),
    version: typeof Version === 'string' ? Version : undefined,
  }
}

/** Returns the records that a bulk action would refuse, with the reasons, from its preview. */
export const previewBulk = async (
  resource: Resource,
  action: Action,
  records: readonly RecordValues[],
  signal: AbortSignal,
): Promise<readonly FailedRecord[]> => {
  const endpoint = bulkPreviewEndpoint(resource, action)
  if (!endpoint) throw new Error(`There is no preview of the action '${action.name}' of '${resource.name}'.`)
  const response = await call<unknown>(endpoint, { body: recordsBody(resource, action, records), quiet: true, signal })
  return refusedRecords(
    records.map((record) => recordId(resource, record)),
    response,
  )
}

const refusedRecords = (ids: readonly string[], response: unknown): readonly FailedRecord[] => {
  const results = resultsOf(response)
  return ids.flatMap((id, index) => {
    const refusal = refusalOf(results[index])
    return refusal ? [{ id, message: refusal.message }] : []
  })
}

const recordsBody = (resource: Resource, action: Action, records: readonly RecordValues[]): RecordValues =>
  action.set
    ? { Records: records.map((record) => keyAndVersion(resource, record)) }
    : keysBody(
        resource,
        records.map((record) => recordId(resource, record)),
      )

// By UpdateTime, the server recognizes records that have changed since they were read, and rejects the action for them.
const keyAndVersion = ({ key }: Resource, record: RecordValues): RecordValues => ({
  ...Object.fromEntries(key.map((name) => [name, record[name]])),
  UpdateTime: record.UpdateTime,
})

const actOnOne = ({ action, inputs }: ActionRequest, record: RecordValues, send: SendAction): Promise<RecordValues> => {
  // An action that writes into the record or has inputs applies to the version that the user has seen.
  // The server rejects it if the record has changed.
  const version = action.set || action.inputs.length > 0 ? { UpdateTime: record.UpdateTime } : {}
  return send({ ...inputs, ...version }, record)
}

const actOnEach = async (
  resource: Resource,
  request: ActionRequest,
  send: SendAction,
): Promise<readonly FailedRecord[]> => {
  const failed: FailedRecord[] = []
  for (const record of request.records) {
    try {
      await actOnOne(request, record, send)
    } catch (error) {
      failed.push({ id: recordId(resource, record), message: error instanceof Error ? error.message : String(error) })
    }
  }
  return failed
}

/**
 * Makes the call of an action.
 * The values are sent as the body, or as the query if the endpoint has no body.
 * A returned file is saved.
 */
const sendAction = async (
  endpoint: Endpoint,
  values: RecordValues,
  params: Readonly<Record<string, string>> = {},
): Promise<RecordValues> => {
  const hasValues = Object.keys(values).length > 0
  const body = hasValues ? { body: values } : {}
  const options = { params, ...(endpoint.body ? body : { query: values as QueryParams }) }
  if (endpoint.response === 'file') {
    await download(endpoint, options)
    return {}
  }
  return asRecord(await call<unknown>(endpoint, options))
}

const asRecord = (response: unknown): RecordValues =>
  typeof response === 'object' && response !== null && !Array.isArray(response) ? (response as RecordValues) : {}
