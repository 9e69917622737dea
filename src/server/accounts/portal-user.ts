import { type SqlBool, sql } from 'kysely'
import type { CompanyData } from '../../contract/call-responses'
import { passwordAge } from '../../domain/access/password'
import { coolingOffStart, pendingDays } from '../../domain/access/portal-user'
import { daysBetween, taipeiToday } from '../../domain/dates/dates'
import { hasUserIdFormat } from '../../domain/identifiers/user-id'
import { isClockTrusted } from '../database/clock-check'
import type { Row } from '../database/tables'
import type { Ports } from '../ports'

type UserRow = Row<'portal_user'>

/** A company's or the bank's user with the data for signing in. */
export interface PortalUser
  extends ActingUser,
    Contacts,
    Pick<UserRow, 'serial_id' | 'user_name' | 'last_login_time' | 'last_login_ip'>,
    Pick<Row<'portal_user_secret'>, 'password_hash'> {
  readonly customer_name: NonNullable<Row<'customer'>['customer_name']>
  /** The hashes of earlier passwords, newest first. */
  readonly previous_hashes: readonly string[]
}

/**
 * The e-mail address and mobile number for messages to a user.
 * During the cooling-off period after a change, they are the values before the change.
 */
export type Contacts = Pick<UserRow, 'email' | 'mobile'>

/** A user with the columns that decide what they may see. */
export interface ActingUser extends PasswordState, Pick<UserRow, 'uniform_no' | 'user_id' | 'role_id' | 'apply_codes'> {
  /** Null for a company that was deleted. */
  readonly customer_status: Row<'customer'>['customer_status'] | null
}

/** The condition for the agreements `a` of the user `u`. A user can have only agreements of their own company. */
const isUsersAgreement = sql<SqlBool>`a.uniform_no = u.uniform_no and u.apply_codes ? a.apply_code`

/**
 * The columns of an acting user, from `portal_user u`.
 * Every request reads them.
 * They are subqueries, because planning a join of all these tables would take longer than running it.
 */
export const actingColumns = sql`
  u.uniform_no, u.user_id, u.role_id, u.user_status, u.mima_change_time,
  (select c.customer_status from customer c where c.uniform_no = u.uniform_no) as customer_status,
  (select s.issued_at from portal_user_secret s where s.user_id = u.serial_id) as issued_at,
  (
    select coalesce(jsonb_agg(a.apply_code order by a.apply_code), '[]')
    from agreement a
    where ${isUsersAgreement}
  ) as apply_codes`

const userSelect = (now: Date) => sql`
  select
    u.serial_id, c.customer_name, u.user_name, u.last_login_time, u.last_login_ip, s.password_hash, s.previous_hashes,
    ${contactColumns(now)},
    ${actingColumns}
  from portal_user u
  join customer c on c.uniform_no = u.uniform_no
  join portal_user_secret s on s.user_id = u.serial_id`

/**
 * Returns the columns of a user's {@link Contacts}, from `portal_user u`.
 * Values before a change are read from the audit trail, because no other table stores them.
 */
export const contactColumns = (now: Date) =>
  sql`${contactColumn('Email', now)} as email, ${contactColumn('Mobile', now)} as mobile`

const contactColumn = (field: 'Email' | 'Mobile', now: Date) => sql`
  coalesce(
    (
      select a.before ->> ${sql.lit(field)}
      from audit_log a
      where a.resource = 'portalUser'
        and a.record_key = u.serial_id::text
        and a.at > ${coolingOffStart(now).toISOString()}::timestamptz
        and a.before ->> ${sql.lit(field)} <> a.after ->> ${sql.lit(field)}
      order by a.id
      limit 1
    ),
    ${sql.ref(`u.${field.toLowerCase()}`)}
  )`

type UserPorts = Pick<Ports, 'db' | 'clock'>

/** Returns the user of a company by the user id, regardless of case; undefined if there is none. */
export const findUser = async (
  { db, clock }: UserPorts,
  uniformNo: string,
  userId: string,
): Promise<PortalUser | undefined> => {
  if (!hasUserIdFormat(userId)) return undefined
  const { rows } =
    await sql<PortalUser>`${userSelect(clock())} where u.uniform_no = ${uniformNo} and lower(u.user_id) = lower(${userId})`.execute(
      db,
    )
  return rows[0]
}

/** Returns the user with that serial id; undefined if there is none. */
export const getUser = async ({ db, clock }: UserPorts, serialId: number): Promise<PortalUser | undefined> => {
  const { rows } = await sql<PortalUser>`${userSelect(clock())} where u.serial_id = ${serialId}`.execute(db)
  return rows[0]
}

/** Returns whether the bank has ended the contract with the user's company, or has deleted it. */
export const isCompanyClosed = ({ customer_status }: Pick<PortalUser, 'customer_status'>): boolean =>
  customer_status === null || customer_status === 'Terminated'

/** The columns that decide whether a user must change their password. */
interface PasswordState extends Pick<UserRow, 'user_status' | 'mima_change_time'> {
  /** When the password was issued to the user; null for one that the user chose. */
  readonly issued_at: Row<'portal_user_secret'>['issued_at']
}

/** Returns why the user must change the password before any other call; null if no change is required. */
export const passwordChangeReason = (user: PasswordState, at: Date): CompanyData['MustChangeReason'] => {
  if (user.user_status === 'Pending' || user.issued_at !== null) return 'First'
  return daysOld(user, at) >= passwordAge.force ? 'Expired' : null
}

/** Returns the days until the password must be changed; null while the password is too new for a warning. */
export const passwordDaysLeft = (user: PasswordState, at: Date): number | null => {
  const age = daysOld(user, at)
  return age < passwordAge.warn ? null : Math.max(0, passwordAge.force - age)
}

const daysOld = ({ mima_change_time }: PasswordState, at: Date): number =>
  mima_change_time === null ? 0 : daysBetween(taipeiToday(new Date(mima_change_time)), taipeiToday(at))

/**
 * Disables users who have not replaced their initial password within 30 days; called every hour, and before users sign
 * in or are changed.
 * Does nothing while the clock is not trusted.
 */
export const disableUsersWithExpiredInitialPassword = async ({ db, clock }: UserPorts): Promise<void> => {
  const now = clock()
  const earliestValidIssue = new Date(now.getTime() - pendingDays * 86_400_000).toISOString()
  await db
    .updateTable('portal_user as u')
    .from('portal_user_secret as s')
    .set({ user_status: 'Disabled' })
    .whereRef('s.user_id', '=', 'u.serial_id')
    .where('u.user_status', '=', 'Pending')
    .where('s.issued_at', '<', earliestValidIssue)
    .where(isClockTrusted(now))
    .execute()
}

/**
 * Returns a hash with which the password for a nonexistent user is compared, so that the refusal takes as long as for
 * an existing user.
 */
export const dummyHash = ({ passwords }: Pick<Ports, 'passwords'>): Promise<string> => {
  dummy ??= passwords.hash('nobody has this password')
  return dummy
}

let dummy: Promise<string> | undefined
