import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { actorOf } from '../../access/caller'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import { findRecord } from '../../records/get'
import { enqueueBankFile } from './enqueue'

/** Queues a failed file for another attempt, and returns its number. */
export const retryBankFile = async (call: Call): Promise<{ readonly SerialId: number }> => {
  const context = contextOf(call)
  const resource = call.schemas.get('bankFile')
  const key = keyOf(resource, call)
  return call.ports.db.transaction().execute(async (db) => {
    const before = await findRecord({ ...context, db }, resource, key, { lock: true })
    if (before.ImportStatus !== 'Failed')
      throw new Refusal('2006', '只有處理失敗的檔案可以重新處理，請重新整理查看最新的處理狀態。')
    if (before.Layout === null) throw new Refusal('2006', '這個檔案無法判斷種類，請刪除後重新上傳，並指定檔案種類。')
    await sql`
      update bank_file
      set import_status = 'Pending', error_message = null, error_line = null, error_column = null, finish_time = null,
        update_user = ${actorOf(context.scope)}, update_time = ${nextUpdateTime(context.clock())}
      where serial_id = ${before.SerialId}`.execute(db)
    await auditRecord({ ...context, db }, resource, {
      action: 'Retry',
      key,
      before: { ImportStatus: 'Failed' },
      after: { ImportStatus: 'Pending' },
    })
    await enqueueBankFile(call, db, before.SerialId)
    return { SerialId: Number(before.SerialId) }
  })
}
