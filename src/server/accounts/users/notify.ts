import type { RecordValues } from '../../../schema/language/language'
import { actorOf } from '../../access/caller'
import type { Call } from '../../http/call'
import type { Db } from '../../ports'
import { enqueueUserNotice } from '../user-notices'

/**
 * Enqueues notices about a new or a changed user to the administrators and checkers of the company, in the transaction of the change.
 * For a changed user, `labels` names the changed fields, and the user is notified as well. For a new user, who receives the initial password instead, `labels` is empty.
 */
export const notifyOfUserChange = async (
  { ports, scope }: Call,
  trx: Db,
  { UniformNo, SerialId, UserId }: RecordValues,
  labels: readonly string[],
): Promise<void> => {
  const notice = { kind: 'userChanged', userId: String(UserId), by: actorOf(scope), at: ports.clock().toISOString(), labels } as const
  const changedSerialId = labels.length === 0 ? null : Number(SerialId)
  for (const recipient of await recipients(trx, String(UniformNo), changedSerialId)) await enqueueUserNotice(ports, trx, recipient, notice)
}

// Users with the status Locked are notified as well: anybody can lock them by entering wrong passwords, and could otherwise suppress the notification.
const recipients = async (trx: Db, uniformNo: string, changedSerialId: number | null): Promise<readonly number[]> => {
  const users = await trx
    .selectFrom('portal_user')
    .select('serial_id')
    .where('uniform_no', '=', uniformNo)
    .where((where) =>
      where.or([
        where('serial_id', '=', changedSerialId),
        where.and([where('role_id', 'in', ['CustomerAdmin', 'CustomerChecker']), where('user_status', 'in', ['Enabled', 'Locked'])]),
      ]),
    )
    .orderBy('serial_id')
    .execute()
  return users.map(({ serial_id }) => serial_id)
}
