import { sql } from 'kysely'
import { coolingOffEnd, coolingOffStart } from '../../../domain/access/portal-user'
import { messageEndTime } from '../../../domain/dates/message-time'
import { contactProblem, userIdProblem } from '../../../domain/identifiers/user-id'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import { actorOf, canAssignRole, companyOf } from '../../access/caller'
import { requireSettledAdmin } from '../../access/cooling-off'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf, throwIfFieldErrors } from '../../context'
import { uniqueViolation } from '../../database/errors'
import { userIdIndex } from '../../database/user-id-index'
import type { Db } from '../../ports'
import type { RecordContext, RecordKey } from '../../record-context'
import { findRecord } from '../../records/get'

/**
 * Validates what the schema cannot express about a new user: the user id differs from the user's contact data, and the
 * company may assign the role.
 */
export const validateNewUser = (context: RecordContext, user: RecordValues): void => {
  const problem = userIdProblem(String(user.UserId), {
    uniformNo: String(user.UniformNo),
    mobile: String(user.Mobile),
    email: String(user.Email),
  })
  if (problem !== null) throwIfFieldErrors({ UserId: problem })
  refuseUnassignableRole(context, user)
}

/**
 * Throws a refusal (2003) if the error is a user id that another user of the company already has, perhaps in another
 * case; rethrows any other error.
 */
export const refuseRepeatedUserId = (userId: unknown, error: unknown): never => {
  if (uniqueViolation(error) !== userIdIndex) throw error
  const message = `使用者代號「${userId}」已經存在（不分大小寫），請改用其他使用者代號。`
  throw new Refusal('2003', message, { UserId: message })
}

/**
 * Throws a refusal (2006) if a user with this user id was deleted less than 24 hours ago, regardless of case; otherwise
 * a user could be given another address by deleting and creating them.
 * Called after the new user is written: the unique index makes this wait for a deletion that has not ended yet, whose
 * audit line is then visible.
 */
export const refuseRecentlyDeletedUserId = async (
  trx: Db,
  { UniformNo, UserId }: RecordValues,
  now: Date,
): Promise<void> => {
  // Only users of the same company delete a user, so the company of the audit line is that of the deleted user.
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at
    from audit_log
    where uniform_no = ${UniformNo}
      and at > ${coolingOffStart(now).toISOString()}::timestamptz
      and resource = 'portalUser'
      and action = 'Delete'
      and lower(before ->> 'UserId') = lower(${UserId})`.execute(trx)
  const deletedAt = rows[0]?.at
  if (!deletedAt) return
  const end = messageEndTime(coolingOffEnd(new Date(deletedAt)))
  const message = `使用者代號「${UserId}」的帳號剛刪除，${end} 以前不能再新增（不分大小寫），請改用其他使用者代號。`
  throw new Refusal('2006', message, { UserId: message })
}

/**
 * Validates what the schema cannot express about a changed user.
 * The user id never changes, so only changed contact data are compared with it.
 */
export const validateUserChange = (context: RecordContext, before: RecordValues, after: RecordValues): void => {
  const userId = String(after.UserId)
  const email = after.Email === before.Email ? null : contactProblem(userId, { email: String(after.Email) })
  const mobile = after.Mobile === before.Mobile ? null : contactProblem(userId, { mobile: String(after.Mobile) })
  throwIfFieldErrors({ ...(email && { Email: email }), ...(mobile && { Mobile: mobile }) })
  refuseUnassignableRole(context, after)
}

const refuseUnassignableRole = (context: RecordContext, user: RecordValues): void => {
  if (!canAssignRole(context, String(user.RoleId)))
    throwIfFieldErrors({ RoleId: '這個角色由銀行使用，請從清單中選擇。' })
}

/**
 * Throws a refusal if a change has left the company without an administrator.
 * Must be called in the transaction, after the change.
 */
export const requireRemainingAdmin = async (trx: Db, uniformNo: string): Promise<void> => {
  const admin = await trx
    .selectFrom('portal_user')
    .select('serial_id')
    .where('uniform_no', '=', uniformNo)
    .where('role_id', '=', 'CustomerAdmin')
    .where('user_status', 'in', ['Enabled', 'Locked'])
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw new Refusal('2006', '貴公司至少須保留一位啟用中的企業管理者，請先指派另一位企業管理者。')
}

/**
 * Locks the rows of the company's users until the transaction ends; otherwise two administrators could disable each
 * other at the same time.
 */
const lockUsers = async (trx: Db, uniformNo: string): Promise<void> => {
  // A sign-in locks the row of the password before the row of the user; the opposite order here could cause a deadlock.
  // `user_id` of the password is the serial id of the user.
  const users = trx.selectFrom('portal_user').select('serial_id').where('uniform_no', '=', uniformNo)
  await trx
    .selectFrom('portal_user_secret')
    .select('user_id')
    .where('user_id', 'in', users)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  await users.orderBy('serial_id').forUpdate().execute()
}

/** Throws a refusal if the caller acts on their own account. */
export const refuseOwnAccount = (user: RecordValues, actor: string, action: string): void => {
  if (isOwnAccount(user, actor)) throw new Refusal('2006', `不能${action}自己的帳號，請由另一位企業管理者辦理。`)
}

const isOwnAccount = ({ UserId }: RecordValues, actor: string): boolean =>
  String(UserId).toLowerCase() === actor.toLowerCase()

/** The user that a call changes, in a transaction that has locked the rows of all users of their company. */
export interface TargetUser {
  readonly context: RecordContext
  readonly resource: Resource
  readonly key: RecordKey
  /** The user before the change. */
  readonly user: RecordValues
  readonly actor: string
  readonly at: Date
}

/**
 * Runs the work on the user that the path identifies, in a transaction that has locked all users of the company.
 * Throws a refusal if the caller is too new to manage other users.
 * A user of another company causes the same refusal as one that does not exist.
 */
export const withTargetUser = <T>(call: Call, work: (trx: Db, target: TargetUser) => Promise<T>): Promise<T> => {
  const resource = call.schemas.get('portalUser')
  const key = keyOf(resource, call)
  return call.ports.db.transaction().execute(async (trx) => {
    const context = { ...contextOf(call), db: trx }
    await lockUsers(trx, companyOf(call.scope))
    const user = await findRecord(context, resource, key, { lock: true })
    if (!isOwnAccount(user, actorOf(call.scope))) await requireSettledAdmin({ ...call.ports, db: trx }, call.scope)
    return work(trx, { context, resource, key, user, actor: actorOf(call.scope), at: call.ports.clock() })
  })
}

/** Writes the line of the audit trail for an action on a user. */
export const auditAction = async ({ context, resource, key, user }: TargetUser, action: string): Promise<void> =>
  auditRecord(context, resource, { action, key, before: user, after: await findRecord(context, resource, key) })
