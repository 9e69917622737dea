import { sql } from 'kysely'
import { isIdNo, normalizeIdNo } from '../../domain/id-no'
import { mask } from '../../domain/mask'
import type { Caller } from '../call'
import type { Db, Ports } from '../ports'
import type { SignIn } from './session-store'

/** One thing worth remembering about signing in; never a password, token or full personal id. */
export interface SecurityEvent {
  readonly event:
    | 'login'
    | 'logout'
    | 'wrong login'
    | 'refused while locked'
    | 'refused while disabled'
    | 'one-time password asked for'
    | 'one-time password right'
    | 'one-time password wrong'
    | 'password reset by one-time password'
    | 'password changed'
    | 'wrong old password'
    | 'initial password issued'
    | 'user disabled'
    | 'user enabled'
    | 'user removed'
    | 'sessions ended'
  readonly kind: 'company' | 'payer'
  readonly uniformNo?: string
  readonly subject?: string
}

/** What somebody typed as a user code may be a personal id. */
const kept = (subject: string): string => (isIdNo(normalizeIdNo(subject)) ? mask('idNo', subject) : subject)

/** Keeps the event for five years and tells the operator's log. */
export const recordEvent = async (ports: Ports, caller: Caller, { event, kind, uniformNo, subject }: SecurityEvent): Promise<void> => {
  ports.log.info(event, { kind })
  await sql`
    insert into security_log (log_time, event, kind, uniform_no, subject, ip, user_agent)
    values (${ports.clock().toISOString()}::timestamptz, ${event}, ${kind}, ${uniformNo ?? null}, ${subject === undefined ? null : kept(subject)}, ${caller.ip}, ${caller.userAgent.slice(0, 200)})`.execute(
    ports.db,
  )
}

/** When and from where this payer signed in last. */
export const lastPayerLogin = async (db: Db, subject: string): Promise<SignIn> => {
  const { rows } = await sql<SignIn>`
    select log_time as time, ip
    from security_log
    where kind = 'payer' and event = 'login' and subject = ${subject}
    order by log_time desc
    limit 1`.execute(db)
  return rows[0] ?? { time: null, ip: null }
}
