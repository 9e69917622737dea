import { maxBulkRecords, type RecordResult } from '../../contract/envelope'
import { taipeiToday } from '../../domain/dates/dates'
import { Refusal } from '../../domain/refusal'
import type { Action, SetValue } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { RecordValues } from '../../schema/language/types'
import { conditionHolds } from '../../schema/rules/condition'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { validateRecord } from '../../schema/rules/validate'
import { displayOf } from '../../schema/text/interpolate'
import { actorOf } from '../access/caller'
import { forEachRecord } from './bulk'
import { conditionContextOf, type RecordContext, type RecordKey, recordBody, throwIfFieldErrors } from './context'
import { readKey } from './delete'
import { databaseLookup, referenceErrors } from './references'
import { changeRecord } from './update'

/** Runs a declared action on a record and returns the changed record. The body contains the inputs of the action and the UpdateTime of the record. */
export const runAction = async (
  context: RecordContext,
  resource: Resource,
  action: Action,
  { key, body }: { readonly key: RecordKey; readonly body: unknown },
): Promise<RecordValues> => {
  const { UpdateTime, ...enteredInputs } = recordBody(body)
  const inputs = readInputs(context, action, enteredInputs)
  return applyAction(context, resource, action, { key, expectedUpdateTime: UpdateTime, inputs })
}

/** Runs a declared action on several records, each in its own transaction. The body contains the inputs of the action, and in `Records` the key and the UpdateTime of each record. */
export const runBulkAction = async (
  context: RecordContext,
  resource: Resource,
  action: Action,
  body: unknown,
): Promise<{ readonly Results: readonly RecordResult[] }> => {
  const { Records, ...enteredInputs } = recordBody(body)
  const records = readRecords(resource, Records)
  const inputs = readInputs(context, action, enteredInputs)
  const keys = records.map(({ key }) => key)
  return {
    Results: await forEachRecord(keys, (key, index) =>
      applyAction(context, resource, action, { key, expectedUpdateTime: records[index]?.expectedUpdateTime, inputs }),
    ),
  }
}

/** The record to which an action is applied, with the inputs of the user. */
interface ActionRun {
  readonly key: RecordKey
  readonly expectedUpdateTime: unknown
  readonly inputs: RecordValues
}

const applyAction = (context: RecordContext, resource: Resource, action: Action, { key, expectedUpdateTime, inputs }: ActionRun): Promise<RecordValues> =>
  changeRecord(context, withWritableFields(resource, action), key, {
    action: action.name,
    expectedUpdateTime,
    changeOf: async (trxContext, before) => {
      if (action.allowedWhen && !conditionHolds(action.allowedWhen, before, conditionContextOf(context)))
        throw new Refusal('2006', notAllowedByCondition(`${resource.noun}「${displayOf(resource, before)}」`, action.label))
      throwIfFieldErrors(await referenceErrors(databaseLookup(trxContext), { ...resource, fields: action.inputs }, { ...before, ...inputs }))
      return valuesToSet(trxContext, action, inputs)
    },
  })

/** Returns a copy of the resource in which all fields that the action sets are writable, because an action may also set fields that forms cannot change. */
const withWritableFields = (resource: Resource, { set = {} }: Action): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => {
    if (!Object.hasOwn(set, field.name)) return field
    const { readOnlyWhen: _, ...writable } = field
    return { ...writable, readOnly: false, writeOnce: false }
  }),
})

const readInputs = (context: RecordContext, { inputs }: Action, enteredInputs: RecordValues): RecordValues => {
  const { value, errors } = validateRecord({ fields: inputs }, enteredInputs, { mode: 'create', ...conditionContextOf(context) })
  throwIfFieldErrors(errors)
  return value
}

const valuesToSet = (context: RecordContext, { set = {} }: Action, inputs: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [name, resolvedValue(value, inputs, context)]))

const resolvedValue = (value: SetValue, inputs: RecordValues, { clock, scope }: RecordContext): unknown => {
  if (value === null || typeof value !== 'object') return value
  if ('input' in value) return inputs[value.input] ?? null
  if ('session' in value) return actorOf(scope)
  return value.clock === 'today' ? taipeiToday(clock()) : clock().toISOString()
}

const readRecords = (resource: Resource, entries: unknown): readonly { readonly key: RecordKey; readonly expectedUpdateTime: unknown }[] => {
  const records = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
    const key = isObject(entry) ? readKey(resource, entry) : null
    return key && isObject(entry) ? [{ key, expectedUpdateTime: entry.UpdateTime }] : []
  })
  if (records.length === 0 || !Array.isArray(entries) || records.length < entries.length) throwIfFieldErrors({ Records: '請至少選擇一筆資料。' })
  if (records.length > maxBulkRecords) throwIfFieldErrors({ Records: `一次最多 ${maxBulkRecords} 筆，請分次辦理。` })
  return records
}
