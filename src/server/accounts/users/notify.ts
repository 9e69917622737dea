import { sql } from 'kysely'
import type { RecordValues } from '../../../schema/language/language'
import { actorOf } from '../../access/caller'
import type { Call } from '../../call'
import type { UserChange } from '../../notices/messages'
import type { Db } from '../../ports'
import { contactColumns } from '../portal-user'
import { enqueueUserNotice, type NoticeRecipient } from '../user-notices'

/**
 * Enqueues notices about a user to the administrators and checkers of the company and to the user, in the transaction
 * of the change; for a deletion before the user is deleted.
 * A new user is not notified: they receive the initial password.
 */
export const notifyOfUserChange = async (
  { ports, scope }: Call,
  trx: Db,
  user: RecordValues,
  change: UserChange,
): Promise<void> => {
  const at = ports.clock()
  const notice = {
    kind: 'userChanged',
    userId: String(user.UserId),
    by: actorOf(scope),
    at: at.toISOString(),
    ...change,
  } as const
  const isNew = change.action === 'create'
  for (const recipient of await recipients(trx, user, { isNew, at }))
    await enqueueUserNotice(ports, trx, recipient, notice)
}

/**
 * Returns the recipients with the addresses that they have now.
 * Of the administrators and checkers, only disabled ones are left out.
 * Locked ones and those with an initial password are notified as well: anybody can lock them by entering wrong
 * passwords, and an administrator can reset them, and could otherwise suppress the notification.
 */
const recipients = async (
  trx: Db,
  { UniformNo, SerialId }: RecordValues,
  { isNew, at }: { readonly isNew: boolean; readonly at: Date },
): Promise<readonly NoticeRecipient[]> => {
  const { rows } = await sql<NoticeRecipient>`
    select c.customer_name, u.user_id, ${contactColumns(at)}
    from portal_user u
    join customer c on c.uniform_no = u.uniform_no
    where u.uniform_no = ${UniformNo}
      and case
        when u.serial_id = ${SerialId} then not ${isNew}::boolean
        else u.role_id in ('CustomerAdmin', 'CustomerChecker') and u.user_status <> 'Disabled'
      end
    order by u.serial_id`.execute(trx)
  return rows
}
