import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf } from '../../access/caller'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import type { Db } from '../../ports'
import { findRecord } from '../../records/get'
import { readReason } from '../decision-reason'
import { enqueueBankFile } from './enqueue'

/** Releases a file that another operator has uploaded: its job books it. */
export const releaseBankFile = (call: Call): Promise<{ readonly SerialId: number }> =>
  decide(call, async (db, id) => {
    const { clock } = call.ports
    // Without its number of lines the record says that nothing is booked, which is true until its job begins.
    await sql`
      update bank_file
      set import_status = 'Pending', error_message = null, line_count = null, total_amount = null,
        check_user = ${actorOf(call.scope)}, check_time = ${clock().toISOString()}::timestamptz,
        update_user = ${actorOf(call.scope)}, update_time = ${nextUpdateTime(clock())}
      where serial_id = ${id}`.execute(db)
    await enqueueBankFile(call, db, id)
    return { action: 'Release', after: { ImportStatus: 'Pending' } }
  })

/**
 * Refuses a file that another operator has uploaded, with a reason: it is never booked.
 * Its record gives up the digest of the content, so that the same file can come again, by the folder or by hand.
 */
export const refuseBankFile = (call: Call): Promise<{ readonly SerialId: number }> => {
  const reason = readReason(call.body)
  return decide(call, async (db, id) => {
    const { clock } = call.ports
    const user = actorOf(call.scope)
    await sql`
      update bank_file
      set import_status = 'Refused', file_hash = null, error_message = ${`${user} 退回：${reason}`}, check_user = ${user},
        check_time = ${clock().toISOString()}::timestamptz, finish_time = ${clock().toISOString()}::timestamptz,
        update_user = ${user}, update_time = ${nextUpdateTime(clock())}
      where serial_id = ${id}`.execute(db)
    return { action: 'Refuse', after: { ImportStatus: 'Refused', Reason: reason } }
  })
}

type Decision = (db: Db, id: number) => Promise<{ readonly action: string; readonly after: RecordValues }>

/** Runs the decision of another operator than the one who uploaded the file, and audits it. */
const decide = async (call: Call, decision: Decision): Promise<{ readonly SerialId: number }> => {
  const context = contextOf(call)
  const resource = call.schemas.get('bankFile')
  const key = keyOf(resource, call)
  return call.ports.db.transaction().execute(async (db) => {
    const file = await findRecord({ ...context, db }, resource, key, { lock: true })
    if (file.ImportStatus !== 'PendingRelease')
      throw new Refusal('2006', '這個檔案已經不是「待放行」，可能已由其他人員處理；請重新整理查看最新的狀態。')
    if (file.UploadUser === actorOf(call.scope))
      throw new Refusal('2006', '這個檔案是您上傳的，須由另一位銀行作業人員放行或退回。')
    const { action, after } = await decision(db, Number(file.SerialId))
    await auditRecord({ ...context, db }, resource, { action, key, before: { ImportStatus: 'PendingRelease' }, after })
    return { SerialId: Number(file.SerialId) }
  })
}
