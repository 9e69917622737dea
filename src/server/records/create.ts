import type { Resource } from '../../schema/language/resource'
import { isEntered, type RecordValues } from '../../schema/language/types'
import { recomputedValues } from '../../schema/rules/computed'
import { stateErrors } from '../../schema/rules/record-rules'
import { mergedRecords } from '../../schema/rules/record-values'
import { recordValidator } from '../../schema/rules/validate'
import { tenantErrors, withTenant } from '../access/tenant'
import { writableInput } from '../access/writable'
import { codeOfInvalidValues, conditionContextOf, recordBody, throwIfFieldErrors } from '../context'
import { createOnce } from '../creation-requests'
import { inTransaction } from '../database/transaction'
import type { RecordChange, RecordContext } from '../record-context'
import { defaultValues, reserveSequenceNumbers } from './defaults'
import { visibleRecord } from './get'
import { databaseLookup, type ReferenceLookup, referenceErrors } from './references'
import { insertRecord } from './write-record'

/**
 * The additions of a controller to a generic creation or change: values that users cannot enter, and work in the same
 * transaction.
 */
export interface RecordExtras {
  /**
   * The additional values, or a function that returns them for the validated record.
   * `before` is the stored record; undefined at a creation.
   */
  readonly values?: RecordValues | ExtraValuesFunction
  /**
   * Runs in the same transaction after the record is written.
   * `before` is the record before the change; undefined at a creation.
   */
  readonly afterWrite?: (context: RecordContext, record: RecordValues, before?: RecordValues) => Promise<void>
}

type ExtraValuesFunction = (
  context: RecordContext,
  record: RecordValues,
  before?: RecordValues,
) => Promise<RecordValues>

/** Creates a record with its audit line. Returns the record as the detail page shows it to the caller. */
export const createRecord = (
  context: RecordContext,
  resource: Resource,
  input: unknown,
  extras: RecordExtras = {},
): Promise<RecordValues> =>
  inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const outcomeOf = (created: RecordValues) => ({
      key: Object.fromEntries(resource.key.map((name) => [name, created[name]])),
    })
    // A record that a hook creates is another creation, which must not claim the RequestId of this one.
    const record = await createOnce(trxContext, outcomeOf, () =>
      insertNewRecord({ ...trxContext, creation: undefined }, resource, input, extras),
    )
    return visibleRecord(trxContext, resource, record)
  })

const insertNewRecord = async (
  context: RecordContext,
  resource: Resource,
  input: unknown,
  extras: RecordExtras,
): Promise<RecordValues> => {
  const action = 'Create'
  const defaults = await defaultValues(context, resource)
  const lookup = databaseLookup(context)
  const value = await recordBuilder(context, resource, { defaults, lookup })(recordBody(input))
  const entered = withTenant(context, resource, { ...value, ...(await extraValues(extras, context, value)) })
  const values = withTenant(context, resource, await withHookValues(context, resource, entered, { action }))
  const numbers = await reserveSequenceNumbers(context, resource, values)
  const record = await insertRecord(context, resource, { values: { ...values, ...numbers }, lookup, action })
  await extras.afterWrite?.(context, record)
  await context.modules.get(resource.name).afterWrite?.(context, { action, record, before: undefined })
  return record
}

/** Returns the values that a controller adds to a validated record. */
export const extraValues = async (
  { values }: RecordExtras,
  ...args: Parameters<ExtraValuesFunction>
): Promise<RecordValues> => (typeof values === 'function' ? values(...args) : (values ?? {}))

/** Adds the values of the resource's hook to validated ones, and recomputes the values that are computed from both. */
export const withHookValues = async (
  context: RecordContext,
  resource: Resource,
  values: RecordValues,
  { action, before, inputs }: Pick<RecordChange, 'action' | 'inputs'> & Partial<Pick<RecordChange, 'before'>>,
): Promise<RecordValues> => {
  const record = mergedRecords(before, values)
  const added = await context.modules.get(resource.name).beforeWrite?.(context, { action, record, before, inputs })
  if (!added) return values
  const computed = recomputedValues(resource.fields, mergedRecords(record, added), conditionContextOf(context))
  return mergedRecords(values, added, computed)
}

/** The default values of a new record, and the lookup of its references. */
interface NewRecordSources {
  readonly defaults: RecordValues
  readonly lookup: ReferenceLookup
}

/**
 * Returns the function that validates a form or a row of a file and returns the new record, still without sequence
 * numbers.
 * It throws a refusal that names all invalid fields; references are looked up only if there are none.
 */
export const recordBuilder = (
  context: RecordContext,
  resource: Resource,
  { defaults, lookup }: NewRecordSources,
): ((input: RecordValues) => Promise<RecordValues>) => {
  const conditionContext = conditionContextOf(context)
  const validate = recordValidator(resource)
  const enteredDefaults = enteredValues(resource, defaults)
  const stateErrorsOf = (record: RecordValues) =>
    stateErrors(resource.fields, { record, previous: undefined, today: conditionContext.today })
  return async (input) => {
    const entered = withTenant(context, resource, { ...enteredDefaults, ...writableInput(context, resource, input) })
    const { value, errors } = validate(entered, { mode: 'create', ...conditionContext })
    throwIfFieldErrors({ ...errors, ...tenantErrors(context, resource, value) }, () =>
      codeOfInvalidValues(stateErrorsOf(value)),
    )
    throwIfFieldErrors(await referenceErrors(lookup, resource, value))
    return withTenant(context, resource, mergedRecords(defaults, value))
  }
}

/** Returns the values of fields that users can enter. Their default values are validated like entered values. */
const enteredValues = ({ fields }: Resource, values: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => fields.some((field) => field.name === name && isEntered(field))),
  )
