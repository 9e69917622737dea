import { sql } from 'kysely'
import { initialBill } from '../../../domain/bills/build-bill'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { type AuditEntry, writeAuditLines } from '../../audit'
import { type AccountHolder, holderMessage } from '../../bills/account-holder'
import { reserveBillNumbers } from '../../bills/bill-numbers'
import { isConcurrencyError } from '../../database/errors'
import { columnRecord, columnsOf } from '../../database/table-definition'
import { nextUpdateTime } from '../../database/times'
import type { Db, JobRun } from '../../ports'
import { addErrors } from '../error-log'
import { type RowError, rowError } from '../row-error'
import type { ImportContext } from './context'
import { findTermConflicts } from './term-conflicts'

/** An import whose rows are to be published. */
interface BillPublication {
  readonly db: Db
  readonly schemas: SchemaSet
  readonly now: Date
  readonly context: ImportContext
  readonly stage: string
  /** The number of staged rows; null if a version before migration 0002 staged them. */
  readonly rowCount: number | null
  /** The run of the job, which ends in the transaction of the bills. */
  readonly run: Pick<JobRun, 'confirm' | 'end'>
  /** Requests the slips of the new bills, in the transaction of the bills. */
  readonly requestSlips?: (trx: Db) => Promise<void>
}

/** Publishes the staged rows as bills and ends the import, in one transaction. Repeats it if a concurrent change has caused a conflict. */
export const publishBills = async (publication: BillPublication, tries = 1): Promise<void> => {
  try {
    await publication.db.transaction().execute((db) => publishRows({ ...publication, db }))
  } catch (error) {
    // A concurrent import has committed the same account or bill number. The retry sees it and reports the row.
    if (tries < 5 && isConcurrencyError(error)) return publishBills(publication, tries + 1)
    throw error
  }
}

const publishRows = async (publication: BillPublication): Promise<void> => {
  const { db, context, stage, rowCount, run } = publication
  const { SerialId, ImportMode } = context.billImport
  await run.confirm(db)
  if (!(await lockUnfinished(db, SerialId))) return
  if (rowCount !== null) requireCount('staged rows', (await stagedSum(db, stage)).count, rowCount)
  const conflicts = [...(await findTermConflicts(db, stage, context)), ...(await findConflicts(db, stage, context.billImport.ApplyCode))]
  await addErrors(db, { table: 'bill_import', id: SerialId }, conflicts)
  const { hasErrors, isPartlyPublished } = await stateOf(db, SerialId)
  const isRefused = ImportMode === 'AllOrNothing' && (conflicts.length > 0 || hasErrors)
  if (isRefused && isPartlyPublished) throw partlyPublishedRefusal()
  if (!isRefused) {
    await deleteStaged(db, stage, conflicts)
    await insertBills(publication)
  }
  await finish(publication)
  await run.end(db)
}

/** Returns the refusal of an import that a version before migration 0002 has published in part; the failure handler deletes the published bills. */
const partlyPublishedRefusal = (): Refusal => new Refusal('2009', '匯入期間有虛擬帳號被其他帳單使用，這個檔案沒有匯入任何資料，請重新上傳以查看是哪幾列。')

