import { sql } from 'kysely'
import type { SessionInfo } from '../../contract/call-responses'
import { type Call, type Handler, HttpRefusal } from '../call'
import type { Row } from '../database/tables'
import { toTaipei } from '../database/times'
import type { Db, Ports } from '../ports'
import { randomId } from '../security/keys'
import type { SignedInKind } from '../security/token'
import { type ActingUser, actingColumns, getUser, type PortalUser } from './portal-user'
import { recordEvent, type SecurityEvent, type SignIn } from './security-log'

/** A session in the database. */
export interface SessionRow extends Pick<Row<'session'>, 'session_id' | 'subject' | 'login_time' | 'last_seen'> {
  readonly kind: SignedInKind
  readonly grants: Grants
  readonly end_reason: EndReason | null
}

/** A session with its user; the user's columns are null if the user was deleted. */
export type CompanySessionRow = SessionRow & (ActingUser | { readonly [Column in keyof ActingUser]: null })

/**
 * What a sign-in stores in its session.
 * A payer's session stores the payers and bills that it may access.
 * A session of a company's or the bank's user stores neither, because its access depends on the user.
 * All sessions store the previous sign-in.
 */
export interface Grants {
  readonly payers?: readonly { readonly ApplyCode: string; readonly PayerId: string }[]
  readonly billIds?: readonly number[]
  readonly lastSignIn?: SignIn
  /** Why a bank user looks at personal data of companies. */
  readonly reason?: string
  /** Set if a mobile number matched together with an id or a payer code. Stored sessions use this name. */
  readonly twoFactors?: boolean
  /**
   * Set if payers or bills were left out because a session stores only a limited number (`maxGrants`).
   * Stored sessions use this name.
   */
  readonly cut?: boolean
}

/**
 * Why a session ended.
 * `ended`: the company's administrator ended it; `reset`: the password was reset; `removed`: the user was deleted;
 * `changed`: the user changed the password.
 */
export type EndReason = 'logout' | 'superseded' | 'disabled' | 'reset' | 'removed' | 'changed' | 'ended' | 'locked'

interface NewSession extends Pick<SessionRow, 'kind' | 'subject' | 'grants'> {
  readonly ip: string
  readonly at: Date
}

/** Opens a session and returns its id. */
export const openSession = async (db: Db, { kind, subject, grants, ip, at }: NewSession): Promise<string> => {
  const session_id = randomId()
  const now = at.toISOString()
  await db
    .insertInto('session')
    .values({ session_id, kind, subject, grants: JSON.stringify(grants), login_time: now, last_seen: now, ip })
    .execute()
  return session_id
}

const sessionColumns = ['session_id', 'kind', 'subject', 'grants', 'login_time', 'last_seen', 'end_reason'] as const

/** Returns the session of that kind and id, even if it has ended. */
export const findSession = (db: Db, kind: SignedInKind, sessionId: string): Promise<SessionRow | undefined> =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .$narrowType<Pick<SessionRow, 'kind' | 'grants' | 'end_reason'>>()
    .executeTakeFirst()

/**
 * Returns a company's or the bank's session with the current state of its user; the user's columns are null if the user
 * was deleted.
 */
export const findCompanySession = async (db: Db, sessionId: string): Promise<CompanySessionRow | undefined> => {
  const { rows } = await sql<CompanySessionRow>`
    select ${sql.join(sessionColumns.map(sql.ref))}, ${actingColumns}
    from session
    left join portal_user u on u.serial_id = session.subject::bigint
    where session_id = ${sessionId} and kind = 'company'`.execute(db)
  return rows[0]
}

/** Updates the time of the session's last use, at most once a minute. */
export const touchSession = async (db: Db, session: SessionRow, at: Date): Promise<void> => {
  if (!isTouchDue(session, at)) return
  await db
    .updateTable('session')
    .set({ last_seen: at.toISOString() })
    .where('session_id', '=', session.session_id)
    .execute()
}

/** Returns whether the time of the session's last use must be updated. */
const isTouchDue = ({ last_seen }: Pick<SessionRow, 'last_seen'>, at: Date): boolean =>
  at.getTime() - Date.parse(last_seen) >= 60_000

/** Ends one session. */
export const endSession = async (db: Db, sessionId: string, reason: EndReason, at: Date): Promise<void> => {
  await endingUpdate(db, reason, at).where('session_id', '=', sessionId).execute()
}

