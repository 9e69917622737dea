import { sql } from 'kysely'
import type { ImportMode } from '../../../contract/imports'
import type { WhiteListCheckType } from '../../../domain/accounts/white-list'
import { writeAuditLines } from '../../audit'
import { isConcurrencyError } from '../../database/errors'
import { nextUpdateTime } from '../../database/times'
import { inTransaction } from '../../database/transaction'
import type { Db, JobRun } from '../../ports'
import { addErrors } from '../error-log'
import { type RowError, rowError } from '../row-error'

/** The fields of an upload that its rows depend on. */
export interface WhiteListImport {
  readonly SerialId: number
  readonly ApplyCode: string
  readonly WhiteListFileType: WhiteListCheckType
  readonly ImportMode: ImportMode | null
  readonly File: string
  readonly UploadUser: string
}

/** An upload whose rows are to be published. */
interface WhiteListPublication {
  readonly db: Db
  readonly now: Date
  readonly whiteListImport: WhiteListImport
  readonly uniformNo: string
  readonly stage: string
  readonly rowCount: number
  /** The run of the job, which ends in the transaction of the rows. */
  readonly run: Pick<JobRun, 'confirm' | 'end'>
}

/** Publishes the staged rows and ends the upload, in one transaction. Repeats it if a concurrent change has caused a conflict. */
export const publishEntries = async (publication: WhiteListPublication, tries = 1): Promise<void> => {
  try {
    await inTransaction(publication.db, (db) => publish({ ...publication, db }))
  } catch (error) {
    // A concurrent upload or form has listed the same account. The retry sees it and reports the row.
    if (tries < 5 && isConcurrencyError(error)) return publishEntries(publication, tries + 1)
    throw error
  }
}

const publish = async (publication: WhiteListPublication): Promise<void> => {
  const { db, whiteListImport, stage, rowCount, run } = publication
  const { SerialId: id, ImportMode } = whiteListImport
  await run.confirm(db)
  if (!(await lockUnfinished(db, id))) return
  requireCount('staged rows', await countStaged(db, stage), rowCount)
  await lockEntries(db, stage)
  const conflicts = await findConflicts(db, stage)
  await addErrors(db, { table: 'white_list_import', id }, conflicts)
  const isRefused = ImportMode === 'AllOrNothing' && (conflicts.length > 0 || (await hasErrors(db, id)))
  if (!isRefused) {
    await deleteStaged(db, stage, conflicts)
    await writeEntries(publication, rowCount - conflicts.length)
  }
  await finish(publication, isRefused ? 0 : rowCount - conflicts.length)
  await run.end(db)
}

