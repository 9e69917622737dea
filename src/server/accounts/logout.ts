import type { Call, Handler } from '../http/call'
import { recordEvent, type SecurityEvent } from './security-log'
import { endSession, findSession } from './sessions'

/** Ends the caller's session for good; its token is worthless from now on, also after a restart. */
export const logout: Handler = async (call) => {
  const { ports, scope, caller } = call
  if (scope.kind === 'nobody') return null
  await endSession(ports.db, scope.sessionId, 'logout', ports.clock())
  await recordEvent(ports, caller, { event: 'logout', ...(await whoLeaves(call)) })
  return null
}

/** Named as the sign-in names them. */
const whoLeaves = async ({ ports, scope }: Call): Promise<Omit<SecurityEvent, 'event'>> => {
  if (scope.kind === 'company') return { kind: 'company', uniformNo: scope.uniformNo, subject: scope.userId }
  if (scope.kind === 'bank') return { kind: 'company', subject: scope.userId }
  return { kind: 'payer', subject: scope.kind === 'payer' ? (await findSession(ports.db, 'payer', scope.sessionId))?.subject : undefined }
}
