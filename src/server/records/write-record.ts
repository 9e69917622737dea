import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import { isReference, rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { type Field, fieldNamed, type RecordValues } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { mergedRecords } from '../../schema/rules/record-values'
import { actorOf } from '../access/caller'
import { isOfTenant, tenantCondition } from '../access/tenant'
import { notFound } from '../context'
import { uniqueViolation } from '../database/errors'
import { columnsOf, keyIndexName, uniqueIndexName } from '../database/table-definition'
import { nextUpdateTime, taipeiText } from '../database/times'
import type { RecordContext, RecordKey } from '../record-context'
import { withAuditLine } from './audited-statement'
import { readLabels } from './labels'
import {
  keyCondition,
  type Labels,
  projectionFunction,
  recordProjection,
  sqlContextOf,
  toColumnValue,
} from './projection'
import { type DatabaseLookup, hasChanged } from './references'

/** How a validated record is written. */
interface RecordWrite {
  readonly values: RecordValues
  /** The lookup that has validated the references. */
  readonly lookup: DatabaseLookup
  /** The name of the change in the audit trail. */
  readonly action: string
}

/** The change of a stored record, which the transaction has locked. */
interface RecordChange extends RecordWrite {
  readonly before: RecordValues
}

/** Writes a new record and its audit line. Returns the record unmasked. */
export const insertRecord = (context: RecordContext, resource: Resource, write: RecordWrite): Promise<RecordValues> => {
  const [time, user] = [context.clock(), actorOf(context.scope)]
  const assigned = {
    ...assignedColumns(resource, write.values),
    create_user: user,
    create_time: time,
    update_user: user,
    update_time: time,
  }
  const columns = sql.join(Object.keys(assigned).map((name) => sql.id(name)))
  const statement = sql`insert into ${sql.table(resource.table)} as t (${columns}) values (${sql.join(Object.values(assigned))})`
  return writeRecord(context, resource, write, { record: write.values, statement, time })
}

/** Writes the change of the record with a key, and its audit line. Returns the record after the change, unmasked. */
export const writeChange = (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  change: RecordChange,
): Promise<RecordValues> => {
  const time = context.clock()
  const assigned = {
    ...assignedColumns(resource, withoutKey(resource, change.values)),
    update_user: actorOf(context.scope),
    update_time: nextUpdateTime(time, 't.update_time'),
  }
  const statement = sql`
    update ${sql.table(resource.table)} as t
    set ${sql.join(Object.entries(assigned).map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
    where ${keyCondition(resource, key)} and ${tenantCondition(resource, context.scope)}`
  return writeRecord(context, resource, change, {
    record: mergedRecords(change.before, change.values),
    statement,
    time,
  })
}

const withoutKey = ({ key }: Resource, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !key.includes(name)))

/** Returns the values to store in the columns of a record, by the names of the columns. */
const assignedColumns = (resource: Resource, values: RecordValues): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    columnsOf(resource).flatMap(({ name, type, field }) =>
      values[field.name] === undefined ? [] : [[name, toColumnValue(type, values[field.name])]],
    ),
  )

/** A statement that inserts or changes a row. */
interface WriteStatement {
  /** All values of the record, as far as they are known before the statement. */
  readonly record: RecordValues
  readonly statement: RawBuilder<unknown>
  readonly time: Date
}

const writeRecord = async (
  context: RecordContext,
  resource: Resource,
  write: RecordWrite & Partial<RecordChange>,
  { record, statement, time }: WriteStatement,
): Promise<RecordValues> => {
  if (!isOfTenant(context, resource, record)) throw notFound(resource)
  const labels = await labelsOfWritten(context, resource, record, write)
  const returning = projectionFunction(resource, resource.fields, context.schemas, [])(sqlContextOf(context))
  const { rows } = await withAuditLine<RecordValues>(context, resource, sql`${statement} returning ${returning}`, {
    action: write.action,
    time,
    before: jsonValue(write.before ?? null),
    after: recordAfter(resource, labels),
  })
    .execute(context.db)
    .catch((error: unknown) => refuseDuplicate(resource, write.values, error))
  const [row] = rows
  if (!row) throw new Error(`The record of ${resource.table} was not written.`)
  return recordProjection(resource, context.schemas).read(row, labels)
}

const jsonValue = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::text::jsonb`

/**
 * Returns the SQL for the record after a write in its audit line.
 * It is taken from the returned row, so that the line contains what is stored.
 */
const recordAfter = ({ fields }: Resource, labels: Labels): RawBuilder<unknown> => {
  const times = fields
    .filter(({ type }) => rulesOf(type).comparedAs === 'datetime')
    .flatMap(({ name }) => [sql.lit(name), taipeiText(sql.id(name))])
  return sql`to_jsonb(audited) || jsonb_build_object(${sql.join([...times, sql.lit('Labels'), jsonValue(labels)])})`
}

/**
 * Returns the labels of a record that is written.
 * Labels of unchanged fields are known from the record before the change, and labels of references from the lookup that
 * has found them.
 * All others are read from the database.
 */
const labelsOfWritten = async (
  context: RecordContext,
  resource: Resource,
  record: RecordValues,
  { lookup, before }: Pick<RecordWrite, 'lookup'> & Partial<Pick<RecordChange, 'before'>>,
): Promise<Labels> => {
  const labelled = resource.fields.filter((field) => isReference(field) || field.type === 'file')
  const changed = labelled.filter((field) => hasChanged(field, record, before))
  const labels: Record<string, string> = lookup.labelsOf(record)
  const labelsBefore = isObject(before?.Labels) ? before.Labels : {}
  for (const { name } of labelled.filter((field) => !changed.includes(field)))
    if (typeof labelsBefore[name] === 'string') labels[name] = labelsBefore[name]
  const unknown = changed.filter(({ name }) => !isEmpty(record[name]) && !(name in labels))
  return unknown.length === 0 ? labels : { ...labels, ...(await readLabels(context, resource, record, unknown)) }
}

/**
 * Throws a refusal (2003) if the error is a violated unique index, and names the field of the index; rethrows any other
 * error.
 */
const refuseDuplicate = (resource: Resource, record: RecordValues, error: unknown): never => {
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
