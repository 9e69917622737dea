import type { RecordValues } from '../../../schema/language/language'
import type { Call } from '../../http/call'
import { asEmail, contactChangedLetter } from '../../notices/letters'
import { contextOf } from '../../records/context'
import { createRecord } from '../../records/create'
import { deleteRecord } from '../../records/delete'
import { updateRecord } from '../../records/update'
import { newInitialPassword, sendInitialPassword, storeInitialPassword } from '../passwords'
import { endSessionsOf } from '../sessions'
import { recipientOf, recordEventOf } from './actions'
import { refuseOwnAccount, requireAdmin, validateNewUser, validateUserChange, withLockedUser } from './rules'

/** Adds a user of the caller's company and sends the initial password. */
export const createUser = async (call: Call): Promise<RecordValues> => {
  const { ports, schemas } = call
  let sendPassword = () => {}
  const record = await createRecord(contextOf(call), schemas.get('portalUser'), call.body, {
    afterWrite: async ({ db }, user) => {
      await validateNewUser(db, user)
      const to = await recipientOf(db, user)
      const password = newInitialPassword(to)
      await db
        .insertInto('portal_user_secret')
        .values({ user_id: Number(user.SerialId), password_hash: '' })
        .execute()
      await storeInitialPassword(db, Number(user.SerialId), await ports.passwords.hash(password), ports.clock())
      sendPassword = () => sendInitialPassword(ports, to, password)
    },
  })
  sendPassword()
  return record
}

/** Changes a user; the former e-mail address is notified of changed contact data. */
export const updateUser = async (call: Call): Promise<RecordValues> => {
  const { ports, body } = call
  const { before, after, record } = await withLockedUser(call, async (trx, { context, resource, key, user }) => {
    let changed = user
    const answer = await updateRecord(context, resource, key, body, {
      afterWrite: async (_, next) => {
        validateUserChange(user, next)
        await requireAdmin(trx, String(next.UniformNo))
        changed = next
      },
    })
    return { before: user, after: changed, record: answer }
  })
  if (before.Email !== after.Email || before.Mobile !== after.Mobile) {
    ports.notices.post(asEmail(String(before.Email), contactChangedLetter(await recipientOf(ports.db, after))))
  }
  return record
}

/** Deletes a user; their actions stay in the audit trail. */
export const deleteUser = async (call: Call): Promise<null> => {
  const deleted = await withLockedUser(call, async (trx, { context, resource, key, user, actor, at }) => {
    refuseOwnAccount(user, actor, '刪除')
    await deleteRecord(context, resource, key)
    await trx.deleteFrom('portal_user_secret').where('user_id', '=', Number(user.SerialId)).execute()
    await trx.deleteFrom('one_time_password').where('user_id', '=', Number(user.SerialId)).execute()
    await endSessionsOf(trx, Number(user.SerialId), 'removed', at)
    await requireAdmin(trx, String(user.UniformNo))
    return user
  })
  await recordEventOf(call, 'user removed', deleted)
  return null
}
