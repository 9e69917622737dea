import { maxBulkRecords, maxQueryRecords, type RecordResult } from '../../contract/envelope'
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
import { conditionContextOf, recordBody, throwIfFieldErrors } from '../context'
import type { RecordContext, RecordKey } from '../record-context'
import { forEachRecord } from './bulk'
import { readKey } from './delete'
import { findRecord, visibleRecord } from './get'
import { keysOfQuery } from './list/query-keys'
import { requirePreviewed, versionOf } from './preview-version'
import { databaseLookup, referenceErrors } from './references'
import { changeRecord, refuseStale } from './update'

/**
 * Runs a declared action on a record and returns the changed record.
 * The body contains the inputs of the action and the UpdateTime of the record.
 */
export const runAction = async (
  context: RecordContext,
  resource: Resource,
  action: Action,
  { key, body }: { readonly key: RecordKey; readonly body: unknown },
): Promise<RecordValues> => {
  const { UpdateTime, ...enteredInputs } = recordBody(body)
  const inputs = readInputs(context, action, enteredInputs)
  return applyAction(context, resource, action, {
    key,
    expectedUpdateTime: UpdateTime,
    inputs,
    subjectOf: (record) => `${resource.noun}「${displayOf(resource, record)}」`,
  })
}

/**
 * Runs a declared action on several records, each in its own transaction.
 * The body contains the inputs of the action, and in `Records` the key and the UpdateTime of each record, or in `Query`
 * the query that finds them, for actions that allow this, with the `Version` of its preview.
 */
export const runBulkAction = async (
  context: RecordContext,
  resource: Resource,
  action: Action,
  body: unknown,
): Promise<{ readonly Results: readonly RecordResult[] }> => {
  const { Records, Query, Version, ...enteredInputs } = recordBody(body)
  const records = await recordsOf(context, resource, action, { Records, Query })
  requirePreviewed(resource, { count: records.length, version: await versionOf(records) }, Version)
  const inputs = readInputs(context, action, enteredInputs)
  const keys = records.map(({ key }) => key)
  return {
    Results: await forEachRecord(keys, (key, index) =>
      applyAction(context, resource, action, {
        key,
        expectedUpdateTime: records[index]?.expectedUpdateTime,
        inputs,
        subjectOf: () => anyRecordOf(resource),
      }),
    ),
  }
}

/**
 * Returns the outcome that a declared action would have for each record, as far as it depends on the record and not on
 * inputs, without changing any.
 * Hooks do not run, because they need the inputs.
 * The body contains `Records` or `Query` as that of `runBulkAction`, which is bound to the returned `Version`.
 */
export const previewBulkAction = async (
  context: RecordContext,
  resource: Resource,
  action: Action,
  body: unknown,
): Promise<{ readonly Results: readonly RecordResult[]; readonly Version: string }> => {
  const records = await recordsOf(context, resource, action, recordBody(body))
  const keys = records.map(({ key }) => key)
  return {
    Version: await versionOf(records),
    Results: await forEachRecord(keys, async (key, index) => {
      const record = await findRecord(context, resource, key)
      refuseStale(context, resource, record, records[index]?.expectedUpdateTime)
      requireAllowed(context, action, record, anyRecordOf(resource))
    }),
  }
}

// Results of several records do not name them, so that screens can group equal reasons.
const anyRecordOf = ({ unit, noun }: Resource): string => `這${unit}${noun}`

/** Throws a refusal if the record does not meet the condition of the action. */
const requireAllowed = (
  context: RecordContext,
  { allowedWhen, label }: Action,
  record: RecordValues,
  subject: string,
): void => {
  if (allowedWhen && !conditionHolds(allowedWhen, record, conditionContextOf(context)))
    throw new Refusal('2006', notAllowedByCondition(subject, label))
}

/** The record to which an action is applied, with the inputs of the user. */
interface ActionRun {
  readonly key: RecordKey
  readonly expectedUpdateTime: unknown
  readonly inputs: RecordValues
  /** Returns how a refusal calls the record. */
  readonly subjectOf: (record: RecordValues) => string
}

/** Applies an action to a record. An action of a view changes a record of the resource that the view lists. */
const applyAction = async (
  context: RecordContext,
  resource: Resource,
  action: Action,
  run: ActionRun,
): Promise<RecordValues> => {
  if (resource.of === undefined) return applyToRecord(context, resource, action, run)
  // The other resource has more records than the view. After the action, the record may no longer be in the view.
  await findRecord(context, resource, run.key)
  await applyToRecord(context, context.schemas.get(resource.of), action, run)
  return visibleRecord(context, resource, await findRecord(context, { ...resource, where: {} }, run.key))
}

const applyToRecord = (
  context: RecordContext,
  resource: Resource,
  action: Action,
  { key, expectedUpdateTime, inputs, subjectOf }: ActionRun,
): Promise<RecordValues> =>
  changeRecord(context, withWritableFields(resource, action), key, {
    action: action.name,
    expectedUpdateTime,
    changeOf: async (trxContext, before) => {
      requireAllowed(context, action, before, subjectOf(before))
      throwIfFieldErrors(
        await referenceErrors(
          databaseLookup(trxContext),
          { ...resource, fields: action.inputs },
          { ...before, ...inputs },
        ),
      )
      return valuesToSet(trxContext, action, inputs)
    },
    inputs,
  })

/**
 * Returns a copy of the resource in which all fields that the action sets are writable, because an action may also set
 * fields that forms cannot change.
 */
const withWritableFields = (resource: Resource, { set = {} }: Action): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => {
    if (!Object.hasOwn(set, field.name)) return field
    const { readOnlyWhen: _, ...writable } = field
    return { ...writable, readOnly: false, writeOnce: false }
  }),
})

const readInputs = (context: RecordContext, { inputs }: Action, enteredInputs: RecordValues): RecordValues => {
  const { value, errors } = validateRecord({ fields: inputs }, enteredInputs, {
    mode: 'create',
    ...conditionContextOf(context),
  })
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

interface VersionedKey {
  readonly key: RecordKey
  readonly expectedUpdateTime: unknown
}

/** Returns the records of a call for several records: those in its body, or those that the query in its body finds. */
const recordsOf = async (
  context: RecordContext,
  resource: Resource,
  { overQuery }: Action,
  { Records, Query }: RecordValues,
): Promise<readonly VersionedKey[]> => {
  if (Query === undefined) return readRecords(resource, Records)
  if (!overQuery) throwIfFieldErrors({ Query: '沒有這個欄位。' })
  if (Records !== undefined) throwIfFieldErrors({ Query: '請擇一送出選取的資料或查詢條件。' })
  const keys = await keysOfQuery(context, resource, Query, maxQueryRecords)
  return keys.map(({ key, UpdateTime }) => ({ key, expectedUpdateTime: UpdateTime }))
}

const readRecords = (resource: Resource, entries: unknown): readonly VersionedKey[] => {
  const records = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
    const key = isObject(entry) ? readKey(resource, entry) : null
    return key && isObject(entry) ? [{ key, expectedUpdateTime: entry.UpdateTime }] : []
  })
  if (records.length === 0 || !Array.isArray(entries) || records.length < entries.length)
    throwIfFieldErrors({ Records: '請至少選擇一筆資料。' })
  if (records.length > maxBulkRecords) throwIfFieldErrors({ Records: `一次最多 ${maxBulkRecords} 筆，請分次辦理。` })
  return records
}
