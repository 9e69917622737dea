import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { audit } from '../../audit'
import { isConcurrencyError } from '../../database/errors'
import { columnsOf } from '../../database/table-definition'
import type { Db, JobRun } from '../../ports'
import { type ErrorCode, type RowError, rowError } from '../row-error'
import { takeBillNumbers } from './bill-numbers'
import type { ImportContext } from './context'
import { addErrors } from './error-log'

/** The context of a publication. */
interface Publishing {
  readonly db: Db
  readonly schemas: SchemaSet
  readonly now: Date
  readonly context: ImportContext
  readonly stage: string
  /** The number of staged rows; null where the former version staged them. */
  readonly staged: number | null
  /** The try at the job, which ends with the bills. */
  readonly run: Pick<JobRun, 'confirm' | 'end'>
}

/** Publishes the staged rows as bills and ends the import, in one transaction. */
export const publishBills = async (publishing: Publishing, tries = 1): Promise<void> => {
  try {
    await publishing.db.transaction().execute((db) => publishRows({ ...publishing, db }))
  } catch (error) {
    // A concurrent import has taken the same account or number. It is visible now, and the retry reports the row.
    if (tries < 5 && isConcurrencyError(error)) return publishBills(publishing, tries + 1)
    throw error
  }
}

const publishRows = async (publishing: Publishing): Promise<void> => {
  const { db, context, stage, staged, run } = publishing
  const { SerialId, ImportMode } = context.form
  await run.confirm(db)
  if (!(await lockOpen(db, SerialId))) return
  if (staged !== null) requireCount('rows on the stage', (await stagedSum(db, stage)).count, staged)
  const conflicts = await findConflicts(db, stage)
  await addErrors(db, SerialId, conflicts)
  const { hasErrors, begun } = await stateOf(db, SerialId)
  const isRefused = ImportMode === 'AllOrNothing' && hasErrors
  if (isRefused && begun) throw tooLate()
  if (!isRefused) {
    await deleteStaged(
      db,
      stage,
      conflicts.map(({ RowNo }) => RowNo),
    )
    await insertBills(publishing)
  }
  await finish(publishing)
  await run.end(db)
}

/** Returns the refusal of an import that the former version had begun to publish: its failure handler deletes what was published. */
const tooLate = (): Refusal => new Refusal('2009', '匯入期間有虛擬帳號被其他帳單使用，這個檔案沒有匯入任何資料，請重新上傳以查看是哪幾列。')