/** Ends every session of a company's or the bank's user, for example when the user is disabled or signs in again. */
export const endAllSessions = async (db: Db, userId: number, reason: EndReason, at: Date): Promise<void> => {
  await endingUpdate(db, reason, at).where('kind', '=', 'company').where('subject', '=', String(userId)).execute()
}

/** Ends every session of a payer, who has signed in again. */
export const endPayerSessions = async (db: Db, subject: string, at: Date): Promise<void> => {
  await endingUpdate(db, 'superseded', at).where('kind', '=', 'payer').where('subject', '=', subject).execute()
}

const endingUpdate = (db: Db, reason: EndReason, at: Date) =>
  db.updateTable('session').set({ ended_at: at.toISOString(), end_reason: reason }).where('ended_at', 'is', null)

/** Returns when a session ends if it is not used again. */
export const idleEnd = (lastSeen: string, { settings }: Pick<Ports, 'settings'>): Date =>
  new Date(Date.parse(lastSeen) + settings.sessionIdleMinutes * 60_000)

/** Returns the last 20 sessions of a user, newest first; the session of the call is marked as the current one. */
export const sessionsOf = async ({ ports, scope }: Call, userId: number): Promise<readonly SessionInfo[]> => {
  const rows = await ports.db
    .selectFrom('session')
    .select(['session_id', 'login_time', 'last_seen', 'ip', 'ended_at', 'end_reason'])
    .where('kind', '=', 'company')
    .where('subject', '=', String(userId))
    .orderBy('login_time', 'desc')
    .limit(20)
    .$narrowType<Pick<SessionEnd, 'end_reason'>>()
    .execute()
  return rows.map((row) => ({
    LoginTime: toTaipei(row.login_time),
    LastSeenTime: toTaipei(row.last_seen),
    IP: row.ip,
    ...sessionEnd(row, ports),
    Current: 'sessionId' in scope && row.session_id === scope.sessionId,
  }))
}

// The end of an idle session is not stored; it is computed from the last use.
const sessionEnd = (
  { ended_at, end_reason, last_seen }: SessionEnd,
  ports: Ports,
): Pick<SessionInfo, 'EndTime' | 'EndReason'> => {
  if (ended_at !== null) return { EndTime: toTaipei(ended_at), EndReason: end_reason }
  const end = idleEnd(last_seen, ports)
  return ports.clock() > end
    ? { EndTime: toTaipei(end.toISOString()), EndReason: 'idle' }
    : { EndTime: null, EndReason: null }
}

interface SessionEnd extends Pick<Row<'session'>, 'last_seen' | 'ended_at'> {
  readonly end_reason: SessionInfo['EndReason']
}

/** Returns the user of the call's session, and their previous sign-in. */
export const userOfSession = async ({ ports, scope }: Call): Promise<PortalUser & { readonly lastSignIn: SignIn }> => {
  const session =
    scope.kind === 'company' || scope.kind === 'bank'
      ? await findSession(ports.db, 'company', scope.sessionId)
      : undefined
  const user = session && (await getUser(ports, Number(session.subject)))
  if (user === undefined) throw new HttpRefusal(401, '您尚未登入或登入狀態已失效，請重新登入。')
  return { ...user, lastSignIn: session?.grants.lastSignIn ?? { time: null, ip: null } }
}

/** Ends the caller's session; its token stays invalid, even after a restart. */
export const logout: Handler = async (call) => {
  const { ports, scope } = call
  if (scope.kind === 'nobody') return null
  const subject = await sessionSubject(call)
  await endSession(ports.db, scope.sessionId, 'logout', ports.clock())
  await recordEvent(call, { event: 'logout', ...subject })
  return null
}

/**
 * Returns the kind, company and subject of the session for the security log.
 * The scope of a bank user has no company, so the company is read from the user's record.
 */
const sessionSubject = async (call: Call): Promise<Omit<SecurityEvent, 'event'>> => {
  const { ports, scope } = call
  if (scope.kind === 'company') return { kind: 'company', uniformNo: scope.uniformNo, subject: scope.userId }
  if (scope.kind === 'bank')
    return { kind: 'company', uniformNo: (await userOfSession(call)).uniform_no, subject: scope.userId }
  return {
    kind: 'payer',
    subject: scope.kind === 'payer' ? (await findSession(ports.db, 'payer', scope.sessionId))?.subject : undefined,
  }
}
