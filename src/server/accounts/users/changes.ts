import { protectedFields } from '../../../domain/access/portal-user'
import type { RecordValues } from '../../../schema/language/language'
import { requireSettledAdmin } from '../../access/cooling-off'
import type { Call } from '../../call'
import { contextOf, recordBody } from '../../context'
import { changedUserNote } from '../../notices/messages'
import { createRecord } from '../../records/create'
import { deleteRecord } from '../../records/delete'
import { updateRecord } from '../../records/update'
import { initialPasswordExpiry, issuePassword, sendInitialPassword } from '../passwords'
import { endAllSessions } from '../sessions'
import { recordEventAboutUser } from './actions'
import { readConfirmation, requireConfirmation } from './confirmation'
import { notifyOfUserChange } from './notify'
import {
  refuseOwnAccount,
  refuseRecentlyDeletedUserId,
  refuseRepeatedUserId,
  requireRemainingAdmin,
  validateNewUser,
  validateUserChange,
  withTargetUser,
} from './rules'

/**
 * Adds a user of the caller's company, after the caller has confirmed it by their own password, and sends the initial
 * password.
 */
export const createUser = async (call: Call): Promise<RecordValues> => {
  const { schemas } = call
  await requireSettledAdmin(call.ports, call.scope)
  const confirmation = await readConfirmation(call)
  const now = call.ports.clock()
  // The record is created with the expiry date that the password will have.
  const ports = { ...call.ports, clock: () => now }
  // Replaced once the password is issued; called after the transaction, because a message cannot be rolled back.
  let sendPassword = () => {}
  const record = await createRecord(contextOf(call), schemas.get('portalUser'), confirmation.body, {
    values: { MimaExpireDate: initialPasswordExpiry(now) },
    afterWrite: async (context, user) => {
      const { db } = context
      validateNewUser(context, user)
      await refuseRecentlyDeletedUserId(db, user, now)
      requireConfirmation(confirmation, `新增使用者 ${user.UserId} `)
      await db
        .insertInto('portal_user_secret')
        .values({ user_id: Number(user.SerialId), password_hash: '' })
        .execute()
      const issued = await issuePassword(ports, db, Number(user.SerialId))
      sendPassword = () => sendInitialPassword(ports, issued)
      await notifyOfUserChange(call, db, user, { action: 'create' })
    },
  }).catch((error: unknown) => refuseRepeatedUserId(recordBody(call.body).UserId, error))
  sendPassword()
  return record
}

/** Changes a user. If a protected field changes, requires the caller's own password and notifies the company. */
export const updateUser = async (call: Call): Promise<RecordValues> => {
  const confirmation = await readConfirmation(call)
  return withTargetUser(call, async (trx, { context, resource, key, user }) => {
    let changedFields: readonly string[] = []
    const updated = await updateRecord(context, resource, key, confirmation.body, {
      afterWrite: async (_, changedUser) => {
        validateUserChange(context, user, changedUser)
        await requireRemainingAdmin(trx, String(changedUser.UniformNo))
        changedFields = protectedFields.filter((name) => user[name] !== changedUser[name])
      },
    })
    const labels = resource.fields.filter(({ name }) => changedFields.includes(name)).map(({ label }) => label)
    if (labels.length === 0) return updated
    requireConfirmation(confirmation, `變更使用者 ${user.UserId} 的${labels.join('、')}`, changedUserNote)
    await notifyOfUserChange(call, trx, updated, { action: 'update', labels })
    return updated
  })
}

/**
 * Deletes a user, after the caller has confirmed it by their own password; the user's actions stay in the audit trail.
 */
export const deleteUser = async (call: Call): Promise<null> => {
  const confirmation = await readConfirmation(call)
  const deleted = await withTargetUser(call, async (trx, { context, resource, key, user, actor, at }) => {
    refuseOwnAccount(user, actor, '刪除')
    // Before the deletion, which removes the address.
    await notifyOfUserChange(call, trx, user, { action: 'delete' })
    await deleteRecord(context, resource, key)
    await trx.deleteFrom('portal_user_secret').where('user_id', '=', Number(user.SerialId)).execute()
    await trx.deleteFrom('one_time_password').where('user_id', '=', Number(user.SerialId)).execute()
    await endAllSessions(trx, Number(user.SerialId), 'removed', at)
    await requireRemainingAdmin(trx, String(user.UniformNo))
    requireConfirmation(confirmation, `刪除使用者 ${user.UserId} `)
    return user
  })
  await recordEventAboutUser(call, 'user removed', deleted)
  return null
}
