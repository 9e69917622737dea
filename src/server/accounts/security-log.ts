import { sql } from 'kysely'
import { isIdNo, normalizeIdNo } from '../../domain/identifiers/id-no'
import { maskedIdNo } from '../access/masks'
import type { Call } from '../call'
import type { Db } from '../ports'
import { isSameNetwork } from '../security/rate-limit'

/** A sign-in event or an account event; never contains a password, token or full personal id. */
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
    | 'wrong confirming password'
    | 'initial password issued'
    | 'user disabled'
    | 'user enabled'
    | 'user removed'
    | 'sessions ended'
  readonly kind: 'company' | 'payer'
  readonly uniformNo?: string
  /** The user id of a user; for a payer, the agreement and the payer code, or `bill` and the key of the bill. */
  readonly subject?: string
}

/** Time and address of a sign-in; null if there was none. */
export interface SignIn {
  readonly time: string | null
  readonly ip: string | null
}

/** Returns the subject, masked if it is a personal id: users may have entered one as their user id. */
export const maskPersonalId = (subject: string): string =>
  isIdNo(normalizeIdNo(subject)) ? maskedIdNo(subject) : subject

/** Records an event of a user of a company or of the bank. */
export const recordUserEvent = (
  call: Call,
  event: SecurityEvent['event'],
  user: { readonly uniform_no: string; readonly user_id: string },
): Promise<void> => recordEvent(call, { event, kind: 'company', uniformNo: user.uniform_no, subject: user.user_id })

/** Records the event in the security log, and logs it for the operator. */
export const recordEvent = async (
  { ports, client }: Call,
  { event, kind, uniformNo, subject }: SecurityEvent,
): Promise<void> => {
  ports.log.info(event, { kind })
  await ports.db
    .insertInto('security_log')
    .values({
      log_time: ports.clock().toISOString(),
      event,
      kind,
      uniform_no: uniformNo ?? null,
      subject: subject === undefined ? null : maskPersonalId(subject),
      ip: client.ip,
      user_agent: client.userAgent.slice(0, 200),
    })
    .execute()
}

// The queries below contain kind and event as literals, not as parameters, so that PostgreSQL can use the partial
// indexes on sign-ins.

/** Returns when and from where a payer last signed in. */
export const lastPayerLogin = async (db: Db, subject: string): Promise<SignIn> => {
  const last = await payerLogins(db, subject)
    .select(['log_time as time', 'ip'])
    .orderBy('log_time', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { time: null, ip: null }
}

/** Returns whether a company user has signed in before from the network of the address. */
export const hasSignedInFrom = async (
  db: Db,
  user: { readonly uniformNo: string; readonly subject: string },
  address: string,
): Promise<boolean> => {
  const rows = await db
    .selectFrom('security_log')
    .select('ip')
    .distinct()
    .where('kind', '=', sql.lit('company'))
    .where('event', '=', sql.lit('login'))
    .where('uniform_no', '=', user.uniformNo)
    .where(sql`lower(subject)`, '=', maskPersonalId(user.subject).toLowerCase())
    .execute()
  return rows.some(({ ip }) => isSameNetwork(ip, address))
}

/** Returns whether a payer has signed in before from the network of the address. */
export const hasPayerSignedInFrom = async (db: Db, subject: string, address: string): Promise<boolean> => {
  const rows = await payerLogins(db, subject).select('ip').distinct().execute()
  return rows.some(({ ip }) => isSameNetwork(ip, address))
}

const payerLogins = (db: Db, subject: string) =>
  db
    .selectFrom('security_log')
    .where('kind', '=', sql.lit('payer'))
    .where('event', '=', sql.lit('login'))
    .where('subject', '=', subject)

/**
 * Returns the uniform number and the user id of a user for the log.
 * A user id that is the id number of a person is masked.
 */
export const userForLog = (uniformNo: string, userId: string): string => `${uniformNo}/${maskPersonalId(userId)}`
