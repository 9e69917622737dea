import { sql } from 'kysely'
import type { Db, Ports } from '../../ports'
import { endFailedUpload, type UploadFailure, updateUnfinishedUpload, uploadFailure } from '../upload-job'
import { billUploads } from './context'
import { formerStage } from './publish'

/** Ends an import whose job has failed or was cancelled. `reason` is the error that ended the job. */
export const onImportFailure = (ports: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> =>
  endFailedImport(ports, { id, ...uploadFailure(ports, { ...billUploads, id }, reason) })

/** An import that failed or was cancelled. */
export interface FailedImport extends UploadFailure {
  readonly id: number
}

/** Writes the final state of a failed import. Deletes the unpaid bills that a version before migration 0002 has published for it. */
export const endFailedImport = async (ports: Pick<Ports, 'db' | 'clock'>, { id, message, cancelled }: FailedImport): Promise<void> => {
  const { db } = ports
  await deleteUnpaid(db, id)
  await db.deleteFrom('staged_row').where('stage', '=', formerStage(id)).execute()
  const kept = await countKeptBills(db, id)
  await updateUnfinishedUpload(db, { ...billUploads, id })
    .set({ pdf_status: 'NotNeeded', total_amount: kept.amount })
    .execute()
  const outcome = kept.count === 0 ? message : keptBillsMessage(kept.count, cancelled)
  await endFailedUpload(ports, { ...billUploads, id }, { message: outcome, cancelled, keptCount: kept.count })
}

const keptBillsMessage = (count: number, cancelled: boolean): string =>
  `${cancelled ? '匯入已取消' : '匯入沒有完成'}；已繳費的 ${count} 筆帳單保留，其餘沒有匯入。若要匯入其餘資料，請從檔案中刪去這 ${count} 筆後重新上傳。`

/** Deletes the unpaid bills of an import whose final state is not written yet. */
const deleteUnpaid = async (db: Db, id: number): Promise<void> => {
  await sql`
    delete from bill b
    using bill_import i
    where i.serial_id = ${id} and i.import_status in ('Pending', 'Processing')
      and b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no and b.paid_amount = 0`.execute(db)
}

/** Counts the bills of an import that `deleteUnpaid` has kept, because something was paid. */
const countKeptBills = async (db: Db, id: number): Promise<{ count: number; amount: number }> => {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(b.should_pay_amount), 0)::bigint as amount
    from bill_import i
    join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    where i.serial_id = ${id}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}
