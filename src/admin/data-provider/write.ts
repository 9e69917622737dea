import { ApiError } from '../../browser/http/api-error'
import { call } from '../../browser/http/client'
import { requestIdFor } from '../../browser/http/request-id'
import type { Endpoint } from '../../contract/endpoints'
import type { RecordResult } from '../../contract/envelope'
import { requestId } from '../../contract/request-id'
import { isFixed } from '../../schema/access/form-view'
import { callIdOf } from '../../schema/calls/endpoints'
import { facetsOf } from '../../schema/field-types'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Resource, RoleView } from '../../schema/language/resource'
import { type Field, fieldNamed, isEntered, type RoleField } from '../../schema/language/types'
import { hiddenFields, visibleValues } from '../../schema/rules/conditional'
import { itemFields } from '../../schema/rules/list-items'
import { conditionContextNow } from '../hooks/condition-context'
import { confirmingSender, type SendConfirmed } from './confirm'
import { bulkError } from './errors'
import { hasOperation, operationEndpoint, pathParams } from './operations'
import { readOne, restName, type SimpleRest, singleIdOf } from './read'
import { keyValuesOfId } from './record-id'

/**
 * Creates a record.
 * If `data` contains a RequestId, sends it, so that the server recognizes a repeated creation.
 * Returns the values that were sent, overridden by the server's response.
 */
export const createOne = async (rest: SimpleRest, resource: Resource, data: RecordValues): Promise<RecordValues> => {
  const sentValues = writableValues(resource, data, 'create', conditionContextNow())
  const body = { ...sentValues, ...(await requestIdFor(callIdOf(resource, 'create'), data[requestId])) }
  const endpoint = operationEndpoint(resource, 'create')
  const sendConfirmed = confirmingSender()
  const response = await sendConfirmed<unknown>(async (confirmation) => {
    const confirmedBody = { ...body, ...confirmation }
    if (isMultipart(endpoint)) return call(endpoint, { form: toFormData(resource, confirmedBody) })
    return (await rest.create(restName(resource), { data: confirmedBody })).data
  })
  return { ...sentValues, ...responseValues(resource, response) }
}

/**
 * Changes a record and returns it.
 * The request contains the UpdateTime of the version that was read, so that the server can reject a change of an
 * outdated version.
 */
export const updateOne = async (
  rest: SimpleRest,
  resource: Resource,
  { id, data, previous }: { id: string; data: RecordValues; previous: RecordValues },
  sendConfirmed = confirmingSender(),
): Promise<RecordValues> => {
  const sentValues = {
    ...writableValues(resource, data, 'update', conditionContextNow()),
    UpdateTime: previous.UpdateTime,
  }
  const key = keyValuesOfId(resource, id)
  const response = await sendConfirmed((confirmation) =>
    putRecord(rest, resource, key, { ...sentValues, ...confirmation }),
  )
  return { ...previous, ...sentValues, ...key, ...responseValues(resource, response) }
}

/**
 * Makes the same change to several records, after reading each of them again.
 * Returns the ids, or throws the failures.
 */
export const updateMany = (
  rest: SimpleRest,
  resource: Resource,
  ids: readonly string[],
  data: RecordValues,
): Promise<string[]> =>
  runForEach(ids, async (id, sendConfirmed) => {
    const previous = await readOne(rest, resource, id, undefined)
    await updateOne(rest, resource, { id, data, previous }, sendConfirmed)
  })

/** Deletes a record. */
export const deleteOne = async (
  rest: SimpleRest,
  resource: Resource,
  id: string,
  sendConfirmed = confirmingSender(),
): Promise<void> => {
  const key = keyValuesOfId(resource, id)
  await sendConfirmed((confirmation) => deleteRecord(rest, resource, key, confirmation))
}

const deleteRecord = async (
  rest: SimpleRest,
  resource: Resource,
  key: Record<string, string>,
  confirmation: RecordValues,
): Promise<void> => {
  const hasConfirmation = Object.keys(confirmation).length > 0
  // ra-data-simple-rest supports no body.
  const singleId = singleIdOf(resource, key)
  if (singleId !== undefined && !hasConfirmation) {
    await rest.delete(restName(resource), { id: singleId })
    return
  }
  const endpoint = operationEndpoint(resource, 'delete')
  await call(
    { ...endpoint, ...(hasConfirmation && { body: 'json' }) },
    { params: pathParams(endpoint, resource, key), body: confirmation },
  )
}

/**
 * Deletes several records, with one call if the resource has the operation `multiDelete`.
 * Returns the ids, or throws the failures.
 */
export const deleteMany = async (rest: SimpleRest, resource: Resource, ids: readonly string[]): Promise<string[]> => {
  if (hasOperation(resource, 'multiDelete')) {
    const response = await call<unknown>(operationEndpoint(resource, 'multiDelete'), { body: keysBody(resource, ids) })
    const results = resultsOf(response)
    return idsOrError(ids, (index) => refusalOf(results[index]))
  }
  return runForEach(ids, (id, sendConfirmed) => deleteOne(rest, resource, id, sendConfirmed))
}

/**
 * Runs an operation for each record, one after the other, so that the user is asked for their password once; a failure
 * does not stop the operations for the other records.
 */