/** Locks the import; returns false if it has been deleted or has ended. */
const lockUnfinished = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from bill_import where serial_id = ${id} and import_status = 'Processing' for update`.execute(db)
  return rows.length > 0
}

const stateOf = async (db: Db, id: number): Promise<{ readonly hasErrors: boolean; readonly isPartlyPublished: boolean }> => {
  const { rows } = await sql<{ hasErrors: boolean; isPartlyPublished: boolean }>`
    select jsonb_path_exists(error_log, '$[*] ? (!(@.ErrorCode starts with "W"))') as "hasErrors", success_count > 0 as "isPartlyPublished" from bill_import where serial_id = ${id}`.execute(
    db,
  )
  return rows[0] ?? { hasErrors: false, isPartlyPublished: false }
}

const deleteStaged = async (db: Db, stage: string, errors: readonly RowError[]): Promise<void> => {
  if (errors.length === 0) return
  const rowNos = errors.map(({ RowNo }) => RowNo)
  await sql`delete from staged_row where stage = ${stage} and row_no = any(${rowNos}::integer[])`.execute(db)
}

/** Inserts the staged bills in the order of the file. Two imports of an agreement cannot deadlock: the second one waits for the bill numbers. */
const insertBills = async ({ db, schemas, now, context, stage }: BillPublication): Promise<void> => {
  const { SerialId, ApplyCode, UploadUser } = context.billImport
  const { count, amount } = await stagedSum(db, stage)
  if (count === 0) return
  const { prefix, lastTaken } = await reserveBillNumbers(db, { applyCode: ApplyCode, today: context.today, count })
  const generated = ['serial_id', 'bill_no']
  const columns = columnsOf(schemas.get('bills'), schemas).filter(({ name }) => !generated.includes(name))
  const time = sql`${now.toISOString()}::timestamptz`
  const common = columnRecord(schemas.get('bills'), schemas)(commonValues(context))
  const { numAffectedRows } = await sql`
    with common as materialized (select jsonb_populate_record(null::bill, ${JSON.stringify(common)}::text::jsonb) as bill)
    insert into bill (bill_no, ${sql.join(columns.map(({ name }) => sql.id(name)))}, create_user, create_time, update_user, update_time)
    select ${prefix} || lpad(s.no, greatest(6, length(s.no)), '0'), ${sql.join(columns.map(({ name }) => sql.ref(`r.${name}`)))}, ${UploadUser}, ${time}, ${UploadUser}, ${time}
    from (
      select record, row_no, (${lastTaken}::bigint + row_number() over (order by row_no))::text as no
      from staged_row
      where stage = ${stage}
    ) s
    cross join common c
    cross join lateral jsonb_populate_record(c.bill, s.record) as r
    order by s.row_no`.execute(db)
  requireCount('bills', Number(numAffectedRows), count)
  await sql`update bill_import set success_count = success_count + ${count}, total_amount = total_amount + ${amount} where serial_id = ${SerialId}`.execute(db)
}

/** Returns the values that all bills of a file have; staged rows contain only the others. */
export const commonValues = ({ billImport: { ApplyCode, ImportBatchNo, Notices } }: ImportContext): RecordValues => ({
  ...initialBill,
  ApplyCode,
  ImportBatchNo,
  Notices,
})

const stagedSum = async (db: Db, stage: string): Promise<{ readonly count: number; readonly amount: number }> => {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum((record ->> 'should_pay_amount')::bigint), 0)::bigint as amount from staged_row where stage = ${stage}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

/** Throws an error if rows were lost, so that the job is retried and the file is not imported in part. */
const requireCount = (name: string, found: number, expected: number): void => {
  if (found !== expected) throw new Error(`The import has ${found} ${name} instead of ${expected}.`)
}

/** Writes the final state of an import and its line in the audit trail, and requests the slips of its bills. */
const finish = async ({ db, context, now, requestSlips }: BillPublication): Promise<void> => {
  const { SerialId } = context.billImport
  const { rows } = await sql<ImportedCounts>`
    update bill_import
    set import_status = case when success_count = 0 then 'Failed' when success_count < total_count then 'PartialFailed' else 'Succeeded' end,
      pdf_status = case when success_count = 0 then 'NotNeeded' else pdf_status end, fail_count = total_count - success_count, finish_time = ${now.toISOString()}::timestamptz,
      update_time = ${nextUpdateTime(now)}
    where serial_id = ${SerialId}
    returning total_count as "TotalCount", success_count as "SuccessCount", total_amount as "TotalAmount"`.execute(db)
  if (!rows[0]) return
  await writeAuditLines(db, importAudit(context, now, rows[0]))
  if (rows[0].SuccessCount > 0) await requestSlips?.(db)
}

/** The numbers of an import that the audit trail contains. */
interface ImportedCounts {
  readonly TotalCount: number
  readonly SuccessCount: number
  readonly TotalAmount: number
}

/** An import and the company of its agreement. */
interface EndedImport {
  readonly billImport: Pick<ImportContext['billImport'], 'SerialId' | 'UploadUser'>
  readonly agreement: Pick<ImportContext['agreement'], 'UniformNo'>
}

/** Returns the line of the audit trail for an import that has ended. */
export const importAudit = ({ billImport, agreement }: EndedImport, at: Date, { TotalCount, SuccessCount, TotalAmount }: ImportedCounts): AuditEntry => ({
  at,
  userId: billImport.UploadUser,
  uniformNo: agreement.UniformNo,
  ip: '',
  action: 'Import',
  resource: 'billImportList',
  recordKey: String(billImport.SerialId),
  after: { TotalCount, SuccessCount, TotalAmount },
})

/** Returns an error for each staged row of an agreement whose account an active bill already holds. */
export const findConflicts = async (db: Db, stage: string, applyCode: string): Promise<readonly RowError[]> => {
  // At most one bill holds an account. The limit lets the database look up each account in the index, even while it has no statistics on the table.
  const { rows } = await sql<Conflict>`
    select s.row_no as "rowNo", b.vac_account as account, b.pay_status as "payStatus", b.apply_code as "applyCode", b.bill_no as "billNo"
    from staged_row s
    cross join lateral (
      select * from bill where vac_account = s.record ->> 'vac_account' and bill_state = 'Active' and account_state = 'InUse' limit 1
    ) b
    where s.stage = ${stage}
    order by s.row_no`.execute(db)
  return rows.map((conflict) => errorOf(conflict, applyCode))
}

const errorOf = ({ rowNo, ...holder }: Conflict, applyCode: string): RowError => {
  const { isPaid, message } = holderMessage(holder, applyCode)
  return rowError(rowNo, '銷帳編號', holder.account, isPaid ? 'E111' : 'E110', message)
}

interface Conflict extends AccountHolder {
  readonly rowNo: number
}
