import { askPassword } from '../../browser/dialogs/dialogs'
import { ApiError } from '../../browser/http/api-error'
import { call } from '../../browser/http/client'
import { adminMima } from '../../contract/admin-mima'
import { isFixed } from '../../schema/access/form-view'
import { facetsOf } from '../../schema/field-types'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Resource, RoleView } from '../../schema/language/resource'
import { type Field, isEntered, type RoleField } from '../../schema/language/types'
import { hiddenFields, visibleValues } from '../../schema/rules/conditional'
import { itemFields } from '../../schema/rules/list-items'
import { conditionContextNow } from '../hooks/condition-context'
import { bulkError } from './errors'
import { hasOperation, operationEndpoint, pathParams } from './operations'
import { readOne, restName, type SimpleRest } from './read'
import { keyOf } from './record-id'

/** Creates a record. The server's answer overrides what was sent. */
export const createOne = async (rest: SimpleRest, resource: Resource, data: RecordValues): Promise<RecordValues> => {
  const sent = writableValues(resource, data, 'create', conditionContextNow())
  const { data: answer } = await rest.create(restName(resource), { data: sent })
  return { ...sent, ...recordOf(resource, answer) }
}

/** Changes a record. UpdateTime of the version that was read is sent for optimistic locking. */
export const updateOne = async (
  rest: SimpleRest,
  resource: Resource,
  { id, data, previous }: { id: string; data: RecordValues; previous: RecordValues },
): Promise<RecordValues> => {
  const sent = { ...writableValues(resource, data, 'update', conditionContextNow()), UpdateTime: previous.UpdateTime }
  const key = keyOf(resource, id)
  const answer = await confirmedPut((password) => put(rest, resource, key, { ...sent, ...password }))
  return { ...previous, ...sent, ...key, ...recordOf(resource, answer) }
}

/** Makes the same change to several records; each is read again first. Returns the ids, or throws the failures. */
export const updateMany = (rest: SimpleRest, resource: Resource, ids: readonly string[], data: RecordValues): Promise<string[]> =>
  runForEach(ids, async (id) => {
    const previous = await readOne(rest, resource, id, undefined)
    await updateOne(rest, resource, { id, data, previous })
  })

/** Deletes a record. */
export const deleteOne = async (rest: SimpleRest, resource: Resource, id: string): Promise<void> => {
  const key = keyOf(resource, id)
  const [single] = Object.values(key)
  if (resource.key.length === 1 && single !== undefined) {
    await rest.delete(restName(resource), { id: single })
    return
  }
  const endpoint = operationEndpoint(resource, 'delete')
  await call(endpoint, { params: pathParams(endpoint, resource, key) })
}

/** Deletes several records, in one call where the resource has it. Returns the ids, or throws the failures. */
export const deleteMany = async (rest: SimpleRest, resource: Resource, ids: readonly string[]): Promise<string[]> => {
  if (hasOperation(resource, 'multiDelete')) {
    const answer = await call<unknown>(operationEndpoint(resource, 'multiDelete'), { body: keysBody(resource, ids) })
    const results = resultsOf(answer)
    return idsOrError(ids, (index) => refusalOf(results[index]))
  }
  return runForEach(ids, (id) => deleteOne(rest, resource, id))
}

// One failure does not stop the others.
const runForEach = async (ids: readonly string[], operation: (id: string) => Promise<unknown>): Promise<string[]> => {
  const results = await Promise.allSettled(ids.map(operation))
  return idsOrError(ids, (index) => {
    const result = results[index]
    return result?.status === 'rejected' ? result.reason : undefined
  })
}

/** Returns all ids, or throws if any failed; `reasonOf` returns the reason for the record at an index. */
const idsOrError = (ids: readonly string[], reasonOf: (index: number) => unknown): string[] => {
  const failed = ids.map((id, index) => ({ id, reason: reasonOf(index) })).filter(({ reason }) => reason !== undefined)
  const [first] = failed
  if (!first) return [...ids]
  throw ids.length === 1 ? first.reason : bulkError(failed)
}

/** Sends a change; while the server asks for the user's own password, asks the user for it and sends the change again. */
const confirmedPut = async (send: (password: RecordValues) => Promise<unknown>, password: RecordValues = {}): Promise<unknown> => {
  try {
    return await send(password)
  } catch (error) {
    const question = error instanceof ApiError ? error.errors[adminMima] : undefined
    const typed = question === undefined ? null : await askPassword(question)
    if (typed === null) throw error
    return confirmedPut(send, { [adminMima]: typed })
  }
}

const put = async (rest: SimpleRest, resource: Resource, key: Record<string, string>, body: RecordValues): Promise<unknown> => {
  const [single] = Object.values(key)
  if (resource.key.length === 1 && single !== undefined)
    return (await rest.update(restName(resource), { id: single, data: body, previousData: { id: single } })).data
  const endpoint = operationEndpoint(resource, 'update')
  return call(endpoint, { params: pathParams(endpoint, resource, key), body })
}

/** Returns the keys as a request body: under the plural of the key's field, such as SerialIds, or as `Keys` where a key has several parts. */
export const keysBody = (resource: Resource, ids: readonly string[]) => {
  const keys = ids.map((id) => keyOf(resource, id))
  const [name] = resource.key
  return resource.key.length === 1 && name !== undefined ? { [`${name}s`]: keys.map((key) => keyValue(resource, name, key[name] ?? '')) } : { Keys: keys }
}

interface RecordResult {
  readonly ReturnCode: string
  readonly ReturnMsg: string
}

/** Returns the result of each record in the order of the request. No results mean that all succeeded. */
export const resultsOf = (answer: unknown): readonly RecordResult[] => {
  if (typeof answer !== 'object' || answer === null || !('Results' in answer) || !Array.isArray(answer.Results)) return []
  return answer.Results as RecordResult[]
}

/** Returns the refusal of one record; undefined if it succeeded. */
export const refusalOf = (result: RecordResult | undefined): ApiError | undefined =>
  result && result.ReturnCode !== '0000' ? new ApiError(200, result.ReturnCode, result.ReturnMsg) : undefined

const keyValue = ({ fields }: Resource, name: string, value: string) =>
  fields.some((field) => field.name === name && facetsOf(field).number) ? Number(value) : value

// A backend may return the record, its bare key, or nothing.
const recordOf = ({ key }: Resource, answer: unknown): RecordValues => {
  if (typeof answer === 'object' && answer !== null) return answer as RecordValues
  const [name] = key
  return key.length === 1 && name !== undefined && (typeof answer === 'string' || typeof answer === 'number') ? { [name]: answer } : {}
}

/** Returns the values that a form sends: of the fields that users can enter and that no condition hides. */
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
      .filter((field) => isEntered(field) && (mode === 'create' || !isFixed(field, resource)) && field.name in data && !hidden.includes(field))
      .map((field) => [field.name, toSentValue(field, data[field.name], itemContext)]),
  )
}

// A changed list field is sent with all of its items.
const toSentValue = (field: Field, value: unknown, context: ConditionContext): unknown =>
  field.type === 'rows' && Array.isArray(value) ? value.map((item: RecordValues) => toSentItem(field.fields, item, context)) : value

// The server identifies the item by its `id`.
const toSentItem = (columns: readonly RoleField[], item: RecordValues, context: ConditionContext): RecordValues => ({
  ...(item.id === undefined ? {} : { id: item.id }),
  ...writableValues({ fields: itemFields(columns, item), key: [] }, item, 'create', context),
})
