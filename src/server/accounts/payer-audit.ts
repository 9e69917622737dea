import { type AuditEntry, audit } from '../audit'
import type { Call, PayerScope } from '../http/call'
import { findSession } from './sessions'

/** Writes the audit line of a payer who looks at personal data in full. */
export const auditPayer = async (
  { ports, caller }: Pick<Call, 'ports' | 'caller'>,
  { sessionId }: PayerScope,
  entry: Pick<AuditEntry, 'action' | 'resource' | 'recordKey'>,
): Promise<void> => {
  const subject = (await findSession(ports.db, 'payer', sessionId))?.subject ?? ''
  await audit(ports.db, { ...entry, at: ports.clock(), userId: `payer ${subject}`, uniformNo: '', ip: caller.ip })
}