/** Locks the import; false when it has been deleted, or has ended. */
const lockOpen = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from bill_import where serial_id = ${id} and import_status = 'Processing' for update`.execute(db)
  return rows.length > 0
}

const stateOf = async (db: Db, id: number): Promise<{ readonly hasErrors: boolean; readonly begun: boolean }> => {
  const { rows } = await sql<{ hasErrors: boolean; begun: boolean }>`
    select error_log <> '[]' as "hasErrors", success_count > 0 as begun from bill_import where serial_id = ${id}`.execute(db)
  return rows[0] ?? { hasErrors: false, begun: false }
}

const deleteStaged = async (db: Db, stage: string, rowNos: readonly number[]): Promise<void> => {
  if (rowNos.length === 0) return
  await sql`delete from staged_row where stage = ${stage} and row_no = any(${rowNos}::integer[])`.execute(db)
}

/** Inserts the staged bills in the order of their accounts, so that two imports cannot deadlock. */
const insertBills = async ({ db, schemas, now, context, stage }: Publishing): Promise<void> => {
  const { SerialId, ApplyCode, UploadUser } = context.form
  const { count, amount } = await stagedSum(db, stage)
  if (count === 0) return
  const { prefix, last } = await takeBillNumbers(db, { applyCode: ApplyCode, today: context.today, count })
  const generated = ['serial_id', 'bill_no']
  const columns = columnsOf(schemas.get('bills'), schemas).filter(({ name }) => !generated.includes(name))
  const time = sql`${now.toISOString()}::timestamptz`
  const { numAffectedRows } = await sql`
    insert into bill (bill_no, ${sql.join(columns.map(({ name }) => sql.id(name)))}, create_user, create_time, update_user, update_time)
    select ${prefix} || lpad(s.no, greatest(6, length(s.no)), '0'), ${sql.join(columns.map(({ name }) => sql.ref(`r.${name}`)))}, ${UploadUser}, ${time}, ${UploadUser}, ${time}
    from (
      select record, (${last}::bigint + row_number() over (order by row_no))::text as no
      from staged_row
      where stage = ${stage}
    ) s
    cross join lateral jsonb_populate_record(null::bill, s.record) as r
    order by r.vac_account`.execute(db)
  requireCount('bills', Number(numAffectedRows), count)
  await sql`update bill_import set success_count = success_count + ${count}, total_amount = total_amount + ${amount} where serial_id = ${SerialId}`.execute(db)
}

const stagedSum = async (db: Db, stage: string): Promise<{ readonly count: number; readonly amount: number }> => {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum((record ->> 'should_pay_amount')::bigint), 0)::bigint as amount from staged_row where stage = ${stage}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

/** Throws where rows were lost, so that the file is read again instead of being imported in part. */
const requireCount = (name: string, found: number, expected: number): void => {
  if (found !== expected) throw new Error(`The import has ${found} ${name} instead of ${expected}.`)
}

/** Writes the final state of an import and its line in the audit trail. */
const finish = async ({ db, context, now }: Publishing): Promise<void> => {
  const { SerialId, UploadUser } = context.form
  const { rows } = await sql<{ TotalCount: number; SuccessCount: number; TotalAmount: number }>`
    update bill_import
    set import_status = case when success_count = 0 then 'Failed' when success_count < total_count then 'PartialFailed' else 'Succeeded' end,
      fail_count = total_count - success_count, finish_time = ${now.toISOString()}::timestamptz,
      update_time = greatest(${now.toISOString()}::timestamptz, update_time + interval '1 microsecond')
    where serial_id = ${SerialId}
    returning total_count as "TotalCount", success_count as "SuccessCount", total_amount as "TotalAmount"`.execute(db)
  await audit(db, {
    at: now,
    userId: UploadUser,
    uniformNo: context.agreement.UniformNo,
    ip: '',
    action: 'Import',
    resource: 'billImportList',
    recordKey: String(SerialId),
    after: { ...rows[0] },
  })
}

/** Returns an error for each staged row whose account an active bill has already. */
const findConflicts = async (db: Db, stage: string): Promise<readonly RowError[]> => {
  const { rows } = await sql<Conflict>`
    select s.row_no as "rowNo", b.vac_account as account, b.pay_status as "payStatus", b.apply_code as "applyCode",
      s.record ->> 'apply_code' as "ownCode", b.bill_no as "billNo"
    from staged_row s
    join bill b on b.vac_account = s.record ->> 'vac_account' and b.bill_state = 'Active'
    where s.stage = ${stage}
    order by s.row_no`.execute(db)
  return rows.map(errorOf)
}

const errorOf = (row: Conflict): RowError => rowError(row.rowNo, '銷帳編號', row.account, ...reasonOf(row))

interface Conflict {
  readonly rowNo: number
  readonly account: string
  readonly payStatus: string
  readonly applyCode: string
  readonly ownCode: string
  readonly billNo: string
}

const reasonOf = ({ account, payStatus, applyCode, ownCode, billNo }: Conflict): readonly [ErrorCode, string] => {
  // Nothing of another company's bill is shown.
  if (applyCode !== ownCode) return ['E110', `虛擬帳號 ${account} 已被使用，請改用其他編號。`]
  if (payStatus === 'Paid' || payStatus === 'OverPaid') return ['E111', `虛擬帳號 ${account} 的帳單 ${billNo} 已繳費，請改用其他期別或編號。`]
  return ['E110', `虛擬帳號 ${account} 已由帳單 ${billNo} 使用，請先將該帳單作廢。`]
}
