import type { OwnData } from '../../contract/session'
import { Refusal } from '../../domain/refusal'
import { auditPayer } from '../accounts/payer-audit'
import { type Call, HttpRefusal, type PayerScope } from '../http/call'
import { ownRecords } from './own-data'

/** Whether a payer's session may unmask its own data: an account number, or an id alone, may be known to others. */
export const canUnmask = ({ payers, twoFactors }: PayerScope): boolean => twoFactors && payers.length > 0

/** Returns payers' own data unmasked (個人資料保護法, article 3), where the session proved enough; each record leaves an audit line. */
export const unmaskOwnData = async (call: Call): Promise<readonly OwnData[]> => {
  const { ports, scope } = call
  if (scope.kind !== 'payer') throw new HttpRefusal(404, '查無個人資料。')
  if (!canUnmask(scope)) throw new Refusal('9001', '您登入時輸入的資料不足以確認本人，無法顯示完整資料；請改用「以個人資料登入」。')
  const records = await ownRecords(ports.db, scope)
  for (const { SerialId } of records) await auditPayer(call, scope, { action: 'View', resource: 'payer', recordKey: String(SerialId) })
  return records.map(({ SerialId, ...own }) => own)
}
