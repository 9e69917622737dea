import { sql } from 'kysely'
import type { DebitFileList, DebitFileRecords } from '../../../contract/call-responses'
import { debitFilePageSize, maxListedDebits } from '../../../contract/debits'
import { maskedAccount, maskedName } from '../../access/masks'
import { agreementCondition } from '../../access/tenant'
import type { Call } from '../../call'
import { toTaipei } from '../../database/times'
import type { Db, Ports } from '../../ports'
import { readPageNo } from '../../query-values'
import { findDebitFile } from './find-file'
import { type DebitFormat, replyText } from './media'

type FileItem = DebitFileList['Files'][number]

/** Returns a page of the files of the caller's agreements, newest first, with the numbers of their records by answer. */
export const debitFiles = async ({ ports: { db }, scope, query }: Call): Promise<DebitFileList> => {
  const start = (readPageNo(query) - 1) * debitFilePageSize
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) as count
    from internal_debit_file f
    join internal_debit_batch b using (batch_id)
    where ${agreementCondition(scope, 'b')}`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select f.debit_file_id as id
    from internal_debit_file f
    join internal_debit_batch b using (batch_id)
    where ${agreementCondition(scope, 'b')}
    order by f.debit_file_id desc
    limit ${debitFilePageSize} offset ${start}`.execute(db)
  return {
    FileCount: counts[0]?.count ?? 0,
    Files: await filesWithAnswers(
      db,
      rows.map(({ id }) => id),
    ),
  }
}

/** Returns files with the numbers of their records by answer, newest first. */
export const filesWithAnswers = async (db: Db, fileIds: readonly number[]): Promise<readonly FileItem[]> => {
  const { rows } = await sql<FileItem>`
    select f.debit_file_id as "FileId", b.apply_code as "ApplyCode", b.bill_term_id as "BillTermId", b.debit_date as "DebitDate",
      b.media_format as "MediaFormat", b.tx_id as "TxId", f.state as "State", f.includes_exported as "IncludesExported",
      f.record_count as "RecordCount", f.total_amount as "TotalAmount", f.request_user as "RequestUser", f.request_time as "RequestTime",
      f.check_user as "CheckUser", f.check_time as "CheckTime", f.check_reason as "CheckReason",
      f.withdraw_user as "WithdrawUser", f.withdraw_time as "WithdrawTime", f.withdraw_reason as "WithdrawReason",
      f.download_count as "DownloadCount", f.download_user as "DownloadUser", f.download_time as "DownloadTime",
      f.succeeded_count as "SucceededCount", f.refused_count as "RefusedCount",
      case when f.state = 'Released' then f.record_count - f.succeeded_count - f.refused_count else 0 end as "UnansweredCount"
    from internal_debit_file f
    join internal_debit_batch b using (batch_id)
    where f.debit_file_id = any(${fileIds}::bigint[])
    order by f.debit_file_id desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    RequestTime: toTaipei(row.RequestTime),
    CheckTime: taipeiOrNull(row.CheckTime),
    WithdrawTime: taipeiOrNull(row.WithdrawTime),
    DownloadTime: taipeiOrNull(row.DownloadTime),
  }))
}

const taipeiOrNull = (utc: string | null): string | null => (utc === null ? null : toTaipei(utc))

/** A record as the database has it. */
interface RecordRow {
  readonly Seq: number
  readonly BillSerialId: number | null
  readonly BillNo: string | null
  readonly PayerId: string | null
  readonly PayerName: string | null
  readonly IdNo: string | null
  readonly DebitAccount: string | null
  readonly Amount: number
  readonly State: DebitFileRecords['Records'][number]['State']
  readonly ResultCode: string | null
  readonly AnswerTime: string | null
}

/** Returns the records of a file: the refused ones first, then those without an answer. */
export const debitFileRecords = async (call: Call): Promise<DebitFileRecords> => {
  const { db } = call.ports
  const { FileId, MediaFormat } = await findDebitFile(call, db)
  const { rows } = await sql<RecordRow>`
    select r.seq as "Seq", r.bill_serial_id as "BillSerialId", b.bill_no as "BillNo", coalesce(b.payer_id, p.payer_id) as "PayerId",
      coalesce(b.payer_name, p.payer_name) as "PayerName", coalesce(b.id_no, p.id_no) as "IdNo", r.sent ->> 'DebitAccount' as "DebitAccount",
      r.amount as "Amount", r.state as "State", r.result_code as "ResultCode", r.answer_time as "AnswerTime"
    from internal_debit_record r
    left join bill b on b.serial_id = r.bill_serial_id
    left join payer p on p.serial_id = r.payer_serial_id
    where r.debit_file_id = ${FileId}
    order by array_position(array['Refused', 'Unanswered'], r.state), r.seq
    limit ${maxListedDebits}`.execute(db)
  const [File] = await filesWithAnswers(db, [FileId])
  if (!File) throw new Error(`The debit file ${FileId} was deleted while it was read.`)
  return { File, Records: rows.map((row) => recordItem(call.ports, MediaFormat, row)) }
}

const recordItem = (
  { layouts }: Pick<Ports, 'layouts'>,
  format: DebitFormat,
  { IdNo, PayerName, DebitAccount, AnswerTime, ...row }: RecordRow,
): DebitFileRecords['Records'][number] => ({
  ...row,
  PayerName: PayerName === null ? null : maskedName(PayerName, IdNo),
  DebitAccount: maskedAccount(DebitAccount ?? ''),
  ResultText: row.ResultCode === null ? null : replyText(layouts, format, row.ResultCode),
  AnswerTime: taipeiOrNull(AnswerTime),
})
