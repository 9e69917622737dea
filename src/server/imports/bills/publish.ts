import { sql } from 'kysely'
import { titleOf } from '../../../domain/bills/bill-upload'
import { initialBill } from '../../../domain/bills/build-bill'
import type { RecordValues } from '../../../schema/language/types'
import { accountConflict, type BillUsingAccount } from '../../bills/account-in-use'
import { enqueueImportSlips, isSlipRequester } from '../../bills/batches/import-slips'
import { reserveBillNumbers } from '../../bills/bill-numbers'
import { columnRecord, columnsOf } from '../../database/table-definition'
import type { Row } from '../../database/tables'
import type { Db } from '../../ports'
import { type RowError, rowError } from '../row-error'
import type { Upload, UploadWork } from '../upload-job'
import { billUploads, type ImportContext } from './context'

/**
 * Returns an upload of bills for `runUpload`, without `read`, which the caller adds.
 * `slips` is the user's request to print slips; undefined if there is none.
 */
export const uploadOfBills = (work: UploadWork, context: ImportContext, slips: unknown): Omit<Upload, 'read'> => {
  const { billImport, agreement } = context
  const { SerialId: id, ImportMode: mode } = billImport
  return {
    ...billUploads,
    id,
    mode,
    file: billImport.File,
    uniformNo: agreement.UniformNo,
    userId: billImport.UploadUser,
    findDuplicates: (db, stage) => findAccountConflicts(db, stage, billImport.ApplyCode),
    findConflicts: async (trx, stage, duplicates) => [...(await findTermConflicts(trx, stage, context)), ...duplicates],
    writeRecords: (trx, stage, count) => insertBills(trx, work, context, { stage, count }),
    complete: async (trx, { SuccessCount }) => {
      if (SuccessCount === 0)
        await trx.updateTable('bill_import').set({ pdf_status: 'NotNeeded' }).where('serial_id', '=', id).execute()
      else if (isSlipRequester(slips)) await enqueueImportSlips(work.ports, trx, id, slips)
      return trx
        .selectFrom('bill_import')
        .select('total_amount as TotalAmount')
        .where('serial_id', '=', id)
        .executeTakeFirstOrThrow()
    },
  }
}

/**
 * Inserts the staged bills in the order of the file, and returns their number.
 * Two imports of an agreement cannot deadlock: the second import waits when it reserves bill numbers.
 */
const insertBills = async (
  db: Db,
  { ports, schemas }: UploadWork,
  context: ImportContext,
  { stage, count }: { readonly stage: string; readonly count: number },
): Promise<number> => {
  const { SerialId, ApplyCode, UploadUser } = context.billImport
  const { prefix, lastTaken } = await reserveBillNumbers(db, { applyCode: ApplyCode, today: context.today, count })
  const generated = ['serial_id', 'bill_no']
  const columns = columnsOf(schemas.get('bills')).filter(({ name }) => !generated.includes(name))
  const time = sql`${ports.clock().toISOString()}::timestamptz`
  const common = columnRecord(schemas.get('bills'))(commonValues(context))
  const { rows } = await sql<{ inserted: number }>`
    with common as materialized (select jsonb_populate_record(null::bill, ${JSON.stringify(common)}::text::jsonb) as bill),
    inserted as (
      insert into bill (bill_no, ${sql.join(columns.map(({ name }) => sql.id(name)))}, create_user, create_time, update_user, update_time)
      select ${prefix} || lpad(s.no, greatest(6, length(s.no)), '0'), ${sql.join(columns.map(({ name }) => sql.ref(`r.${name}`)))}, ${UploadUser}, ${time}, ${UploadUser}, ${time}
      from (
        select record, row_no, (${lastTaken}::bigint + row_number() over (order by row_no))::text as no
        from staged_row
        where stage = ${stage}
      ) s
      cross join common c
      cross join lateral jsonb_populate_record(c.bill, s.record) as r
      order by s.row_no
      returning should_pay_amount
    ), total as (
      select count(*) as inserted, coalesce(sum(should_pay_amount), 0)::bigint as amount from inserted
    )
    update bill_import
    set total_amount = total_amount + total.amount
    from total
    where serial_id = ${SerialId}
    returning total.inserted`.execute(db)
  return rows[0]?.inserted ?? 0
}

