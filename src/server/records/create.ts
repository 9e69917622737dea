import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed, isEntered, type RecordValues } from '../../schema/language/types'
import { stateErrors } from '../../schema/rules/record-rules'
import { mergedRecords } from '../../schema/rules/record-values'
import { recordValidator } from '../../schema/rules/validate'
import { actorOf } from '../access/caller'
import { tenantErrors, withTenant } from '../access/tenant'
import { writableInput } from '../access/writable'
import { uniqueViolation } from '../database/errors'
import { columnsOf, keyIndexName, uniqueIndexName } from '../database/table-definition'
import { inTransaction } from '../database/transaction'
import { auditRecord, codeOfInvalidValues, conditionContextOf, type RecordContext, recordBody, refuseIfInvalid } from './context'
import { defaultValues, sequenceNumbers } from './defaults'
import { selectWritten, visibleRecord, type WrittenRow, writtenRecord } from './get'
import { toColumnValue } from './projection'
import { databaseLookup, type ReferenceLookup, referenceErrors } from './references'

/** The additions of a controller to a generic creation or change: values that users cannot enter, and work in the same transaction. */
export interface RecordExtras {
  /** The additional values, or a function that returns them for the validated record. `before` is the stored record; undefined at a creation. */
  readonly values?: RecordValues | ExtraValuesFunction
  /** Runs in the same transaction after the record is written. `before` is the record before the change; undefined at a creation. */
  readonly afterWrite?: (context: RecordContext, record: RecordValues, before?: RecordValues) => Promise<void>
}

type ExtraValuesFunction = (context: RecordContext, record: RecordValues, before?: RecordValues) => Promise<RecordValues>

/** Creates a record with its audit line. Returns the record as the detail page shows it to the caller. */
export const createRecord = (context: RecordContext, resource: Resource, input: unknown, extras: RecordExtras = {}): Promise<RecordValues> =>
  inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const defaults = await defaultValues(trxContext, resource)
    const value = await recordBuilder(trxContext, resource, { defaults, lookup: databaseLookup(trxContext) })(recordBody(input))
    const values = withTenant(trxContext, resource, { ...value, ...(await extraValues(extras, trxContext, value)) })
    const record = await insertRecord(trxContext, resource, { ...values, ...(await sequenceNumbers(trxContext, resource, values)) })
    await auditRecord(trxContext, resource, { action: 'Create', key: record, after: record })
    await extras.afterWrite?.(trxContext, record)
    return visibleRecord(trxContext, resource, record)
  })

/** Returns the values that a controller adds to a validated record. */
export const extraValues = async ({ values }: RecordExtras, ...args: Parameters<ExtraValuesFunction>): Promise<RecordValues> =>
  typeof values === 'function' ? values(...args) : (values ?? {})

/** The default values of a new record, and the lookup of its references. */
interface NewRecordSources {
  readonly defaults: RecordValues
  readonly lookup: ReferenceLookup
}

/** Returns the function that validates a form or a row of a file and returns the new record, still without sequence numbers. It throws a refusal that names all invalid fields; references are looked up only if there are none. */
export const recordBuilder = (
  context: RecordContext,
  resource: Resource,
  { defaults, lookup }: NewRecordSources,
): ((input: RecordValues) => Promise<RecordValues>) => {
  const conditions = conditionContextOf(context)
  const validate = recordValidator(resource)
  const enteredDefaults = enteredValues(resource, defaults)
  const stateErrorsOf = (record: RecordValues) => stateErrors(resource.fields, { record, previous: undefined, today: conditions.today })
  return async (input) => {
    const entered = withTenant(context, resource, { ...enteredDefaults, ...writableInput(context, resource, input) })
    const { value, errors } = validate(entered, { mode: 'create', ...conditions })
    refuseIfInvalid({ ...errors, ...tenantErrors(context, resource, value) }, () => codeOfInvalidValues(stateErrorsOf(value)))
    refuseIfInvalid(await referenceErrors(lookup, resource, value))
    return withTenant(context, resource, mergedRecords(defaults, value))
  }
}

/** Returns the values of fields that users can enter. Their default values are validated like entered values. */
const enteredValues = ({ fields }: Resource, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name && isEntered(field))))

const insertRecord = async (context: RecordContext, resource: Resource, record: RecordValues): Promise<RecordValues> => {
  const now = context.clock().toISOString()
  const actor = actorOf(context.scope)
  const columns = columnsOf(resource).filter(({ field }) => record[field.name] !== undefined)
  const values = {
    ...Object.fromEntries(columns.map(({ name, type, field }) => [name, toColumnValue(type, record[field.name])])),
    create_user: actor,
    create_time: now,
    update_user: actor,
    update_time: now,
  }
  const { rows } = await sql<WrittenRow>`
    insert into ${sql.table(resource.table)} as t (${sql.join(Object.keys(values).map((name) => sql.id(name)))})
    values (${sql.join(Object.values(values))})
    returning ${selectWritten(resource, context)}`
    .execute(context.db)
    .catch((error: unknown) => refuseDuplicate(resource, record, error))
  return writtenRecord(context, resource, rows)
}

/** Throws a refusal (2003) if the error is a violated unique index, and names the field of the index; rethrows any other error. */
export const refuseDuplicate = (resource: Resource, record: RecordValues, error: unknown): never => {
  const constraint = uniqueViolation(error)
  const field = constraint === undefined ? undefined : fieldOfConstraint(resource, constraint)
  if (!field) throw error
  throw duplicateRefusal(field, record)
}

/** Returns the refusal for a value that another record already has. */
export const duplicateRefusal = ({ name, label }: Pick<Field, 'name' | 'label'>, record: RecordValues): Refusal => {
  const message = `${label}「${record[name]}」已經存在，請改用其他${label}。`
  return new Refusal('2003', message, { [name]: message })
}

/** Returns the field of a unique index; for the index of the key, the last field of the key. */
const fieldOfConstraint = (resource: Resource, constraint: string): Resource['fields'][number] | undefined =>
  resource.fields.find((field) => field.unique && uniqueIndexName(resource, field) === constraint) ??
  (constraint === keyIndexName(resource) ? fieldNamed(resource.fields, resource.key.at(-1)) : undefined)
