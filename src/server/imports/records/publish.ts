import { type RawBuilder, sql } from 'kysely'
import type { Resource } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import { columnName } from '../../../schema/load/names'
import { actorOf, companyOf } from '../../access/caller'
import { tableOf } from '../../database/table-definition'
import { taipeiText } from '../../database/times'
import type { Db } from '../../ports'
import type { RecordContext } from '../../record-context'
import { reserveNumbers, sequenceFields } from '../../records/defaults'
import { anyOf, sameValues } from '../../records/projection'
import { areReferencesUnchanged, type UsedReference } from './lookup'
import type { OwnImportRules } from './own-rules'
import { ConcurrentChange } from './retries'

/** The staged rows of a file, and the data of their validation. */
export interface RecordPublication {
  readonly stage: string
  readonly resource: Resource
  /** Number of rows that create a record. */
  readonly created: number
  /** Number of rows that change a record. */
  readonly updated: number
  /** The references of the rows, with the UpdateTime that the referenced records had during the validation. */
  readonly usedReferences: readonly UsedReference[]
  /** Whether rows replace unique values, which other rows may then use. */
  readonly freesValues: boolean
  /** Whether rows that equal recorded data are written. */
  readonly includesEqual: boolean
  readonly ownRules: OwnImportRules | undefined
}

/**
 * Writes the records of all staged rows, each with its audit line.
 * Throws `ConcurrentChange` if the rows must be validated again.
 */
export const publishRecords = async (context: RecordContext, publication: RecordPublication): Promise<void> => {
  const { usedReferences, resource, stage, ownRules } = publication
  if (ownRules && !(await ownRules.beforeWrite(context, publication))) throw new ConcurrentChange()
  if (!(await areReferencesUnchanged(context, usedReferences))) throw new ConcurrentChange()
  const source = await numberedRows(context, publication)
  const target: PublishTarget = {
    db: context.db,
    resource,
    source,
    columns: tableOf(resource, context.schemas).columns.map(({ name }) => name),
  }
  if (publication.updated > 0) await lockRecords(target)
  if (publication.freesValues) await clearChangedUniqueValues(target)
  // Records are changed first, because a new record may use a unique value that a change replaces.
  if (publication.updated > 0 && (await updateRecords(target)) !== publication.updated) throw new ConcurrentChange()
  if (publication.created > 0 && (await insertRecords(target)) !== publication.created) throw new ConcurrentChange()
  await auditRows(context, target)
  await ownRules?.afterWrite?.(context, stage)
}

/** The staged rows, and the table to which they are written. */
interface PublishTarget {
  readonly db: Db
  readonly resource: Resource
  /** The staged rows as SQL. */
  readonly source: RawBuilder<unknown>
  readonly columns: readonly string[]
}

/**
 * Reserves the sequence numbers of new records, and returns the staged rows with these numbers as SQL.
 * The numbers of each tenant follow the order of the file.
 */
const numberedRows = async (
  context: RecordContext,
  { stage, resource }: RecordPublication,
): Promise<RawBuilder<unknown>> => {
  const sequences = sequenceFields(resource)
  const stagedRows = sql`(select * from staged_row where stage = ${stage})`
  if (sequences.length === 0) return stagedRows
  const tenantOfRow =
    resource.tenant === 'shared' ? sql`''` : sql`coalesce(record ->> ${columnName(resource.tenant)}, '')`
  const { rows: tenants } = await sql<{ tenant: string; count: number }>`
    select ${tenantOfRow} as tenant, count(*) as count from ${stagedRows} as s where action = 'Create' group by 1 order by 1`.execute(
    context.db,
  )
  const numbers = []
  for (const { field, pattern } of sequences)
    for (const { tenant, count } of tenants) {
      const owner = resource.tenant === 'shared' ? undefined : tenant
      const { first, series } = await reserveNumbers(context, resource, { field, pattern, tenant: owner, count })
      const { prefix, suffix, minDigits: min_digits } = series
      numbers.push({ tenant, field: field.name, column: columnName(field.name), first, prefix, suffix, min_digits })
    }
  return sql`(
    select s.row_no, s.action, s.before, s.record || coalesce(n.record, '{}') as record, s.after || coalesce(n.after, '{}') as after
    from (select *, ${tenantOfRow} as tenant, row_number() over (partition by action, ${tenantOfRow} order by row_no) - 1 as position from ${stagedRows} as p) as s
    left join lateral (
      select jsonb_object_agg("column", text) as record, jsonb_object_agg(field, text) as after
      from (
        select "column", field, prefix || lpad(number, greatest(min_digits, length(number)), '0') || suffix as text
        from jsonb_to_recordset(${JSON.stringify(numbers)}::text::jsonb)
          as f (tenant text, field text, "column" text, first bigint, prefix text, suffix text, min_digits integer)
        cross join lateral (select (f.first + s.position)::text as number) as c
        where f.tenant = s.tenant
      ) as t
    ) as n on s.action = 'Create'
  )`
}

