import type { UserActionResponse } from '../../../contract/call-responses'
import { nextUserStatus, type UserEvent, type UserStatus } from '../../../domain/access/portal-user'
import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/language'
import { maskedContact } from '../../access/masks'
import type { Call } from '../../call'
import type { Db } from '../../ports'
import { clearedLockout, type IssuedPassword, issuePassword, sendInitialPassword } from '../passwords'
import { disableUsersWithExpiredInitialPassword } from '../portal-user'
import { recordUserEvent, type SecurityEvent } from '../security-log'
import { type EndReason, endAllSessions } from '../sessions'
import { readConfirmation, requireConfirmation } from './confirmation'
import { notifyOfUserChange } from './notify'
import { auditAction, refuseOwnAccount, requireRemainingAdmin, type TargetUser, withTargetUser } from './rules'

/** Disables a user and ends their sessions at once. */
export const disableUser = (call: Call): Promise<UserActionResponse> =>
  runUserAction(call, 'disable', async (trx, target, status) => {
    await setStatus(trx, target, status)
    await endTargetSessions(trx, target, 'disabled')
    await requireRemainingAdmin(trx, String(target.user.UniformNo))
    return null
  })

/**
 * Enables a user; a user who has not chosen their current password gets a new initial one, because the previous one has
 * expired or may be known to others.
 */
export const enableUser = (call: Call): Promise<UserActionResponse> =>
  runUserAction(call, 'enable', (trx, target, status) =>
    status === 'Pending'
      ? issuePassword(call.ports, trx, Number(target.user.SerialId))
      : setStatus(trx, target, status).then(() => null),
  )

/** Sends a new initial password to a user; the old one becomes invalid and every session ends at once. */
export const resetUser = (call: Call): Promise<UserActionResponse> =>
  runUserAction(call, 'reset', async (trx, target) => {
    const issued = await issuePassword(call.ports, trx, Number(target.user.SerialId))
    await endTargetSessions(trx, target, 'reset')
    return issued
  })

/** Ends the sessions of a user without changing anything else. */
export const endUserSessions = async (call: Call): Promise<null> => {
  const user = await withTargetUser(call, async (trx, target) => {
    await endTargetSessions(trx, target, 'ended')
    return target.user
  })
  await recordEventAboutUser(call, 'sessions ended', user)
  return null
}

type UserAction = (trx: Db, target: TargetUser, status: UserStatus) => Promise<IssuedPassword | null>

/**
 * Runs an action on another user, after the caller has confirmed it by their own password, and notifies the company.
 */
const runUserAction = async (
  call: Call,
  event: keyof typeof eventNames,
  action: UserAction,
): Promise<UserActionResponse> => {
  const confirmation = await readConfirmation(call)
  // Runs first, because it may change the status of the user, which `withTargetUser` reads.
  await disableUsersWithExpiredInitialPassword(call.ports)
  const { user, status, issued } = await withTargetUser(call, async (trx, target) => {
    const next = nextStatus(target.user, event, await hasChosenPassword(trx, target.user))
    const { verb, object, audit } = eventNames[event]
    refuseOwnAccount(target.user, target.actor, verb)
    requireConfirmation(confirmation, `${verb}使用者 ${target.user.UserId} ${object && `的${object}`}`)
    const issuedPassword = await action(trx, target, next)
    await auditAction(target, audit)
    await notifyOfUserChange(call, trx, target.user, { action: event })
    return { user: target.user, status: next, issued: issuedPassword }
  })
  if (issued) sendInitialPassword(call.ports, issued)
  await recordEventAboutUser(call, eventNames[event].log, user)
  return { UserStatus: status, SentTo: issued && maskedContact('email', issued.user.email) }
}

/**
 * The names of each action: in the audit trail (`audit`), in refusals (`verb`, and `object` for what it changes of the
 * user), and in the security log (`log`).
 */
const eventNames = {
  disable: { audit: 'Disabled', verb: '停用', object: '', log: 'user disabled' },
  enable: { audit: 'Enabled', verb: '啟用', object: '', log: 'user enabled' },
  reset: { audit: 'ResetMima', verb: '重設', object: '密碼', log: 'initial password issued' },
} as const satisfies Partial<Record<UserEvent, object>>

const nextStatus = (user: RecordValues, event: keyof typeof eventNames, hasChosen: boolean): UserStatus => {
  const status = user.UserStatus as UserStatus
  const next = nextUserStatus(status, event, hasChosen)
  if (next !== null) return next
  throw new Refusal(
    '2006',
    `使用者 ${user.UserId} 目前為「${enumText('UserStatus', status)}」，不能${eventNames[event].verb}${eventNames[event].object}。`,
  )
}

/**
 * Returns whether the user chose their current password themselves; only such a password becomes valid again when the
 * user is enabled.
 */
const hasChosenPassword = async (trx: Db, user: RecordValues): Promise<boolean> => {
  const secret = await trx
    .selectFrom('portal_user_secret')
    .select('issued_at')
    .where('user_id', '=', Number(user.SerialId))
    .executeTakeFirst()
  return secret?.issued_at === null && user.MimaChangeTime !== null
}

/** Sets the status and clears the lockout. */
const setStatus = async (trx: Db, { user }: TargetUser, status: UserStatus): Promise<void> => {
  const id = Number(user.SerialId)
  await trx
    .updateTable('portal_user')
    .set({ user_status: status, login_error_count: 0 })
    .where('serial_id', '=', id)
    .execute()
  await trx.updateTable('portal_user_secret').set(clearedLockout).where('user_id', '=', id).execute()
}

const endTargetSessions = (trx: Db, { user, at }: TargetUser, reason: EndReason): Promise<void> =>
  endAllSessions(trx, Number(user.SerialId), reason, at)

/** Writes an event about a user to the security log; the user is a record of the resource `portalUser`. */
export const recordEventAboutUser = (
  call: Call,
  event: SecurityEvent['event'],
  { UniformNo, UserId }: RecordValues,
): Promise<void> => recordUserEvent(call, event, { uniform_no: String(UniformNo), user_id: String(UserId) })
