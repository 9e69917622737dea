import { adminMima } from '../../contract/admin-mima'
import { confirmations } from '../../contract/confirmations'
import { isRequestId, requestId as requestIdName } from '../../contract/request-id'
import { Refusal } from '../../domain/refusal'
import { callIdOf, resourceEndpoints } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { RecordValues } from '../../schema/language/types'
import type { Call, Handler } from '../call'
import { contextOf } from '../context'
import { type CreationOutcome, earlierOutcome } from '../creation-requests'
import { getRecord } from '../records/get'
import { contentHash, macHexOf } from '../security/keys'

/** Returns the handler of a call; undefined if the portal does not serve it. */
type FindHandler = (id: string) => Handler | undefined

/**
 * Handles a call that takes a RequestId.
 * If an earlier call with the same RequestId has created something, returns that, and creates nothing.
 */
export const handleCreation = async (
  id: string,
  handler: Handler,
  call: Call,
  findHandler: FindHandler,
): Promise<unknown> => {
  const creationCall = await withCreation(id, call)
  if (!creationCall.creation) return handler(call)
  const earlier = await earlierOutcome(contextOf(creationCall))
  if (earlier) return responseAgain(creationCall, earlier, findHandler)
  try {
    return await handler(creationCall)
  } catch (error) {
    // The earlier call may have ended while this one was handled, which is then refused, for example as a duplicate.
    const concurrent = await earlierOutcome(contextOf(creationCall))
    if (!concurrent) throw error
    return responseAgain(creationCall, concurrent, findHandler)
  }
}

/**
 * Moves the RequestId from the input of a call to its `creation`.
 * Throws a refusal (2002) if the RequestId is invalid.
 */
const withCreation = async (id: string, call: Call): Promise<Call> => {
  const { value, body, form } = withoutRequestId(call)
  if (value === undefined) return call
  if (!isRequestId(value)) throw new Refusal('2002', invalidMessage, { [requestIdName]: invalidMessage })
  const content = form ? await formEntries(form) : Object.entries(Object(body))
  const hash = await macHexOf(
    call.ports.settings.secret,
    'creation content',
    JSON.stringify(content.filter(([name]) => !confirmationNames.includes(name))),
  )
  return { ...call, body, form, creation: { requestId: value.toLowerCase(), call: id, contentHash: hash } }
}

// What confirms a creation is not part of its content: after a lost response, the browser sends the form without it.
const confirmationNames: readonly string[] = [adminMima, ...confirmations]

const invalidMessage = 'RequestId 應為 UUID，例如 123e4567-e89b-42d3-a456-426614174000。'

const withoutRequestId = ({ body, form }: Call): Pick<Call, 'body' | 'form'> & { readonly value: unknown } => {
  if (form) {
    const values = form.getAll(requestIdName)
    form.delete(requestIdName)
    return { value: values.length > 1 ? values : values[0], body, form }
  }
  if (!isObject(body) || !Object.hasOwn(body, requestIdName)) return { value: undefined, body, form }
  const { [requestIdName]: value, ...others } = body
  return { value, body: others, form }
}

/** Returns the entries of a form, with the digest of each file. */
const formEntries = (form: FormData): Promise<readonly (readonly [string, ...unknown[]])[]> =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, await contentHash(new Uint8Array(await value.arrayBuffer()))],
    ),
  )

/**
 * Returns the response of an earlier creation.
 * A record is read again, so that the response contains what the caller may see now.
 */
const responseAgain = async (call: Call, outcome: CreationOutcome, findHandler: FindHandler): Promise<unknown> => {
  if ('outData' in outcome) return outcome.outData
  const resource = call.schemas.resources.find(
    (candidate) =>
      candidate.endpoints.operations.includes('create') && callIdOf(candidate, 'create') === call.creation?.call,
  )
  if (!resource) throw new Error(`No resource has the call ${call.creation?.call}.`)
  return readAgain(call, { resource, key: outcome.key }, findHandler)
}

/**
 * Returns a record as the call for single records does, because a module may add data to the record; without such a
 * call, returns the record alone.
 */
const readAgain = async (
  call: Call,
  { resource, key }: { readonly resource: Resource; readonly key: RecordValues },
  findHandler: FindHandler,
): Promise<unknown> => {
  const endpoint = resourceEndpoints(resource).get?.endpoint
  const handler = endpoint && findHandler(callIdOf(resource, 'get'))
  const params = Object.fromEntries(Object.entries(key).map(([name, value]) => [name, String(value)]))
  return handler
    ? handler({ ...call, endpoint, params, body: undefined, form: undefined, creation: undefined })
    : getRecord(contextOf(call), resource, params)
}