/**
 * Returns the changed records as SQL: each stored record with the values of its row.
 * `seen_time` is the update time that the record had during the validation.
 */
const changedRecords = ({ resource, source }: PublishTarget): RawBuilder<unknown> => {
  const table = sql.table(resource.table)
  return sql`(
    select r.*, (u.before ->> 'UpdateTime')::timestamptz as seen_time
    from ${source} as u
    cross join lateral jsonb_populate_record(null::${table}, u.record) as k
    join ${table} as x on ${sameValues(resource.key, 'x', 'k')}
    cross join lateral jsonb_populate_record(x, u.record) as r
    where u.action = 'Update'
  )`
}

/**
 * Returns the fields with unique values that do not belong to the key.
 * Staged changes contain the values of all these fields, because the publication may clear them temporarily.
 */
export const uniqueFields = ({ fields, key }: Resource): readonly Field[] =>
  fields.filter(({ name, unique, virtual }) => unique && !virtual && !key.includes(name))

/**
 * Clears the unique values that will change.
 * Without this, two records could not exchange their values, because the database checks uniqueness after each record.
 */
const clearChangedUniqueValues = async (target: PublishTarget): Promise<void> => {
  const { db, resource } = target
  const unique = uniqueFields(resource)
  const namesInUniqueIndexes = new Set(
    unique.flatMap((field) => [field.name, ...(field.unique ?? []), ...Object.keys(field.uniqueWhere ?? {})]),
  )
  const differs = [...namesInUniqueIndexes]
    .map(columnName)
    .map((name) => sql`t.${sql.id(name)} is distinct from s.${sql.id(name)}`)
  await sql`
    update ${sql.table(resource.table)} as t
    set ${sql.join(unique.map(({ name }) => sql`${sql.id(columnName(name))} = null`))}
    from ${changedRecords(target)} as s
    where ${sameValues(resource.key, 't', 's')} and t.update_time = s.seen_time and ${anyOf(differs)}`.execute(db)
}

/**
 * Locks the records that will change.
 * A statement that must wait for a lock itself would write values that it read before the wait.
 */
const lockRecords = async ({ db, resource, source }: PublishTarget): Promise<void> => {
  const table = sql.table(resource.table)
  await sql`
    select 1
    from ${table} as t
    join (select r.* from ${source} as u cross join lateral jsonb_populate_record(null::${table}, u.record) as r where u.action = 'Update') as s on ${sameValues(resource.key, 't', 's')}
    order by ${sql.join(resource.key.map((name) => sql`t.${sql.id(columnName(name))}`))}
    for update of t`.execute(db)
}

const updateRecords = async (target: PublishTarget): Promise<number> => {
  const { db, resource, columns } = target
  const changed = columns.filter((name) => !resource.key.map(columnName).includes(name) && name !== 'update_time')
  const { numAffectedRows } = await sql`
    update ${sql.table(resource.table)} as t
    set ${sql.join(changed.map((name) => sql`${sql.id(name)} = s.${sql.id(name)}`))},
      update_time = greatest(s.update_time, t.update_time + interval '1 microsecond')
    from ${changedRecords(target)} as s
    where ${sameValues(resource.key, 't', 's')} and t.update_time = s.seen_time`.execute(db)
  return Number(numAffectedRows)
}

const insertRecords = async ({ db, resource, source, columns }: PublishTarget): Promise<number> => {
  const table = sql.table(resource.table)
  const { numAffectedRows } = await sql`
    insert into ${table} (${sql.join(columns.map((name) => sql.id(name)))})
    select ${sql.join(columns.map((name) => sql`r.${sql.id(name)}`))}
    from ${source} as s
    cross join lateral jsonb_populate_record(null::${table}, s.record) as r
    where s.action = 'Create'
    order by s.row_no`.execute(db)
  return Number(numAffectedRows)
}

const auditRows = async (
  { db, scope, clock, ip }: RecordContext,
  { resource, source }: PublishTarget,
): Promise<void> => {
  // The key may contain a sequence number, which `numberedRows` has assigned.
  const key = sql`concat_ws('~', ${sql.join(resource.key.map((name) => sql`after ->> ${name}`))})`
  // Two changes at the same clock time still get different update times.
  const updateTime = sql`greatest((after ->> 'UpdateTime')::timestamptz, (before ->> 'UpdateTime')::timestamptz + interval '1 microsecond')`
  await sql`
    insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
    select ${clock().toISOString()}::timestamptz, ${actorOf(scope)}, ${companyOf(scope)}, ${ip}, action, ${resource.name}, ${key}, before,
      case action when 'Update' then after || jsonb_build_object('UpdateTime', ${taipeiText(updateTime)})
        else after end
    from ${source} as s
    order by row_no`.execute(db)
}
