import { type Selectable, sql } from 'kysely'
import type { Tables } from '../database/tables'
import type { Db } from '../ports'
import type { MimaAge } from './mima-age'

type UserRow = Selectable<Tables['portal_user']>

/** A company's or the bank's user with what signing in needs to know. */
export interface PortalUser
  extends ActingUser,
    Pick<UserRow, 'serial_id' | 'user_name' | 'email' | 'mobile' | 'last_login_time' | 'last_login_ip'>,
    Pick<Selectable<Tables['portal_user_secret']>, 'password_hash'> {
  readonly customer_name: string
  /** Newest first. */
  readonly previous_hashes: readonly string[]
}

/** Who acts, and what that user may see. */
export interface ActingUser extends MimaAge, Pick<UserRow, 'uniform_no' | 'user_id' | 'role_id' | 'apply_codes'> {
  /** Null for a company that is gone. */
  readonly customer_status: string | null
}

/**
 * The columns of an acting user, from `portal_user u`. A user's agreements are those of the own company alone, whatever the user's row says.
 * Every request asks for them, and a join of all these tables would take the database longer to plan than all the rest of it.
 */
export const actingColumns = sql`
  u.uniform_no, u.user_id, u.role_id, u.user_status, u.mima_change_time,
  (select c.customer_status from customer c where c.uniform_no = u.uniform_no) as customer_status,
  (select s.issued_at from portal_user_secret s where s.user_id = u.serial_id) as issued_at,
  (
    select coalesce(jsonb_agg(a.apply_code order by a.apply_code), '[]')
    from agreement a
    where a.uniform_no = u.uniform_no and u.apply_codes ? a.apply_code
  ) as apply_codes`

const userSelect = sql`
  select
    u.serial_id, c.customer_name, u.user_name, u.email, u.mobile, u.last_login_time, u.last_login_ip, s.password_hash, s.previous_hashes,
    ${actingColumns}
  from portal_user u
  join customer c on c.uniform_no = u.uniform_no
  join portal_user_secret s on s.user_id = u.serial_id`

/** The user of that company and code; the code is compared without regard to case. */
export const findUser = async (db: Db, uniformNo: string, userId: string): Promise<PortalUser | undefined> => {
  const { rows } = await sql<PortalUser>`${userSelect} where u.uniform_no = ${uniformNo} and lower(u.user_id) = lower(${userId})`.execute(db)
  return rows[0]
}

/** The user of that number. */
export const getUser = async (db: Db, serialId: number): Promise<PortalUser | undefined> => {
  const { rows } = await sql<PortalUser>`${userSelect} where u.serial_id = ${serialId}`.execute(db)
  return rows[0]
}

/** True once the bank has ended the contract with the user's company, or knows it no more. */
export const isClosed = ({ customer_status }: Pick<PortalUser, 'customer_status'>): boolean => customer_status === null || customer_status === 'Terminated'
