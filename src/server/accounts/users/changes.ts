import { adminMima } from '../../../contract/admin-mima'
import { protectedFields } from '../../../domain/access/portal-user'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/language'
import type { Call } from '../../http/call'
import { changedUserNote } from '../../notices/messages'
import { contextOf, recordBody } from '../../records/context'
import { createRecord } from '../../records/create'
import { deleteRecord } from '../../records/delete'
import { updateRecord } from '../../records/update'
import { readFields } from '../fields'
import { initialPasswordExpiry, issuePassword, requireOwnPassword, sendInitialPassword } from '../passwords'
import { endAllSessions, userOfSession } from '../sessions'
import { recordEventAboutUser } from './actions'
import { notifyOfUserChange } from './notify'
import { refuseOwnAccount, refuseRepeatedUserId, requireRemainingAdmin, validateNewUser, validateUserChange, withTargetUser } from './rules'

/** Adds a user of the caller's company and sends the initial password. */
export const createUser = async (call: Call): Promise<RecordValues> => {
  const { schemas } = call
  const now = call.ports.clock()
  // The record is created with the expiry date that the password will have.
  const ports = { ...call.ports, clock: () => now }
  // Replaced once the password is issued; called after the transaction, because a message cannot be rolled back.
  let sendPassword = () => {}
  const record = await createRecord(contextOf(call), schemas.get('portalUser'), call.body, {
    values: { MimaExpireDate: initialPasswordExpiry(now) },
    afterWrite: async (context, user) => {
      const { db } = context
      validateNewUser(context, user)
      await db
        .insertInto('portal_user_secret')
        .values({ user_id: Number(user.SerialId), password_hash: '' })
        .execute()
      const issued = await issuePassword(ports, db, Number(user.SerialId))
      sendPassword = () => sendInitialPassword(ports, issued)
      await notifyOfUserChange(call, db, user, [])
    },
  }).catch((error: unknown) => refuseRepeatedUserId(recordBody(call.body).UserId, error))
  sendPassword()
  return record
}

/** Changes a user. If a protected field changes, requires the caller's own password and notifies the company. */
export const updateUser = async (call: Call): Promise<RecordValues> => {
  const { [adminMima]: password, ...body } = recordBody(call.body)
  const isConfirmed = await isConfirmedByPassword(call, password)
  return withTargetUser(call, async (trx, { context, resource, key, user }) => {
    let changedFields: readonly string[] = []
    const updated = await updateRecord(context, resource, key, body, {
      afterWrite: async (_, changedUser) => {
        validateUserChange(context, user, changedUser)
        await requireRemainingAdmin(trx, String(changedUser.UniformNo))
        changedFields = protectedFields.filter((name) => user[name] !== changedUser[name])
      },
    })
    const changedLabels = resource.fields.filter(({ name }) => changedFields.includes(name)).map(({ label }) => label)
    if (changedFields.length > 0 && !isConfirmed) throw passwordRequiredRefusal(user, changedLabels)
    if (changedLabels.length > 0) await notifyOfUserChange(call, trx, updated, changedLabels)
    return updated
  })
}

/** Returns whether the caller has confirmed a change by their own password; throws a refusal if the password is wrong. */
const isConfirmedByPassword = async (call: Call, value: unknown): Promise<boolean> => {
  const { [adminMima]: password } = readFields({ [adminMima]: value }, confirmationFields)
  if (password === '') return false
  await requireOwnPassword(call, await userOfSession(call), { field: adminMima, password })
  return true
}

const confirmationFields = { [adminMima]: { label: '您的密碼', max: 256, isKeptAsTyped: true, optional: true } } as const

const passwordRequiredRefusal = ({ UserId }: RecordValues, labels: readonly string[]): Refusal => {
  const message = `變更使用者 ${UserId} 的${labels.join('、')}須輸入您自己的密碼確認，資料尚未儲存。${changedUserNote}`
  return new Refusal('2001', message, { [adminMima]: message })
}

/** Deletes a user; their actions stay in the audit trail. */
export const deleteUser = async (call: Call): Promise<null> => {
  const deleted = await withTargetUser(call, async (trx, { context, resource, key, user, actor, at }) => {
    refuseOwnAccount(user, actor, '刪除')
    await deleteRecord(context, resource, key)
    await trx.deleteFrom('portal_user_secret').where('user_id', '=', Number(user.SerialId)).execute()
    await trx.deleteFrom('one_time_password').where('user_id', '=', Number(user.SerialId)).execute()
    await endAllSessions(trx, Number(user.SerialId), 'removed', at)
    await requireRemainingAdmin(trx, String(user.UniformNo))
    return user
  })
  await recordEventAboutUser(call, 'user removed', deleted)
  return null
}