/**
 * Returns the values that are the same in all bills of a file.
 * Staged rows contain only the other values.
 * `Notices` is the text 注意事項 of the slips.
 */
export const commonValues = ({ billImport: { ApplyCode, ImportBatchNo, Notices } }: ImportContext): RecordValues => ({
  ...initialBill,
  ApplyCode,
  ImportBatchNo,
  Notices,
})

/**
 * Locks the terms of the staged rows.
 * Returns an error for each row whose term is closed, or has been deleted or renumbered since the validation.
 */
const findTermConflicts = async (
  db: Db,
  stage: string,
  { billImport, terms }: ImportContext,
): Promise<readonly RowError[]> => {
  const staged = db.selectFrom('staged_row').select(stagedTerm.as('id')).where('stage', '=', stage)
  const current = await db
    .selectFrom('bill_term')
    .select(['bill_term_id as BillTermId', 'bill_term_no as BillTermNo', 'term_status as TermStatus'])
    .where('apply_code', '=', billImport.ApplyCode)
    .where('bill_term_id', 'in', staged)
    .orderBy('bill_term_id')
    .forShare()
    .execute()
  const closedIds = current.filter(({ TermStatus }) => TermStatus === 'Closed').map(({ BillTermId }) => BillTermId)
  const unchangedIds = current
    .filter(({ BillTermId, BillTermNo }) => BillTermNo === terms.get(BillTermId)?.BillTermNo)
    .map(({ BillTermId }) => BillTermId)
  const usableIds = unchangedIds.filter((id) => !closedIds.includes(id))
  const rows = await db
    .selectFrom('staged_row')
    .select(['row_no as rowNo', stagedTerm.as('id')])
    .where('stage', '=', stage)
    .where(stagedTerm, '<>', sql<string>`all(${usableIds}::text[])`)
    .orderBy('row_no')
    .execute()
  return rows.map(({ rowNo, id }) => {
    const message = closedIds.includes(id)
      ? `期別「${id}」已結案，不可再新增帳單。`
      : `期別「${id}」在匯入期間已變更，請重新上傳這一列。`
    return rowError(rowNo, titleOf('BillTermId'), id, 'E106', message)
  })
}

const stagedTerm = sql<string>`record ->> 'bill_term_id'`

/** Maximum number of staged rows whose accounts one statement looks up, so that other requests do not wait long. */
const accountsPerStatement = 10_000

/** Returns an error for each staged row whose virtual account is used by an active bill. */
export const findAccountConflicts = async (db: Db, stage: string, applyCode: string): Promise<readonly RowError[]> => {
  const lastRow = await db
    .selectFrom('staged_row')
    .select((eb) => eb.fn.max('row_no').as('no'))
    .where('stage', '=', stage)
    .executeTakeFirst()
  const conflicts: Conflict[] = []
  for (let from = 0; from <= (lastRow?.no ?? -1); from += accountsPerStatement)
    conflicts.push(...(await accountConflicts(db, stage, from)))
  return conflicts.map((conflict) => errorOf(conflict, applyCode))
}

const accountConflicts = async (db: Db, stage: string, from: number): Promise<readonly Conflict[]> => {
  // At most one bill uses an account.
  // With the limit, the database looks up each account in the index, even if it has no statistics about the table.
  const { rows } = await sql<Conflict>`
    select s.row_no as "rowNo", b.vac_account as account, b.pay_status as "payStatus", b.apply_code as "applyCode", b.bill_no as "billNo"
    from staged_row s
    cross join lateral (
      select * from bill where vac_account = s.record ->> 'vac_account' and bill_state = 'Active' and account_state = 'InUse' limit 1
    ) b
    where s.stage = ${stage} and s.row_no >= ${from} and s.row_no < ${from + accountsPerStatement}
    order by s.row_no`.execute(db)
  return rows
}

const errorOf = ({ rowNo, ...holder }: Conflict, applyCode: string): RowError => {
  const { isPaid, message } = accountConflict(holder, applyCode)
  return rowError(rowNo, '銷帳編號', holder.account, isPaid ? 'E111' : 'E110', message)
}

interface Conflict extends BillUsingAccount {
  readonly rowNo: Row<'staged_row'>['row_no']
}
