import { sql } from 'kysely'
import { type NoticeChannel, noticeChannelCodes } from '../../domain/message-channels'
import { maskedRecipient, noticeColumns } from '../bills/notices/notice-bills'
import type { Db } from '../ports'
import type { DemoTenant } from './demo-portal'

/**
 * Stores the reminders to the payers of an agreement: one run of notices for each channel and day, and the notice of
 * each bill.
 */
export const seedReminders = async (db: Db, tenant: DemoTenant): Promise<void> => {
  for (const channel of noticeChannelCodes) {
    const bills = await remindedBills(db, tenant, channel)
    for (const request_time of new Set(bills.map(({ requestTime }) => requestTime))) {
      const run = { channel, uniform_no: tenant.company.uniformNo, request_user: 'maker01', request_time }
      const { run_id } = await db
        .insertInto('bill_notice_run')
        .values(run)
        .returning('run_id')
        .executeTakeFirstOrThrow()
      const billsOfRun = bills.filter(({ requestTime }) => requestTime === request_time)
      const notices = billsOfRun.map(({ bill_serial_id, address, finish_time }) => ({
        run_id,
        bill_serial_id,
        channel,
        recipient: maskedRecipient(channel, address),
        notify_status: 'Success',
        tries: 1,
        finish_time,
      }))
      await db.insertInto('bill_notice').values(notices).execute()
    }
  }
}

interface RemindedBill {
  readonly bill_serial_id: number
  readonly address: string
  readonly finish_time: string
  /** The time of the first notice of the same day. */
  readonly requestTime: string
}

const remindedBills = async (
  db: Db,
  { agreement }: DemoTenant,
  channel: NoticeChannel,
): Promise<readonly RemindedBill[]> => {
  const { address, time } = noticeColumns(channel)
  const { rows } = await sql<RemindedBill>`
    select serial_id as bill_serial_id, ${address} as address, ${time} as finish_time,
      min(${time}) over (partition by ${time}::date) as "requestTime"
    from bill b
    where apply_code = ${agreement.applyCode} and ${time} is not null
    order by ${time}, serial_id`.execute(db)
  return rows
}
