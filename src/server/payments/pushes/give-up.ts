import { sql } from 'kysely'
import { enumText } from '../../../domain/enums'
import { contactColumns } from '../../accounts/portal-user'
import { enqueueUserNotice, type NoticeRecipient } from '../../accounts/user-notices'
import type { Db, Ports } from '../../ports'

interface GivenUpNotice {
  readonly ApplyCode: string
  readonly NotifyMethod: string
  readonly ResponseMessage: string | null
}

/**
 * Gives up a notice whose job has failed, in the transaction that ends the job.
 * The administrators of the company are told of the first one of an agreement and method; of the next ones only after a
 * notice has been taken.
 */
export const giveUpPush = async (
  ports: Pick<Ports, 'db' | 'clock' | 'jobs' | 'log'>,
  serialId: number,
  round: number,
): Promise<void> => {
  const { db, clock, log } = ports
  const now = clock()
  const { rows } = await sql<GivenUpNotice>`
    update immediate_client_notify
    set notify_status = 'GiveUp', update_user = 'system',
      update_time = greatest(${now.toISOString()}::timestamptz, update_time + interval '1 microsecond')
    where serial_id = ${serialId} and resend_count = ${round} and notify_status in ('Pending', 'Failed')
    returning apply_code as "ApplyCode", notify_method as "NotifyMethod", response_message as "ResponseMessage"`.execute(
    db,
  )
  const [notice] = rows
  if (notice === undefined) return
  log.warn('push given up', { notice: serialId, method: notice.NotifyMethod })
  if (await startOutage(db, notice, now)) await tellAdministrators(ports, notice, now)
}

/** Records that the administrators know of an outage. Returns false if they knew already. */
const startOutage = async (db: Db, { ApplyCode, NotifyMethod }: GivenUpNotice, now: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('internal_push_outage')
    .values({ apply_code: ApplyCode, notify_method: NotifyMethod, tell_time: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

const tellAdministrators = async (
  { db, jobs }: Pick<Ports, 'db' | 'jobs'>,
  { ApplyCode, NotifyMethod, ResponseMessage }: GivenUpNotice,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<NoticeRecipient>`
    select c.customer_name, u.user_id, ${contactColumns(now)}
    from agreement a
    join customer c on c.uniform_no = a.uniform_no
    join portal_user u on u.uniform_no = a.uniform_no
    where a.apply_code = ${ApplyCode} and u.role_id = 'CustomerAdmin' and u.user_status <> 'Disabled'
    order by u.serial_id`.execute(db)
  const facts = {
    kind: 'pushesGivenUp',
    agreement: ApplyCode,
    method: enumText('NotifyMethod', NotifyMethod),
    reason: ResponseMessage ?? '沒有結果。',
  } as const
  for (const recipient of rows) await enqueueUserNotice({ jobs }, db, recipient, facts)
}
