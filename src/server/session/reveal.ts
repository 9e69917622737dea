import type { OwnData } from '../../contract/session'
import { Refusal } from '../../domain/refusal'
import { type Call, HttpRefusal } from '../call'
import { audit } from '../store/audit'
import { ownRecords } from '../store/payer-own-data'
import { mayReveal } from './payer-login'
import { findSession } from './session-store'

/** Shows payers their own data unmasked (個人資料保護法, article 3), where the session proved enough; each look stands in the audit trail. */
export const revealOwnData = async ({ ports, scope, caller }: Call): Promise<readonly OwnData[]> => {
  if (scope.kind !== 'payer') throw new HttpRefusal(404, '查無個人資料。')
  if (!mayReveal(scope)) throw new Refusal('9001', '您登入時輸入的資料不足以確認本人，無法顯示完整資料；請改用「以個人資料登入」。')
  const subject = (await findSession(ports.db, 'payer', scope.sessionId))?.subject ?? ''
  const records = await ownRecords(ports.db, scope)
  for (const { SerialId } of records) {
    await audit(ports.db, {
      at: ports.clock(),
      userId: `payer ${subject}`,
      uniformNo: '',
      ip: caller.ip,
      action: 'View',
      resource: 'payer',
      recordKey: String(SerialId),
    })
  }
  return records.map(({ SerialId, ...own }) => own)
}
