import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { isReference, rulesOf } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import { isObject } from '../../../schema/language/shapes/shape'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { mergedRecords } from '../../../schema/rules/record-values'
import { isOfTenant, tenantCondition } from '../../access/tenant'
import { uniqueViolation } from '../../database/errors'
import { executeRequiring, rowsRequiredBy } from '../../database/statements/assumptions'
import { executeAndCommit } from '../../database/statements/batch-connection'
import { areStored, isInVersion, type RowVersion, shapeOfRequired, type VersionInput } from '../../database/statements/row-versions'
import { Parameter } from '../../database/statements/template'
import { columnsOf, keyIndexName, uniqueIndexName } from '../../database/table-definition'
import { nextUpdateTime, taipeiText } from '../../database/times'
import { notFound, type RecordContext, type RecordKey } from '../context'
import { readLabels } from '../labels'
import { type Labels, projectionFunction, recordProjection, type SqlContext, toColumnValue } from '../projection'
import { type DatabaseLookup, hasChanged } from '../references'
import { type AuditedInput, actorParameter, timeParameter, withAuditLine } from './audited-statement'
import { type KeyInput, keyCondition, recordStatement } from './record-statement'

/** How a validated record is written. */
interface RecordWrite {
  readonly values: RecordValues
  /** The lookup that has validated the references. */
  readonly lookup: DatabaseLookup
  /** The name of the change in the audit trail. */
  readonly action: string
}

/** The change of a stored record. */
interface RecordChange extends RecordWrite {
  readonly before: RecordValues
  /** The version of the row if it was read without locking it. */
  readonly version?: RowVersion | undefined
  /** Whether the transaction is committed in the same message, because nothing else happens in it. */
  readonly commits: boolean
}

/** Writes a new record and its audit line. Returns the record unmasked; undefined if a referenced record that was found without locking it has changed since. */
export const insertRecord = async (context: RecordContext, resource: Resource, write: RecordWrite): Promise<RecordValues | undefined> => {
  const { values } = write
  const columns = columnsOf(resource).filter(({ field }) => values[field.name] !== undefined)
  return writeRecord(context, resource, write, {
    record: values,
    key: {},
    shape: shapeOf('insert', columns),
    build: (condition) => {
      const created = { create_user: actorParameter, create_time: timeParameter, update_user: actorParameter, update_time: timeParameter }
      const assigned = { ...assignedColumns(columns), ...created }
      return sql`
        insert into ${sql.table(resource.table)} as t (${sql.join(Object.keys(assigned).map((name) => sql.id(name)))})
        select ${sql.join(Object.values(assigned))}
        where ${condition}`
    },
  })
}

/** Writes the change of the record with a key, and its audit line. Returns the record after the change, unmasked; undefined if it or a referenced record was found without locking it and has changed since. */
export const writeChange = async (context: RecordContext, resource: Resource, key: RecordKey, change: RecordChange): Promise<RecordValues | undefined> => {
  const { before, values, version } = change
  const columns = columnsOf(resource).filter(({ field }) => values[field.name] !== undefined && !resource.key.includes(field.name))
  return writeRecord(context, resource, change, {
    record: mergedRecords(before, values),
    key,
    shape: shapeOf(version ? 'update version' : 'update', columns),
    build: (condition, { scope }) => {
      const assigned = { ...assignedColumns(columns), update_user: actorParameter, update_time: nextUpdateTime(timeParameter, 't.update_time') }
      return sql`
        update ${sql.table(resource.table)} as t
        set ${sql.join(Object.entries(assigned).map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
        where ${keyCondition(resource)} and ${tenantCondition(resource, scope)} and ${condition} and ${version ? isInVersion(resource.table, 't') : sql`true`}`
    },
  })
}

type Columns = ReturnType<typeof columnsOf>

/** Returns the shape of a statement (see `recordStatement`). */
const shapeOf = (kind: 'insert' | 'update' | 'update version', columns: Columns): string => [kind, ...columns.map(({ name }) => name)].join()

