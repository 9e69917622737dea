import { call, download } from '../../browser/http/client'
import type { Endpoint } from '../../contract/endpoints'
import type { QueryParams } from '../../contract/list-query'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { actionEndpoint } from '../actions/use-actions'
import type { Failure } from './errors'
import { pathParams } from './operations'
import { keyOf, recordId } from './record-id'
import { keysBody, refusalOf, resultsOf } from './write'

/** An action on records, or on none where it belongs to the whole page. */
export interface ActionRequest {
  readonly action: Action
  readonly place: ActionPlace
  readonly records: readonly RecordValues[]
  readonly inputs: RecordValues
}

/** The outcome of an action: the answer of its call, and the records for which it failed. */
export interface ActionOutcome {
  readonly answer: RecordValues
  readonly failed: readonly Failure[]
}

/** Runs an action: with a call for each record where the path has a key, else with one call for all. Throws when it fails for a single record. */
export const act = async (resource: Resource, request: ActionRequest): Promise<ActionOutcome> => {
  const { action, place, records } = request
  const endpoint = actionEndpoint(resource, action, place)
  if (!endpoint) throw new Error(`There is no call for the action '${action.name}' of '${resource.name}'.`)
  if (!endpoint.path.includes('/:')) return actOnAll(resource, endpoint, request)
  const [first] = records
  if (place === 'row' && first) return { answer: await actOnOne(resource, endpoint, request, first), failed: [] }
  return { answer: {}, failed: await actOnEach(resource, endpoint, request) }
}

const actOnAll = async (resource: Resource, endpoint: Endpoint, { action, records, inputs }: ActionRequest): Promise<ActionOutcome> => {
  const ids = records.map((record) => recordId(resource, record))
  const recordsBody = action.set
    ? { Records: records.map((record) => ({ ...Object.fromEntries(resource.key.map((name) => [name, record[name]])), UpdateTime: record.UpdateTime })) }
    : keysBody(resource, ids)
  const answer = await send(endpoint, { ...(records.length > 0 ? recordsBody : {}), ...inputs })
  const results = resultsOf(answer)
  const failed = ids.flatMap((id, index) => {
    const refusal = refusalOf(results[index])
    return refusal ? [{ id, message: refusal.message }] : []
  })
  return { answer, failed }
}

const actOnOne = (resource: Resource, endpoint: Endpoint, { action, inputs }: ActionRequest, record: RecordValues): Promise<RecordValues> => {
  // The user filled in the dialog for the version that was read, so the server must refuse a record that has changed since.
  const lock = action.set || action.inputs.length > 0 ? { UpdateTime: record.UpdateTime } : {}
  return send(endpoint, { ...inputs, ...lock }, pathParams(endpoint, resource, keyOf(resource, recordId(resource, record))))
}

const actOnEach = async (resource: Resource, endpoint: Endpoint, request: ActionRequest): Promise<readonly Failure[]> => {
  const failed: Failure[] = []
  for (const record of request.records) {
    try {
      await actOnOne(resource, endpoint, request, record)
    } catch (error) {
      failed.push({ id: recordId(resource, record), message: error instanceof Error ? error.message : String(error) })
    }
  }
  return failed
}

const send = async (endpoint: Endpoint, values: RecordValues, params: Readonly<Record<string, string>> = {}): Promise<RecordValues> => {
  const hasValues = Object.keys(values).length > 0
  const options = { params, ...(endpoint.body ? (hasValues ? { body: values } : {}) : { query: values as QueryParams }) }
  if (endpoint.answer === 'file') {
    await download(endpoint, options)
    return {}
  }
  return asRecord(await call<unknown>(endpoint, options))
}

const asRecord = (answer: unknown): RecordValues => (typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as RecordValues) : {})