/** Locks the upload; returns false if it has been deleted or has ended. */
const lockUnfinished = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from white_list_import where serial_id = ${id} and import_status = 'Processing' for update`.execute(db)
  return rows.length > 0
}

const countStaged = async (db: Db, stage: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from staged_row where stage = ${stage}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Throws if rows were lost, so that the file is read again instead of being imported in part. */
const requireCount = (name: string, found: number, expected: number): void => {
  if (found !== expected) throw new Error(`The upload has ${found} ${name} instead of ${expected}.`)
}

/** Joins the staged row `s` with the entry `w` of the white list that has its account, if one is not disabled. At most one such entry has an account. */
const joinEntry = sql`
    left join lateral (
      select * from white_list where vac_account = s.record ->> 'vac_account' and white_list_state = 'Active' limit 1
    ) w on true`

/** Locks the entries that will change, in the order of their keys, so that two uploads cannot deadlock. */
const lockEntries = async (db: Db, stage: string): Promise<void> => {
  await sql`
    select 1
    from white_list
    where serial_id in (
      select w.serial_id from staged_row s ${joinEntry} where s.stage = ${stage} and s.record ->> 'operation' <> 'A'
    )
    order by serial_id
    for update`.execute(db)
}

interface Conflict {
  readonly rowNo: number
  readonly account: string
  readonly operation: string
  readonly maxTimes: string | null
  readonly usedTimes: number
  readonly kind: 'listed' | 'notListed' | 'usedMore'
}

/** Returns an error for each staged row that adds an account that is listed, changes one that is not, or allows fewer payments than were made. */
const findConflicts = async (db: Db, stage: string): Promise<readonly RowError[]> => {
  const { rows } = await sql<Conflict>`
    select * from (
      select s.row_no as "rowNo", s.record ->> 'vac_account' as account, s.record ->> 'operation' as operation,
        s.record ->> 'max_times' as "maxTimes", w.used_times as "usedTimes",
        case
          when s.record ->> 'operation' = 'A' then case when w.serial_id is not null then 'listed' end
          when w.serial_id is null or w.apply_code <> s.record ->> 'apply_code' then 'notListed'
          when s.record ->> 'operation' = 'U' and (s.record ->> 'max_times')::bigint < w.used_times then 'usedMore'
        end as kind
      from staged_row s ${joinEntry}
      where s.stage = ${stage}
    ) c
    where kind is not null
    order by "rowNo"`.execute(db)
  return rows.map(errorOf)
}

const errorOf = ({ rowNo, account, operation, maxTimes, usedTimes, kind }: Conflict): RowError => {
  // The messages reveal nothing about another company's entries.
  if (kind === 'listed') return rowError(rowNo, '虛擬帳號', account, 'E110', `虛擬帳號 ${account} 已在名單中；${listedAdvice}`)
  if (kind === 'usedMore') return rowError(rowNo, '可繳次數', maxTimes ?? '', 'E102', `虛擬帳號 ${account} 已繳 ${usedTimes} 次，可繳次數不可少於已繳次數。`)
  const advice = operation === 'U' ? '，若要新增請將異動別改為 A' : '，不需要停用，請刪去這一列'
  return rowError(rowNo, '虛擬帳號', account, 'E106', `虛擬帳號 ${account} 沒有有效的資料${advice}。`)
}

// An account stays in the list after its last payment and after its end date.
const listedAdvice = '若要變更，請將異動別改為 U；若已繳足或已逾期而要再用，請同時提高可繳次數或延後迄日。'

const hasErrors = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select jsonb_array_length(error_log) as count from white_list_import where serial_id = ${id}`.execute(db)
  return (rows[0]?.count ?? 0) > 0
}

const deleteStaged = async (db: Db, stage: string, errors: readonly RowError[]): Promise<void> => {
  if (errors.length === 0) return
  await sql`delete from staged_row where stage = ${stage} and row_no = any(${errors.map(({ RowNo }) => RowNo)}::integer[])`.execute(db)
}

/** Adds, changes and disables entries of the white list; every changed entry gets a line in the audit trail, and the upload one for all entries that it added. */
const writeEntries = async (publication: WhiteListPublication, expected: number): Promise<void> => {
  const counts = [await changeEntries(publication), await disableEntries(publication), await addEntries(publication)]
  requireCount(
    'written entries',
    counts.reduce((sum, count) => sum + count, 0),
    expected,
  )
}

const columns = ['apply_code', 'vac_account', 'check_type', 'amount', 'start_date', 'end_date', 'payer_name', 'id_no', 'remark'] as const

const addEntries = async ({ db, now, whiteListImport, stage }: WhiteListPublication): Promise<number> => {
  const { SerialId, UploadUser } = whiteListImport
  const time = sql`${now.toISOString()}::timestamptz`
  const { numAffectedRows } = await sql`
    insert into white_list (
      ${sql.join(columns.map((name) => sql.id(name)))}, max_times, used_times, white_list_state, import_serial_id, create_user, create_time, update_user, update_time
    )
    select ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}, coalesce(r.max_times, 1), 0, 'Active', ${SerialId}, ${UploadUser}, ${time}, ${UploadUser}, ${time}
    from staged_row s
    cross join lateral jsonb_populate_record(null::white_list, s.record) r
    where s.stage = ${stage} and s.record ->> 'operation' = 'A'
    order by r.vac_account`.execute(db)
  return Number(numAffectedRows)
}

