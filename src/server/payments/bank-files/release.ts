import { sql } from 'kysely'
import type { EnumCode } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf } from '../../access/caller'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import type { RecordContext } from '../../record-context'
import { findRecord } from '../../records/get'
import { enqueueBankFile } from './enqueue'
import {
  compareHeldFilesAgain,
  countBookedPayments,
  type FileHeader,
  hasHeader,
  headerOfFile,
  lockHeader,
  otherFiles,
} from './same-header'

/**
 * Returns the handler by which an operator says what a held file is.
 * The file is then booked by its job.
 * The second of two operators gets a refusal.
 */
export const releaseAs =
  (decision: EnumCode<'HoldDecision'>) =>
  async (call: Call): Promise<{ readonly SerialId: number }> => {
    const context = contextOf(call)
    const { db, clock, jobs } = call.ports
    const id = Number((await findRecord(context, bankFileOf(call), keyOf(bankFileOf(call), call))).SerialId)
    const isReleased = await db.transaction().execute(async (trx) => {
      const header = await headerOfFile(trx, id)
      await lockHeader(trx, header)
      const before = await lockHeldFile({ ...context, db: trx }, call)
      if ((await otherFiles(trx, id, header)).isInProgress)
        throw new Refusal('2006', '相同檔頭的另一個檔案正在處理，請等它處理完成，再依最新的比對結果確認。')
      if ((await countBookedPayments(trx, header)) !== Number(before.EqualCount) + Number(before.MissingCount)) {
        await compareHeldFilesAgain({ clock, jobs }, trx, header)
        return false
      }
      await storeDecision({ ...context, db: trx }, { id, header, decision })
      await auditDecision({ ...context, db: trx }, call, { before, decision })
      await enqueueBankFile(call, trx, id)
      return true
    })
    if (!isReleased)
      throw new Refusal('2009', '已入帳的交易在比對之後有異動，系統正在重新比對；請稍後重新整理，依最新的結果確認。')
    return { SerialId: id }
  }

const bankFileOf = ({ schemas }: Pick<Call, 'schemas'>) => schemas.get('bankFile')

/**
 * Locks a held file and returns its record.
 * Throws a refusal if the file is not held, is still being compared, or has changed since the caller read it.
 */
const lockHeldFile = async (context: RecordContext, call: Call): Promise<RecordValues> => {
  const before = await findRecord(context, bankFileOf(call), keyOf(bankFileOf(call), call), { lock: true })
  if (before.ImportStatus !== 'Held')
    throw new Refusal('2006', '這個檔案已經不是「待確認」，可能已由其他人員處理；請重新整理查看最新的狀態。')
  const expected =
    typeof call.body === 'object' && call.body !== null && 'UpdateTime' in call.body ? call.body.UpdateTime : undefined
  if (expected !== undefined && expected !== before.UpdateTime)
    throw new Refusal('2009', '比對結果已經更新，請重新整理，依最新的結果確認。')
  if (before.EqualCount === null) throw new Refusal('2006', '系統正在比對檔案的內容，請稍後重新整理再確認。')
  return before
}

interface Decision {
  readonly id: number
  readonly header: FileHeader
  readonly decision: EnumCode<'HoldDecision'>
}

/**
 * Stores the decision.
 * Failed files with the same header lose theirs, because it was made before this file is booked; when they are
 * processed again, they are compared again.
 */
const storeDecision = async (
  { db, scope, clock }: RecordContext,
  { id, header, decision }: Decision,
): Promise<void> => {
  const time = nextUpdateTime(clock())
  await sql`
    update bank_file set hold_decision = null, update_time = ${time}
    where ${hasHeader(header)} and import_status = 'Failed' and hold_decision is not null`.execute(db)
  await sql`
    update bank_file
    set import_status = 'Pending', hold_decision = ${decision}, error_message = null, update_user = ${actorOf(scope)}, update_time = ${time}
    where serial_id = ${id}`.execute(db)
}

const auditDecision = (
  context: RecordContext,
  call: Call,
  { before, decision }: { readonly before: RecordValues; readonly decision: EnumCode<'HoldDecision'> },
): Promise<void> => {
  const { EqualCount, NewCount, MissingCount, CorrectedCount } = before
  const action = decision === 'Replaces' ? 'Replace' : 'Append'
  return auditRecord(context, bankFileOf(call), {
    action,
    key: before,
    before: { ImportStatus: 'Held', EqualCount, NewCount, MissingCount, CorrectedCount },
    after: { ImportStatus: 'Pending', HoldDecision: decision },
  })
}
