import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed, type RecordValues } from '../../schema/language/types'
import { stateErrors } from '../../schema/rules/record-rules'
import { mergedRecords } from '../../schema/rules/record-values'
import { recordValidator } from '../../schema/rules/validate'
import { actorOf } from '../access/caller'
import { requirePreconditions } from '../access/operations'
import { tenantErrors } from '../access/tenant'
import { isSameInput, writableInput } from '../access/writable'
import { codeOfInvalidValues, conditionContextOf, recordBody, throwIfFieldErrors } from '../context'
import { inTransaction } from '../database/transaction'
import type { RecordContext, RecordKey } from '../record-context'
import { extraValues, type RecordExtras, withHookValues } from './create'
import { findRecord, visibleRecord } from './get'
import { databaseLookup, type ReferenceLookup, referenceErrors } from './references'
import { writeChange } from './write-record'

/**
 * Changes the fields of a record that the input contains; null clears a value.
 * Throws a refusal (2009) if the record has changed since the caller read it.
 */
export const updateRecord = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  input: unknown,
  extras: RecordExtras = {},
): Promise<RecordValues> => {
  const { UpdateTime, ...entered } = recordBody(input)
  return changeRecord(context, resource, key, {
    ...extras,
    action: 'Update',
    expectedUpdateTime: UpdateTime,
    changeOf: async (trxContext, before) => writableChange(trxContext, resource, entered, before),
  })
}

/**
 * Returns the part of a change that the session may write.
 * Throws a refusal if the state of the record does not allow a change, or if a field that is not writable would change.
 */
export const writableChange = (
  context: RecordContext,
  resource: Resource,
  change: RecordValues,
  before: RecordValues,
): RecordValues => {
  requirePreconditions(context, resource, 'update', before)
  return writableInput(context, resource, change, before)
}

/** A change of one record. */
interface RecordChange extends RecordExtras {
  /** The name of the change in the audit trail. */
  readonly action: string
  /** What the user has entered for a declared action. */
  readonly inputs?: RecordValues
  /** The UpdateTime that the record had when the caller read it. */
  readonly expectedUpdateTime: unknown
  /** Returns the values to write. Throws a refusal if the stored record must not be changed. */
  readonly changeOf: (context: RecordContext, before: RecordValues) => Promise<RecordValues>
}

/**
 * Changes a record in one transaction: locks it, validates and writes the change, and writes its audit line.
 * Returns the record as the detail page shows it to the caller.
 */
export const changeRecord = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  change: RecordChange,
): Promise<RecordValues> => {
  return inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const before = await findRecord(trxContext, resource, key, { lock: true })
    if (await isRepeated(trxContext, resource, change, before)) return visibleRecord(trxContext, resource, before)
    const lookup = databaseLookup(trxContext)
    const value = await validatedChange(trxContext, resource, change, { before, lookup })
    const { action, inputs } = change
    const entered = { ...value, ...(await extraValues(change, trxContext, { ...before, ...value }, before)) }
    const values = await withHookValues(trxContext, resource, entered, { action, before, inputs })
    const after = await writeChange(trxContext, resource, key, { before, values, lookup, action })
    await change.afterWrite?.(trxContext, after, before)
    await trxContext.modules.get(resource.name).afterWrite?.(trxContext, { action, record: after, before, inputs })
    return visibleRecord(trxContext, resource, after)
  })
}

/**
 * Returns the values that a change writes to the record.
 * Throws a refusal if the record may not be changed, or not in this way.
 */
const validatedChange = async (
  context: RecordContext,
  resource: Resource,
  { expectedUpdateTime, changeOf }: RecordChange,
  { before, lookup }: { readonly before: RecordValues; readonly lookup: ReferenceLookup },
): Promise<RecordValues> => {
  refuseStale(context, resource, before, expectedUpdateTime)
  return changeValidator(context, resource, lookup)({ before, change: await changeOf(context, before) })
}

/** Returns whether the record has changed since the caller read it. */
const isStale = (before: RecordValues, { expectedUpdateTime }: Pick<RecordChange, 'expectedUpdateTime'>): boolean =>
  expectedUpdateTime !== before.UpdateTime

/**
 * Returns whether the caller sends an update again after it was stored, because its response was lost: the record has
 * changed since they read it, they were the last to change it, and it already has all values of the update.
 */
const isRepeated = async (
  context: RecordContext,
  resource: Resource,
  change: RecordChange,
  before: RecordValues,
): Promise<boolean> => {
  if (
    change.action !== 'Update' ||
    !change.expectedUpdateTime ||
    !isStale(before, change) ||
    !isChangedByCaller(context, before)
  )
    return false
  // Throws a refusal for hidden fields, so that their values cannot be guessed.
  const values = await change.changeOf(context, before)
  return Object.entries(values).every(([name, value]) => {
    const field = fieldNamed(resource.fields, name)
    return field !== undefined && isSameInput(field, value, before[name])
  })
}

const isChangedByCaller = ({ scope }: RecordContext, { UpdateUser }: RecordValues): boolean =>
  UpdateUser === actorOf(scope)

/** Throws a refusal if the record has changed since the caller read it (optimistic lock). */
export const refuseStale = (
  context: RecordContext,
  resource: Resource,
  before: RecordValues,
  expectedUpdateTime: unknown,
): void => {
  if (typeof expectedUpdateTime !== 'string' || expectedUpdateTime === '')
    throw new Refusal('2001', '缺少異動時間（UpdateTime），請重新查詢這筆資料後再修改。', {
      UpdateTime: '缺少異動時間。',
    })
  if (!isStale(before, { expectedUpdateTime })) return
  const time = String(before.UpdateTime).slice(0, 19).replace('T', ' ')
  const record = `這${resource.unit}${resource.noun}`
  // The earlier change may be this one, sent before with a response that was lost.
  if (isChangedByCaller(context, before))
    throw new Refusal('2009', `您已於 ${time} 修改過${record}，這次送出的變更沒有儲存；請重新載入，確認目前的內容。`)
  throw new Refusal(
    '2009',
    `${record}已由「${before.UpdateUser}」於 ${time} 修改，您的變更沒有儲存；請重新載入後再修改。`,
  )
}

/**
 * Returns the function that validates a change by a form or a row of a file and returns the values to write.
 * It throws a refusal that names all invalid fields; references are looked up only if there are none.
 */
export const changeValidator = (context: RecordContext, resource: Resource, lookup: ReferenceLookup) => {
  const conditionContext = conditionContextOf(context)
  const validate = recordValidator(resource)
  return async ({ before, change }: Readonly<Record<'before' | 'change', RecordValues>>): Promise<RecordValues> => {
    const { value, errors } = validate(change, { mode: 'update', ...conditionContext, previous: before })
    const merged = mergedRecords(before, value)
    throwIfFieldErrors({ ...errors, ...tenantErrors(context, resource, merged) }, () =>
      codeOfInvalidValues(
        stateErrors(resource.fields, { record: merged, previous: before, today: conditionContext.today }),
      ),
    )
    throwIfFieldErrors(await referenceErrors(lookup, resource, merged, before))
    return value
  }
}
