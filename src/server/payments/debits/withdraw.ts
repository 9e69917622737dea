import { sql } from 'kysely'
import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import { isObject } from '../../../schema/language/shapes/shape'
import { actorOf } from '../../access/caller'
import { hasRight } from '../../access/operations'
import { type Call, HttpRefusal } from '../../call'
import { minuteInTaipei, nextUpdateTime } from '../../database/times'
import { hideFile } from '../../files'
import type { Db } from '../../ports'
import { readReason } from '../decision-reason'
import { lockDebits } from './batches'
import { type FoundFile, findDebitFile } from './find-file'
import { freeBills } from './free-bills'
import { auditFile } from './make-file'
import { authorizationFormat, replyLayouts } from './media'
import { debitAgreement, debitPage } from './parameters'

/**
 * Withdraws a file with a reason: users their own proposal, and users who may release files a released one that was
 * never sent to the bank.
 * Its bills can go into another file, and its payers have the status that they had before.
 * Throws a refusal (2006) if a record of the file has been answered.
 */
export const withdrawDebitFile = async (call: Call): Promise<null> => {
  const reason = readReason(call.body)
  await call.ports.db.transaction().execute(async (db) => {
    await lockDebits(db, (await findDebitFile(call, db)).ApplyCode)
    // A reply, or another person, may have come first while this one waited for the lock.
    const file = await findDebitFile(call, db, { lock: true })
    if (file.State === 'Proposed') await withdrawProposal(call, db, file)
    else await withdrawReleased(call, db, file)
    await setWithdrawn(call, db, { file, reason })
    await hideFile(db, file.StoredFileId)
    await auditFile(call, db, {
      action: 'Withdraw',
      fileId: file.FileId,
      before: { State: file.State },
      after: { State: 'Withdrawn', Reason: reason },
    })
  })
  return null
}

const withdrawProposal = async ({ scope }: Call, db: Db, { FileId, RequestUser }: FoundFile): Promise<void> => {
  if (RequestUser !== actorOf(scope))
    throw new Refusal('2006', `這個匯出檔是 ${RequestUser} 提出的，只能由本人撤回；有審核權限的人員請改按「退回」。`)
  await db
    .updateTable('internal_debit_record')
    .set({ state: 'Withdrawn', sent: JSON.stringify({}) })
    .where('debit_file_id', '=', FileId)
    .execute()
}

const withdrawReleased = async (call: Call, db: Db, file: FoundFile): Promise<void> => {
  await requireWithdrawable(call, db, file)
  const { FileId, MediaFormat } = file
  const user = actorOf(call.scope)
  const isAuthorization = MediaFormat === authorizationFormat
  if (isAuthorization) await restorePayers(call, db, FileId)
  // A later reply is recognized without the accounts of a debit. Those of an authorization say whether the payer is
  // still the one that was sent.
  await sql`
    update internal_debit_record
    set state = 'Voided', sent = case when ${isAuthorization} then sent else '{}'::jsonb end
    where debit_file_id = ${FileId}`.execute(db)
  await freeBills(
    { db, clock: call.ports.clock },
    { bills: sql`select bill_serial_id from internal_debit_record where debit_file_id = ${FileId}`, user },
  )
}

const requireWithdrawable = async (call: Call, db: Db, file: FoundFile): Promise<void> => {
  const { State, AnsweredCount, RequestUser, ApplyCode } = file
  if (!hasRight(call, call.schemas.get(debitPage), 'Approve'))
    throw new HttpRefusal(403, '作廢已匯出的檔案需要審核權限，請洽貴公司的管理者或主管（放行）。')
  if (State !== 'Released')
    throw new Refusal('2006', `這個匯出檔已經是「${enumText('DebitFileState', State)}」，請重新整理查看最新的狀態。`)
  if (AnsweredCount > 0)
    throw new Refusal(
      '2006',
      `這個匯出檔已有 ${AnsweredCount.toLocaleString('en')} 筆回覆，表示檔案已送交銀行，不能作廢。`,
    )
  await refuseWaitingReply(db, file)
  const { DualControl } = await debitAgreement(db, ApplyCode)
  if (DualControl && RequestUser === actorOf(call.scope))
    throw new Refusal('2006', '這個匯出檔是您提出的，須由另一位有審核權限的人員作廢。')
  refuseNewDownload(call, file)
}

/**
 * Throws a refusal (2006) while a reply that may answer the file has not been processed: bills that it settles would go
 * into another file. Only its processing says which file it answers.
 */
const refuseWaitingReply = async (db: Db, { MediaFormat, RequestTime }: FoundFile): Promise<void> => {
  const waiting = await db
    .selectFrom('bank_file')
    .select('serial_id')
    .where('layout', '=', replyLayouts[MediaFormat])
    .where('import_status', 'in', ['Pending', 'Processing', 'PendingRelease'])
    .where('upload_time', '>=', RequestTime)
    .executeTakeFirst()
  if (waiting) throw new Refusal('2006', '銀行已收到同一種媒體的回覆檔，還沒有處理完；請等處理完成後再作廢。')
}

/** Throws a refusal (2009) if the file was downloaded since the user has seen how often it was. */
const refuseNewDownload = ({ body }: Call, { DownloadCount, DownloadUser, DownloadTime }: FoundFile): void => {
  const seen = isObject(body) ? body.DownloadCount : undefined
  if (seen === undefined || seen === DownloadCount || DownloadTime === null) return
  throw new Refusal(
    '2009',
    `${DownloadUser} 剛於 ${minuteInTaipei(DownloadTime)} 下載這個匯出檔；請先確認檔案沒有送交銀行，再重新作廢。`,
  )
}

/** Gives the payers of a file of authorizations the status that they had before; those who have changed keep theirs. */
const restorePayers = async ({ ports: { clock }, scope }: Call, db: Db, fileId: number): Promise<void> => {
  await sql`
    with applying as materialized (
      select p.serial_id, r.former_status
      from payer p join internal_debit_record r on r.payer_serial_id = p.serial_id
      where r.debit_file_id = ${fileId} and r.sent ->> 'AdMark' = 'A' and p.debit_auth_status = 'Applying'
      order by p.serial_id
      for update of p
    )
    update payer p
    set debit_auth_status = coalesce(a.former_status, 'None'), update_user = ${actorOf(scope)},
      update_time = ${nextUpdateTime(clock(), 'p.update_time')}
    from applying a
    where p.serial_id = a.serial_id`.execute(db)
}

const setWithdrawn = async (
  { ports: { clock }, scope }: Call,
  db: Db,
  { file: { FileId }, reason }: { readonly file: FoundFile; readonly reason: string },
): Promise<void> => {
  await db
    .updateTable('internal_debit_file')
    .set({
      state: 'Withdrawn',
      withdraw_user: actorOf(scope),
      withdraw_time: clock().toISOString(),
      withdraw_reason: reason,
    })
    .where('debit_file_id', '=', FileId)
    .execute()
}