/** Changes the entries to the values of the file; where an optional cell of a row is empty, the entry keeps its value. */
const changeEntries = (publication: WhiteListPublication): Promise<number> =>
  updateEntries(publication, {
    operation: 'U',
    action: 'Update',
    set: sql`check_type = r.check_type, amount = r.amount, start_date = r.start_date, end_date = r.end_date, max_times = coalesce(r.max_times, w.max_times),
      payer_name = coalesce(r.payer_name, w.payer_name), id_no = coalesce(r.id_no, w.id_no), remark = coalesce(r.remark, w.remark)`,
  })

const disableEntries = (publication: WhiteListPublication): Promise<number> =>
  updateEntries(publication, { operation: 'D', action: 'Disable', set: sql`white_list_state = 'Disabled'` })

const updateEntries = async (
  { db, now, whiteListImport: { UploadUser }, uniformNo, stage }: WhiteListPublication,
  { operation, action, set }: { readonly operation: string; readonly action: string; readonly set: ReturnType<typeof sql> },
): Promise<number> => {
  const time = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ count: number }>`
    with before as (
      select w.*
      from staged_row s
      join white_list w on w.vac_account = s.record ->> 'vac_account' and w.white_list_state = 'Active'
      where s.stage = ${stage} and s.record ->> 'operation' = ${operation}
    ), changed as (
      update white_list w
      set ${set}, update_user = ${UploadUser}, update_time = ${nextUpdateTime(now, 'w.update_time')}
      from staged_row s
      cross join lateral jsonb_populate_record(null::white_list, s.record) r
      where s.stage = ${stage} and s.record ->> 'operation' = ${operation}
        and w.vac_account = r.vac_account and w.white_list_state = 'Active'
      returning w.*
    ), audited as (
      insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
      select ${time}, ${UploadUser}, ${uniformNo}, '', ${action}, 'whiteList', c.serial_id::text, ${auditValues('b')}, ${auditValues('c')}
      from changed c
      join before b on b.serial_id = c.serial_id
      order by c.serial_id
    )
    select count(*) as count from changed`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the values of an entry that an upload can change, as the audit trail contains them. */
const auditValues = (table: string) => sql`jsonb_build_object(
        'CheckType', ${sql.ref(`${table}.check_type`)}, 'Amount', ${sql.ref(`${table}.amount`)}, 'StartDate', ${sql.ref(`${table}.start_date`)},
        'EndDate', ${sql.ref(`${table}.end_date`)}, 'MaxTimes', ${sql.ref(`${table}.max_times`)}, 'PayerName', ${sql.ref(`${table}.payer_name`)},
        'IdNo', ${sql.ref(`${table}.id_no`)}, 'Remark', ${sql.ref(`${table}.remark`)}, 'WhiteListState', ${sql.ref(`${table}.white_list_state`)}
      )`

/** Returns the SQL for the number of failed rows that are not in the error log, because its length is limited. The number is 0 if nothing was imported, because the workbook of errors then has all rows. */
const unlistedCount = (success: number) =>
  success === 0 ? sql`0` : sql`total_count - ${success} - (select count(distinct error ->> 'RowNo') from jsonb_array_elements(error_log) error)`

/** Writes the final state of an upload and its line in the audit trail. */
const finish = async ({ db, now, whiteListImport, uniformNo }: WhiteListPublication, success: number): Promise<void> => {
  const { SerialId, UploadUser } = whiteListImport
  const { rows } = await sql<{ TotalCount: number; SuccessCount: number }>`
    update white_list_import
    set success_count = ${success}, fail_count = total_count - ${success}, unlisted_count = ${unlistedCount(success)}, finish_time = ${now.toISOString()}::timestamptz,
      import_status = case when ${success} = 0 then 'Failed' when ${success} < total_count then 'PartialFailed' else 'Succeeded' end,
      update_time = ${nextUpdateTime(now)}
    where serial_id = ${SerialId}
    returning total_count as "TotalCount", success_count as "SuccessCount"`.execute(db)
  await writeAuditLines(db, {
    at: now,
    userId: UploadUser,
    uniformNo,
    ip: '',
    action: 'Import',
    resource: 'whiteListImportList',
    recordKey: String(SerialId),
    after: { ...rows[0] },
  })
}
