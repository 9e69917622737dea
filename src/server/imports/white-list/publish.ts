import { sql } from 'kysely'
import type { Row } from '../../database/tables'
import { nextUpdateTime } from '../../database/times'
import type { Db } from '../../ports'
import { type RowError, rowError } from '../row-error'
import type { UploadKind } from '../upload-job'

/** The kind of upload that changes the white list. */
export const whiteListUploads: UploadKind = {
  table: 'white_list_import',
  job: 'whiteListImport',
  resource: 'whiteListImportList',
  filledTables: ['white_list'],
}

/** The fields of an upload that are needed to import its rows. */
export type WhiteListImport = Awaited<ReturnType<typeof whiteListImportOf>>

/** Returns a stored upload. */
export const whiteListImportOf = (db: Db, id: number) =>
  db
    .selectFrom('white_list_import')
    .select([
      'serial_id as SerialId',
      'apply_code as ApplyCode',
      'white_list_file_type as WhiteListFileType',
      'import_mode as ImportMode',
    ])
    .select(['file as File', 'upload_user as UploadUser'])
    .where('serial_id', '=', id)
    .$narrowType<{ UploadUser: string }>()
    .executeTakeFirstOrThrow()

/** The data for publishing the rows of an upload. */
interface WhiteListPublication {
  readonly db: Db
  readonly now: Date
  readonly whiteListImport: WhiteListImport
  readonly uniformNo: string
  readonly stage: string
}

/**
 * SQL that joins each staged row `s` with the active entry `w` of its account.
 * An account has at most one active entry.
 */
const entryJoin = sql`
    left join lateral (
      select * from white_list where vac_account = s.record ->> 'vac_account' and white_list_state = 'Active' limit 1
    ) w on true`

/** Locks the entries that will change, in the order of their keys, so that two uploads cannot deadlock. */
const lockEntries = async (db: Db, stage: string): Promise<void> => {
  await sql`
    select 1
    from white_list
    where serial_id in (
      select w.serial_id from staged_row s ${entryJoin} where s.stage = ${stage} and s.record ->> 'operation' <> 'A'
    )
    order by serial_id
    for update`.execute(db)
}

interface Conflict {
  readonly rowNo: Row<'staged_row'>['row_no']
  readonly account: string
  readonly operation: string
  readonly maxTimes: string | null
  readonly usedTimes: Row<'white_list'>['used_times']
  readonly kind: 'hasActiveEntry' | 'noActiveEntry' | 'lessThanUsed'
}

/**
 * Locks the entries that will change.
 * Returns an error for each staged row that adds an account with an active entry, changes or disables an account
 * without one, or allows fewer payments than have been made.
 */
export const findEntryConflicts = async (db: Db, stage: string): Promise<readonly RowError[]> => {
  await lockEntries(db, stage)
  const { rows } = await sql<Conflict>`
    select * from (
      select s.row_no as "rowNo", s.record ->> 'vac_account' as account, s.record ->> 'operation' as operation,
        s.record ->> 'max_times' as "maxTimes", w.used_times as "usedTimes",
        case
          when s.record ->> 'operation' = 'A' then case when w.serial_id is not null then 'hasActiveEntry' end
          when w.serial_id is null or w.apply_code <> s.record ->> 'apply_code' then 'noActiveEntry'
          when s.record ->> 'operation' = 'U' and (s.record ->> 'max_times')::bigint < w.used_times then 'lessThanUsed'
        end as kind
      from staged_row s ${entryJoin}
      where s.stage = ${stage}
    ) c
    where kind is not null
    order by "rowNo"`.execute(db)
  return rows.map(errorOf)
}

const errorOf = ({ rowNo, account, operation, maxTimes, usedTimes, kind }: Conflict): RowError => {
  // The messages disclose nothing about entries of other companies.
  if (kind === 'hasActiveEntry')
    return rowError(rowNo, '虛擬帳號', account, 'E110', `虛擬帳號 ${account} 已在名單中；${activeEntryAdvice}`)
  if (kind === 'lessThanUsed')
    return rowError(
      rowNo,
      '可繳次數',
      maxTimes ?? '',
      'E102',
      `虛擬帳號 ${account} 已繳 ${usedTimes} 次，可繳次數不可少於已繳次數。`,
    )
  const advice = operation === 'U' ? '，若要新增請將異動別改為 A' : '，不需要停用，請刪去這一列'
  return rowError(rowNo, '虛擬帳號', account, 'E106', `虛擬帳號 ${account} 沒有有效的資料${advice}。`)
}

// An entry stays active after its last allowed payment and after its end date.
const activeEntryAdvice = '若要變更，請將異動別改為 U；若已繳足或已逾期而要再用，請同時提高可繳次數或延後迄日。'

/**
 * Changes, disables and adds entries of the white list, and returns their number.
 * Each changed or disabled entry has its own audit line.
 * For added entries, the audit line of the upload is enough.
 */
export const writeEntries = async (publication: WhiteListPublication): Promise<number> =>
  (await changeEntries(publication)) + (await disableEntries(publication)) + (await addEntries(publication))

/** The columns that an added entry takes from its staged row unchanged. */
const columns = [
  'apply_code',
  'vac_account',
  'check_type',
  'amount',
  'start_date',
  'end_date',
  'payer_name',
  'id_no',
  'remark',
] as const

/** Adds entries in the order of their accounts, so that two uploads cannot deadlock. */
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

/** Changes entries to the values of the file. An empty optional cell does not change the value of the entry. */
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
  {
    operation,
    action,
    set,
  }: { readonly operation: string; readonly action: string; readonly set: ReturnType<typeof sql> },
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

/** Returns the values of an entry that an upload can change, for an audit line. */
const auditValues = (table: string) => sql`jsonb_build_object(
        'CheckType', ${sql.ref(`${table}.check_type`)}, 'Amount', ${sql.ref(`${table}.amount`)}, 'StartDate', ${sql.ref(`${table}.start_date`)},
        'EndDate', ${sql.ref(`${table}.end_date`)}, 'MaxTimes', ${sql.ref(`${table}.max_times`)}, 'PayerName', ${sql.ref(`${table}.payer_name`)},
        'IdNo', ${sql.ref(`${table}.id_no`)}, 'Remark', ${sql.ref(`${table}.remark`)}, 'WhiteListState', ${sql.ref(`${table}.white_list_state`)}
      )`