/** Returns the parameters for the values of columns. */
const assignedColumns = (columns: Columns): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columns.map(({ name, type, field }) => [name, new Parameter(({ values }: WriteInput) => toColumnValue(type, values[field.name]))]))

/** The values that a call passes to a statement that writes a record. */
interface WriteInput extends AuditedInput, KeyInput, VersionInput {
  readonly values: RecordValues
  readonly labels: Labels
  readonly before: RecordValues | undefined
}

/** The part of a statement that differs between an insertion and an update. */
interface WriteStatement {
  /** All values of the record, as far as they are known before the statement. */
  readonly record: RecordValues
  /** The key of the record to update. */
  readonly key: RecordKey
  readonly shape: string
  /** `condition` is true if all rows are still stored in the versions that were read. */
  readonly build: (condition: RawBuilder<SqlBool>, context: SqlContext) => RawBuilder<unknown>
}

const writeRecord = async (
  context: RecordContext,
  resource: Resource,
  write: RecordWrite & Partial<RecordChange>,
  { record, key, shape, build }: WriteStatement,
): Promise<RecordValues | undefined> => {
  const { values, before, version, commits = false } = write
  // A statement that commits cannot be rolled back afterwards.
  if (!isOfTenant(context, resource, record)) throw notFound(resource)
  const labels = await labelsOfWritten(context, resource, record, write)
  const required = rowsRequiredBy(context.db, write.lookup.versions())
  const query = recordStatement<RecordValues, WriteInput>(resource, {
    shape: [shape, shapeOfRequired(required)].join(),
    build: (parameters) =>
      withAuditLine(
        resource,
        sql`${build(areStored(required), parameters)} returning ${projectionFunction(resource, resource.fields, context.schemas, [])(parameters)}`,
        valuesForAudit(resource),
      ),
    input: { ...write, context, labels, before, version, time: context.clock(), key, required },
  })
  const [row] = await executeWrite(context, resource, { query, values, commits })
  return row && recordProjection(resource, context.schemas).read(row, labels)
}

/** Returns the SQL for the values in the audit line of a write. The record after the write is taken from the returned row, so that the line contains what is stored. */
const valuesForAudit = ({ fields }: Resource) => {
  const json = (read: (input: WriteInput) => unknown) => {
    const parameter = new Parameter((input: WriteInput) => JSON.stringify(read(input)))
    return sql`${parameter}::text::jsonb`
  }
  const times = fields.filter(({ type }) => rulesOf(type).comparedAs === 'datetime').flatMap(({ name }) => [sql.lit(name), taipeiText(sql.id(name))])
  const formatted = [...times, sql.lit('Labels'), json(({ labels }) => labels)]
  return { before: json(({ before }) => before), after: sql`to_jsonb(audited) || jsonb_build_object(${sql.join(formatted)})` }
}

/**
 * Returns the labels of a record that is written. Labels of unchanged fields are known from the record before the change, and labels of references from the lookup
 * that has found them. All others are read from the database.
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
  for (const { name } of labelled.filter((field) => !changed.includes(field))) if (typeof labelsBefore[name] === 'string') labels[name] = labelsBefore[name]
  const unknown = changed.filter(({ name }) => !isEmpty(record[name]) && !(name in labels))
  return unknown.length === 0 ? labels : { ...labels, ...(await readLabels(context, resource, record, unknown)) }
}

/** Executes a statement that writes a record. */
const executeWrite = async (
  { db }: RecordContext,
  resource: Resource,
  { query, values, commits }: { readonly query: CompiledQuery<RecordValues> } & Pick<RecordChange, 'values' | 'commits'>,
): Promise<readonly RecordValues[]> => {
  try {
    return await (commits ? executeAndCommit(db, query).then(({ rows }) => rows) : executeRequiring(db, query))
  } catch (error) {
    return refuseDuplicate(resource, values, error)
  }
}

/** Throws a refusal (2003) if the error is a violated unique index, and names the field of the index; rethrows any other error. */
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