const runForEach = async (
  ids: readonly string[],
  operation: (id: string, sendConfirmed: SendConfirmed) => Promise<unknown>,
): Promise<string[]> => {
  const sendConfirmed = confirmingSender()
  const reasons: unknown[] = []
  for (const id of ids) {
    const [result] = await Promise.allSettled([operation(id, sendConfirmed)])
    reasons.push(result.status === 'rejected' ? result.reason : undefined)
  }
  return idsOrError(ids, (index) => reasons[index])
}

/**
 * Returns all ids, or throws the failures.
 * `reasonOf` returns why the record at an index failed; undefined if it did not.
 */
const idsOrError = (ids: readonly string[], reasonOf: (index: number) => unknown): string[] => {
  const failed = ids.map((id, index) => ({ id, reason: reasonOf(index) })).filter(({ reason }) => reason !== undefined)
  const [first] = failed
  if (!first) return [...ids]
  throw ids.length === 1 ? first.reason : bulkError(failed)
}

const putRecord = async (
  rest: SimpleRest,
  resource: Resource,
  key: Record<string, string>,
  body: RecordValues,
): Promise<unknown> => {
  const singleId = singleIdOf(resource, key)
  const endpoint = operationEndpoint(resource, 'update')
  const params = pathParams(endpoint, resource, key)
  if (isMultipart(endpoint)) return call(endpoint, { params, form: toFormData(resource, body) })
  if (singleId !== undefined)
    return (await rest.update(restName(resource), { id: singleId, data: body, previousData: { id: singleId } })).data
  return call(endpoint, { params, body })
}

const isMultipart = ({ body }: Endpoint): boolean => body === 'multipart'

/**
 * Returns values as a multipart body: texts and files unchanged, other values as JSON, empty values as empty text.
 * The id of a stored file that stays unchanged is not sent.
 */
const toFormData = ({ fields }: Pick<Resource, 'fields'>, values: RecordValues): FormData => {
  const formData = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) formData.append(name, value, value.name)
    else if (value === null || value === undefined) formData.append(name, '')
    else if (typeof value !== 'string') formData.append(name, JSON.stringify(value))
    else if (fieldNamed(fields, name)?.type !== 'file') formData.append(name, value)
  }
  return formData
}

/**
 * Returns the keys as a request body: under the plural of the key's field, such as SerialIds, or as `Keys` if a key has
 * several parts.
 */
export const keysBody = (resource: Resource, ids: readonly string[]) => {
  const keys = ids.map((id) => keyValuesOfId(resource, id))
  const [name] = resource.key
  if (resource.key.length !== 1 || name === undefined) return { Keys: keys }
  return { [`${name}s`]: keys.map((key) => parsedKeyValue(resource, name, key[name] ?? '')) }
}

/** Returns the result of each record in the order of the request. No results mean that all succeeded. */
export const resultsOf = (response: unknown): readonly RecordResult[] => {
  if (typeof response !== 'object' || response === null || !('Results' in response) || !Array.isArray(response.Results))
    return []
  return response.Results as RecordResult[]
}

/** Returns the refusal of one record; undefined if it succeeded. */
export const refusalOf = (result: RecordResult | undefined): ApiError | undefined =>
  result && result.ReturnCode !== '0000' ? new ApiError(200, result.ReturnCode, result.ReturnMsg) : undefined

const parsedKeyValue = ({ fields }: Resource, name: string, value: string) =>
  fields.some((field) => field.name === name && facetsOf(field).numberKind) ? Number(value) : value

// A backend may return the record, only its key, or nothing.
const responseValues = ({ key }: Resource, response: unknown): RecordValues => {
  if (typeof response === 'object' && response !== null) return response as RecordValues
  const [name] = key
  return key.length === 1 && name !== undefined && (typeof response === 'string' || typeof response === 'number')
    ? { [name]: response }
    : {}
}

/**
 * Returns the values that a form sends: those of fields that the user can enter in this mode and that no condition
 * hides.
 * Omits fields that `data` does not contain.
 */
export const writableValues = (
  resource: Pick<RoleView, 'fields' | 'key'>,
  data: RecordValues,
  mode: 'create' | 'update',
  context: ConditionContext,
): RecordValues => {
  const hidden = hiddenFields(resource.fields, data, context)
  const itemContext = { ...context, parent: visibleValues(resource.fields, data, context) }
  return Object.fromEntries(
    resource.fields
      .filter(
        (field) =>
          isEntered(field) &&
          (mode === 'create' || !isFixed(field, resource)) &&
          field.name in data &&
          !hidden.includes(field),
      )
      .map((field) => [field.name, valueToSend(field, data[field.name], itemContext)]),
  )
}

// A list field is sent with all of its items, changed or not.
const valueToSend = (field: Field, value: unknown, context: ConditionContext): unknown =>
  field.type === 'rows' && Array.isArray(value)
    ? value.map((item: RecordValues) => itemToSend(field.fields, item, context))
    : value

// The server identifies an existing item by its `id`.
// In such an item, `itemFields` makes the fields that cannot change read-only, so the mode `create` fits every item.
const itemToSend = (fields: readonly RoleField[], item: RecordValues, context: ConditionContext): RecordValues => ({
  ...(item.id === undefined ? {} : { id: item.id }),
  ...writableValues({ fields: itemFields(fields, item), key: [] }, item, 'create', context),
})
