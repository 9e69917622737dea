import { sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import type { Resource, Row } from '../../schema/types'
import type { Db } from '../ports'
import { auditKey, type RecordContext } from '../records/context'
import { randomId } from '../session/keys'
import { paceOf } from '../store/pace'
import { stagedName } from '../store/staged-table'
import { tableOf } from '../store/table'
import { actorOf, companyOf } from '../store/tenant'
import type { WrittenRecord } from './write-row'

/** The rows of one import that are finished, but no records yet. */
export interface Staging {
  readonly id: string
  readonly resource: Resource
  /** Names of the columns that a record has. */
  readonly columns: readonly string[]
}

/** A stage for an import, with nothing on it. */
export const newStaging = ({ schemas }: Pick<RecordContext, 'schemas'>, resource: Resource): Staging => ({
  id: randomId(),
  resource,
  columns: tableOf(resource, schemas).columns.map(({ name }) => name),
})

/** A row that has been written in a transaction, and its record as the table has it there. */
export interface FinishedRow {
  readonly rowNo: number
  readonly written: WrittenRecord
  readonly stored: Row
}

/** The records as the table has them, in the order asked for. */
export const storedRows = async (db: Db, resource: Resource, records: readonly Row[]): Promise<readonly Row[]> => {
  if (records.length === 0) return []
  const key = sql.join(resource.key.map((name) => sql`t.${sql.id(columnName(name))}`))
  const keys = records.map((record) => sql`(${sql.join(resource.key.map((name) => record[name]))})`)
  const { rows } = await sql<{ stored: Row }>`
    select to_jsonb(t) as stored
    from ${sql.table(resource.table)} as t
    where (${key}) in (${sql.join(keys)})`.execute(db)
  const byKey = new Map(rows.map(({ stored }) => [resource.key.map((name) => stored[columnName(name)]).join('~'), stored]))
  return records.map((record) => byKey.get(auditKey(resource, record)) ?? {})
}

/** Puts finished rows on the stage. */
export const stageRows = async ({ db, clock }: Pick<RecordContext, 'db' | 'clock'>, { id, resource }: Staging, rows: readonly FinishedRow[]): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(({ rowNo, written, stored }) => ({
    ...stored,
    staged_import: id,
    staged_row: rowNo,
    staged_at: clock().toISOString(),
    staged_action: written.did === 'created' ? 'Create' : 'Update',
    staged_key: auditKey(resource, written.record),
    staged_seen: written.before?.UpdateTime ?? null,
    staged_before: written.before ?? null,
    staged_after: written.record,
  }))
  const table = sql.table(stagedName(resource))
  await sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::text::jsonb)`.execute(db)
}

/** Makes all staged rows records, set by set; false where somebody changed one of the records meanwhile. */
export const placeStaged = async (db: Db, { id, resource, columns }: Staging): Promise<boolean> => {
  const [table, staged] = [sql.table(resource.table), sql.table(stagedName(resource))]
  const key = resource.key.map(columnName)
  await freeUnique(db, { id, resource, columns })
  const { rows } = await sql<{ changed: number; wanted: number }>`
    with changed as (
      update ${table} as t
      set ${sql.join(columns.filter((name) => !key.includes(name)).map((name) => sql`${sql.id(name)} = s.${sql.id(name)}`))}
      from ${staged} as s
      where s.staged_import = ${id} and s.staged_action = 'Update' and t.update_time = s.staged_seen
        and ${sql.join(
          key.map((name) => sql`t.${sql.id(name)} = s.${sql.id(name)}`),
          sql` and `,
        )}
      returning 1
    )
    select (select count(*) from changed) as changed, count(*) as wanted
    from ${staged}
    where staged_import = ${id} and staged_action = 'Update'`.execute(db)
  if (rows[0]?.changed !== rows[0]?.wanted) return false
  // After the changes, which may set free what a new record takes.
  const names = sql.join(columns.map((name) => sql.id(name)))
  await sql`
    insert into ${table} (${names})
    select ${names} from ${staged} where staged_import = ${id} and staged_action = 'Create' order by staged_row`.execute(db)
  return true
}

/** Takes away the unique values that are about to change, for the database looks at each record by itself, and values may go from one to the other. */
const freeUnique = async (db: Db, { id, resource }: Staging): Promise<void> => {
  const names = resource.fields
    .filter(({ name, unique, virtual }) => unique && !virtual && !resource.key.includes(name))
    .map(({ name }) => sql.id(columnName(name)))
  if (names.length === 0) return
  const key = sql.join(
    resource.key.map((name) => sql`t.${sql.id(columnName(name))} = s.${sql.id(columnName(name))}`),
    sql` and `,
  )
  await sql`
    update ${sql.table(resource.table)} as t
    set ${sql.join(names.map((name) => sql`${name} = case when t.${name} = s.${name} then t.${name} end`))}
    from ${sql.table(stagedName(resource))} as s
    where s.staged_import = ${id} and s.staged_action = 'Update' and ${key}
      and (${sql.join(
        names.map((name) => sql`t.${name} is distinct from s.${name}`),
        sql` or `,
      )})`.execute(db)
}

/** Writes the audit line of every staged row. */
export const auditStaged = async ({ db, scope, clock, ip }: RecordContext, { id, resource }: Staging): Promise<void> => {
  await sql`
    insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
    select ${clock().toISOString()}::timestamptz, ${actorOf(scope)}, ${companyOf(scope)}, ${ip}, staged_action, ${resource.name}, staged_key, staged_before, staged_after
    from ${sql.table(stagedName(resource))}
    where staged_import = ${id}
    order by staged_row`.execute(db)
}

/** Forgets the staged rows of an import, in small steps. */
export const forgetStaged = async (db: Db, { id, resource }: Staging): Promise<void> => {
  const table = sql.table(stagedName(resource))
  const pace = paceOf({ first: 200, most: 10_000 })
  for (let left = true; left; ) {
    const { rows } = await db.transaction().execute((trx) =>
      pace.step(() =>
        sql`
          delete from ${table}
          where ctid in (select ctid from ${table} where staged_import = ${id} limit ${pace.rows})
          returning 1`.execute(trx),
      ),
    )
    left = rows.length > 0
  }
}
