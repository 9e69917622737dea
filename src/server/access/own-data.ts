import { sql } from 'kysely'
import type { OwnData } from '../../contract/call-responses'
import { Refusal } from '../../domain/refusal'
import { type AuditLine, writeAuditLines } from '../audit'
import { type Call, HttpRefusal } from '../call'
import type { Db } from '../ports'
import type { PayerScope } from '../scope'
import { payerCondition } from './tenant'

/** The data of a payer, with the key of the payer's record. */
interface OwnRecord extends OwnData {
  readonly SerialId: number
}

/** Returns the unmasked data of the session's payers. */
export const ownRecords = async (db: Db, scope: PayerScope): Promise<readonly OwnRecord[]> => {
  const { rows } = await sql<OwnRecord>`
    select
      p.serial_id as "SerialId", c.customer_name as "CustomerName", p.payer_id as "PayerId", p.payer_name as "PayerName",
      coalesce(p.id_no, '') as "IdNo", coalesce(p.mobile, '') as "Mobile", coalesce(p.email, '') as "Email", coalesce(p.address, '') as "Address"
    from payer p
    join agreement a on a.apply_code = p.apply_code
    join customer c on c.uniform_no = a.uniform_no
    where ${payerCondition(scope, 'p')}
    order by c.customer_name, p.serial_id`.execute(db)
  return rows
}

/**
 * Returns whether payers may unmask their own data.
 * They must have signed in with their mobile number and, in addition, with an id number or a payer code, because other
 * people may know one of the two values.
 */
export const canUnmask = ({ payers, hasMobileAndIdentity }: PayerScope): boolean =>
  hasMobileAndIdentity && payers.length > 0

/**
 * Returns the payer's own data unmasked, with an audit line for each record (article 3 of the 個人資料保護法 grants access to
 * one's own data).
 * Throws a refusal if the sign-in did not prove the payer's identity.
 */
export const unmaskOwnData = async (call: Call): Promise<readonly OwnData[]> => {
  const { ports, scope } = call
  if (scope.kind !== 'payer') throw new HttpRefusal(404, '查無個人資料。')
  if (!canUnmask(scope))
    throw new Refusal('9001', '您登入時輸入的資料不足以確認本人，無法顯示完整資料；請改用「以個人資料登入」。')
  const records = await ownRecords(ports.db, scope)
  await auditPayer(
    call,
    scope,
    ...records.map(({ SerialId }) => ({ action: 'View', resource: 'payer', recordKey: String(SerialId) })),
  )
  return records.map(({ SerialId, ...ownData }) => ownData)
}

/** Writes audit lines for a payer who views personal data in full. */
export const auditPayer = async (
  { ports, client }: Pick<Call, 'ports' | 'client'>,
  { sessionId }: PayerScope,
  ...views: readonly Pick<AuditLine, 'action' | 'resource' | 'recordKey'>[]
): Promise<void> => {
  const session = await ports.db
    .selectFrom('session')
    .select('subject')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'payer')
    .executeTakeFirst()
  const subject = session?.subject ?? ''
  await writeAuditLines(
    ports.db,
    ...views.map((view) => ({ ...view, at: ports.clock(), userId: `payer ${subject}`, uniformNo: '', ip: client.ip })),
  )
}
