import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { isReference } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import { isObject } from '../../../schema/language/shapes/shape'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { mergedRecords } from '../../../schema/rules/record-values'
import { tenantCondition } from '../../access/tenant'
import { uniqueViolation } from '../../database/errors'
import { Parameter } from '../../database/statement-template'
import { columnsOf, keyIndexName, uniqueIndexName } from '../../database/table-definition'
import { nextUpdateTime } from '../../database/times'
import { notFound, type RecordContext, type RecordKey } from '../context'
import { type Labels, projectionFunction, recordProjection, requireAffected, type SqlContext, toColumnValue } from '../projection'
import { type DatabaseLookup, hasChanged } from '../references'
import { type KeyInput, keyCondition, recordStatement, type StatementInput } from './record-statement'

/** Writes a new record, whose references have been validated with `lookup`. Returns the record unmasked. */
export const insertRecord = async (context: RecordContext, resource: Resource, values: RecordValues, lookup: DatabaseLookup): Promise<RecordValues> => {
  const columns = columnsOf(resource).filter(({ field }) => values[field.name] !== undefined)
  const labels = labelsOfWritten(resource, values, { lookup })
  const query = recordStatement<WrittenRow, WriteInput>(resource, {
    shape: shapeOf('insert', columns, labels),
    build: (parameters) => {
      const { actor } = parameters
      const assigned = { ...assignedColumns(columns), create_user: actor, create_time: writeTime, update_user: actor, update_time: writeTime }
      return sql`
        insert into ${sql.table(resource.table)} as t (${sql.join(Object.keys(assigned).map((name) => sql.id(name)))})
        values (${sql.join(Object.values(assigned))})
        returning ${selectWritten(resource, labels, parameters)}`
    },
    input: { context, values, time: context.clock() },
  })
  return writtenRecord(context, resource, await executeWrite(context, resource, { query, values }), labels)
}

/** A validated change of a record. */
interface ValidatedChange {
  readonly before: RecordValues
  readonly values: RecordValues
  /** The lookup that has validated the changed references. */
  readonly lookup: DatabaseLookup
}

/** Writes the change of the record with a key. Returns the record after the change, unmasked. */
export const writeChange = async (
  context: RecordContext,
  resource: Resource,
  key: RecordKey,
  { before, values, lookup }: ValidatedChange,
): Promise<RecordValues> => {
  const columns = columnsOf(resource).filter(({ field }) => values[field.name] !== undefined && !resource.key.includes(field.name))
  const labels = labelsOfWritten(resource, mergedRecords(before, values), { lookup, before })
  const query = recordStatement<WrittenRow, WriteInput & KeyInput>(resource, {
    shape: shapeOf('update', columns, labels),
    build: (parameters) => {
      const assigned = { ...assignedColumns(columns), update_user: parameters.actor, update_time: nextUpdateTime(writeTime, 't.update_time') }
      return sql`
        update ${sql.table(resource.table)} as t
        set ${sql.join(Object.entries(assigned).map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
        where ${keyCondition(resource)}
        returning ${selectWritten(resource, labels, parameters)}`
    },
    input: { context, values, time: context.clock(), key },
  })
  const rows = await executeWrite(context, resource, { query, values })
  requireAffected(resource, BigInt(rows.length))
  return writtenRecord(context, resource, rows, labels)
}

interface WriteInput extends StatementInput {
  readonly values: RecordValues
  readonly time: Date
}

type Columns = ReturnType<typeof columnsOf>

const writeTime = new Parameter(({ time }: WriteInput) => time)

/** Returns the parameters for the values of columns. */
const assignedColumns = (columns: Columns): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columns.map(({ name, type, field }) => [name, new Parameter(({ values }: WriteInput) => toColumnValue(type, values[field.name]))]))

/** The labels of a record that is written. */
interface LabelsOfWritten {
  readonly known: Labels
  /** The fields whose labels the statement must select. */
  readonly selected: readonly Field[]
}

/** Determines the labels of a record that is written. Labels of unchanged fields are known from the record before the change, and labels of references from the lookup that has found them. The statement selects all others. */
const labelsOfWritten = (
  { fields }: Resource,
  record: RecordValues,
  { lookup, before }: Pick<ValidatedChange, 'lookup'> & { readonly before?: RecordValues },
): LabelsOfWritten => {
  const labelled = fields.filter((field) => isReference(field) || field.type === 'file')
  const changed = labelled.filter((field) => hasChanged(field, record, before))
  const known: Record<string, string> = lookup.labelsOf(record)
  const labelsBefore = isObject(before?.Labels) ? before.Labels : {}
  for (const { name } of labelled.filter((field) => !changed.includes(field))) if (typeof labelsBefore[name] === 'string') known[name] = labelsBefore[name]
  return { known, selected: changed.filter(({ name }) => !isEmpty(record[name]) && !(name in known)) }
}

/** Returns the shape of a statement (see `recordStatement`). */
const shapeOf = (kind: 'insert' | 'update', columns: Columns, { selected }: LabelsOfWritten): string =>
  [kind, ...columns.map(({ name }) => name), 'labels', ...selected.map(({ name }) => name)].join()

/** The row that is returned by a statement that writes a record. */
interface WrittenRow extends RecordValues {
  /** Whether the session may read the record after the change. */
  readonly isReadable: boolean
}

/** Returns the SQL after `returning` in a statement that writes a record. */
const selectWritten = (resource: Resource, { selected }: LabelsOfWritten, parameters: SqlContext): RawBuilder<unknown> =>
  sql`${projectionFunction(resource, resource.fields, parameters.schemas, selected)(parameters)}, ${tenantCondition(resource, parameters.scope)} as "isReadable"`

/** Executes a statement that writes a record. */
const executeWrite = async (
  { db }: RecordContext,
  resource: Resource,
  { query, values }: { readonly query: CompiledQuery<WrittenRow>; readonly values: RecordValues },
): Promise<readonly WrittenRow[]> => {
  try {
    return (await db.executeQuery(query)).rows
  } catch (error) {
    return refuseDuplicate(resource, values, error)
  }
}

/** Returns the record that a statement has written. Throws a refusal (404) if the session may not read it after the change. */
const writtenRecord = (context: RecordContext, resource: Resource, [row]: readonly WrittenRow[], { known }: LabelsOfWritten): RecordValues => {
  if (!row?.isReadable) throw notFound(resource)
  return recordProjection(resource, context.schemas).read(row, known)
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
