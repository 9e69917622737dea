import { isBankRole } from '../../domain/access/roles'
import { HttpRefusal, type RequestLogEntry } from '../call'
import type { Ports } from '../ports'
import type { Scope } from '../scope'
import { readToken, type SignedInKind } from '../security/token'
import { isCompanyClosed, passwordChangeReason } from './portal-user'
import { userForLog } from './security-log'
import {
  type CompanySessionRow,
  endSession,
  findCompanySession,
  findSession,
  idleEnd,
  type SessionRow,
  touchSession,
} from './sessions'

/**
 * Returns the scope of a token's session and extends the session, unless the call is polled.
 * Throws a refusal (401) if the token is forged, or if the session has ended, was idle too long or is of another kind
 * than the call requires.
 */
export const readSession = async (
  ports: Ports,
  token: string,
  { kind, polled = false, logEntry }: SessionRequest,
): Promise<Scope> => {
  const session = await findActiveSession(ports, token, { kind, logEntry })
  if (!polled) await touchSession(ports.db, session, ports.clock())
  return 'user_id' in session ? requireUserScope(ports, session) : payerScope(session)
}

interface SessionRequest {
  readonly kind: SignedInKind
  /** Whether pages repeat the call automatically; such calls do not extend the session. */
  readonly polled?: boolean | undefined
  /** The log entry to which the user is added, even if the session has ended. */
  readonly logEntry: RequestLogEntry
}

const findActiveSession = async (
  ports: Ports,
  token: string,
  { kind, logEntry }: SessionRequest,
): Promise<SessionRow | CompanySessionRow> => {
  const sessionId = await readToken(ports, kind, token)
  if (sessionId === undefined) throw new HttpRefusal(401, notSignedIn)
  const session =
    kind === 'payer' ? await findSession(ports.db, kind, sessionId) : await findCompanySession(ports.db, sessionId)
  if (session === undefined) throw new HttpRefusal(401, notSignedIn)
  logEntry.user = loggedUserOf(session)
  if (session.end_reason !== null) throw new HttpRefusal(401, messagesByEndReason[session.end_reason])
  if (isIdle(session, ports)) throw new HttpRefusal(401, '您已閒置過久，系統已將您登出，請重新登入。')
  return session
}

/**
 * Returns the text that identifies the user of a session in the log.
 * For a payer, it contains only the agreement, because the payer's own number is personal data.
 */
const loggedUserOf = (session: SessionRow | CompanySessionRow): string => {
  if ('user_id' in session)
    return session.user_id === null ? 'removed user' : userForLog(session.uniform_no, session.user_id)
  return ['payer', session.grants.payers?.[0]?.ApplyCode].filter(Boolean).join(' of ')
}

const notSignedIn = '您尚未登入或登入狀態已失效，請重新登入。'

/** The messages to users whose session has ended, by the stored reason (see `EndReason` in `sessions.ts`). */
const messagesByEndReason = {
  logout: '您已登出，請重新登入。',
  superseded: '您已在另一處登入，此處的登入狀態已結束，請重新登入。',
  disabled: '您的帳號已停用，請洽貴單位的企業管理者。',
  reset: '您的密碼已變更，請以新密碼重新登入。',
  locked: '密碼連續錯誤多次，帳號已鎖定，請稍後重新登入。',
  changed: '您的密碼已變更，請以新密碼重新登入。',
  ended: '您的登入狀態已由企業管理者結束，請重新登入。',
  removed: '您的帳號已刪除，請洽貴單位的企業管理者。',
} as const

const isIdle = (session: SessionRow, ports: Ports): boolean => ports.clock() > idleEnd(session.last_seen, ports)

const payerScope = (session: SessionRow): Scope => ({
  kind: 'payer',
  sessionId: session.session_id,
  payers: session.grants.payers ?? [],
  billIds: session.grants.billIds ?? [],
  hasMobileAndIdentity: session.grants.twoFactors ?? false,
})

/**
 * Returns the scope of a user of a company or of the bank.
 * If the user is disabled or removed, or the company is closed, ends the session and throws a refusal.
 */
const requireUserScope = async (ports: Ports, session: CompanySessionRow): Promise<Scope> => {
  const scope = scopeOfUser(ports, session)
  if (scope) return scope
  await endSession(ports.db, session.session_id, 'disabled', ports.clock())
  throw new HttpRefusal(401, messagesByEndReason.disabled)
}

/**
 * Returns the scope of a session with its user; undefined if the user is disabled or removed, or the company is closed.
 */
const scopeOfUser = (
  { clock }: Pick<Ports, 'clock'>,
  { session_id: sessionId, grants, ...user }: CompanySessionRow,
): Scope | undefined => {
  if (user.user_id === null || user.user_status === 'Disabled' || isCompanyClosed(user)) return undefined
  const base = {
    sessionId,
    userId: user.user_id,
    role: user.role_id,
    mustChangeMima: passwordChangeReason(user, clock()) !== null,
  }
  return isBankRole(user.role_id)
    ? { kind: 'bank', ...base, ...(grants.reason === undefined ? {} : { reason: grants.reason }) }
    : { kind: 'company', uniformNo: user.uniform_no, applyCodes: user.apply_codes, ...base }
}
