import { sql } from 'kysely'
import type { Db } from '../ports'
import { randomId } from './keys'
import { type ActingUser, actingColumns } from './portal-user'
import type { SignedInKind } from './token'

/** A session as it stands in the database. */
export interface SessionRow {
  readonly session_id: string
  readonly kind: SignedInKind
  readonly subject: string
  readonly grants: Grants
  readonly login_time: string
  readonly last_seen: string
  readonly end_reason: EndReason | null
}

/** A session beside its user; all of the user is null where there is none. */
export type CompanySessionRow = SessionRow & (ActingUser | { readonly [Column in keyof ActingUser]: null })

/** What a payer's session proved. A company's session looks its user up instead. Both remember the sign-in before their own. */
export interface Grants {
  readonly payers?: readonly { readonly ApplyCode: string; readonly PayerId: string }[]
  readonly billIds?: readonly number[]
  readonly lastSignIn?: SignIn
  readonly twoFactors?: boolean
  /** There was more than a session can carry. */
  readonly cut?: boolean
}

/** When and from where somebody signed in; nulls for never. */
export interface SignIn {
  readonly time: string | null
  readonly ip: string | null
}

export type EndReason = 'logout' | 'superseded' | 'disabled' | 'reset' | 'removed' | 'changed' | 'ended' | 'locked' | 'clock'

interface NewSession {
  readonly kind: SignedInKind
  readonly subject: string
  readonly grants: Grants
  readonly ip: string
  readonly at: Date
}

/** Opens a session and answers its id. */
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

/** The session of that kind and id, ended ones included. */
export const findSession = (db: Db, kind: SignedInKind, sessionId: string): Promise<SessionRow | undefined> =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .$narrowType<Pick<SessionRow, 'kind' | 'grants' | 'end_reason'>>()
    .executeTakeFirst()

/** A company's or the bank's session of that id with its user as she is at the same moment; the user's columns are null when she is gone. */
export const findCompanySession = async (db: Db, sessionId: string): Promise<CompanySessionRow | undefined> => {
  const { rows } = await sql<CompanySessionRow>`
    select ${sql.join(sessionColumns.map(sql.ref))}, ${actingColumns}
    from session
    left join portal_user u on u.serial_id = session.subject::bigint
    where session_id = ${sessionId} and kind = 'company'`.execute(db)
  return rows[0]
}

/** Notes that the session was used; once a minute is enough for the idle end. */
export const touchSession = async (db: Db, session: SessionRow, at: Date): Promise<void> => {
  if (at.getTime() - Date.parse(session.last_seen) < 60_000) return
  await db.updateTable('session').set({ last_seen: at.toISOString() }).where('session_id', '=', session.session_id).execute()
}

/** Ends one session. */
export const endSession = async (db: Db, sessionId: string, reason: EndReason, at: Date): Promise<void> => {
  await endSessions(db, reason, at).where('session_id', '=', sessionId).execute()
}

/** Ends every session of a subject, such as a user who is disabled or signs in anew. */
export const endSessionsOf = async (db: Db, { kind, subject }: Pick<NewSession, 'kind' | 'subject'>, reason: EndReason, at: Date): Promise<void> => {
  await endSessions(db, reason, at).where('kind', '=', kind).where('subject', '=', subject).execute()
}

const endSessions = (db: Db, reason: EndReason, at: Date) =>
  db.updateTable('session').set({ ended_at: at.toISOString(), end_reason: reason }).where('ended_at', 'is', null)
